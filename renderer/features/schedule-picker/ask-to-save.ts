import type { Reply, SwitchboardBridge } from '#shared/contract/index.ts';
import { toActionKey, type RequestIds } from '#renderer/data/request-ids.ts';
import type { ScheduleChoices, ScheduleStart } from './schedule-choice.svelte.ts';

interface Saving {
  readonly ids: RequestIds;
  readonly start: Pick<ScheduleStart, 'key' | 'phone'>;
  readonly choices: ScheduleChoices;
}

/** Schedules a text, or changes one. After a lost answer the same choices are the same request. */
export async function askToSave(
  bridge: SwitchboardBridge,
  { ids, start: { key, phone }, choices }: Saving,
): Promise<Reply<{ key: string; undoId: string | null; chatId?: number }>> {
  const { text, ...others } = choices;
  const action = toActionKey(`schedule\n${key ?? phone ?? ''}\n${JSON.stringify(others)}\n`, { text, fileIds: [] });
  return await ids.run(action, (requestId) =>
    key === null
      ? bridge.request('schedules.create', { requestId, phone: phone ?? '', ...choices })
      : bridge.request('schedules.change', { requestId, key, ...choices }),
  );
}
