import type { Reply, RequestInput, SwitchboardBridge } from '#shared/contract/index.ts';
import { toActionKey, type RequestIds } from '#renderer/data/request-ids.ts';
import type { ScheduleTime } from '#shared/domain/scheduling/schedule-time.ts';

/** What `schedules.create` and `schedules.change` take beside the request's own id and whom it is for. */
export type ScheduleChoices = Omit<RequestInput<'schedules.change'>, 'requestId' | 'key'>;

/** What is chosen at first. */
export interface ScheduleStart extends Omit<ScheduleChoices, 'time'> {
  /** The one recipient; null: none yet, or several. */
  readonly phone: string | null;
  /** Null: a time is offered. */
  readonly time: ScheduleTime | null;
  /** The schedule that is changed; null: a new one. */
  readonly key: string | null;
  /** Whose a new one is (`toAccountName`): while another account is open it is not taken. Absent: of the one that is open. */
  readonly account?: string;
}

interface Saving {
  readonly ids: RequestIds;
  readonly start: Pick<ScheduleStart, 'key' | 'phone' | 'account'>;
  readonly choices: ScheduleChoices;
}

/** Schedules a text, or changes one. After a lost answer the same choices are the same request. */
export async function askToSave(
  bridge: SwitchboardBridge,
  { ids, start: { key, phone, account }, choices }: Saving,
): Promise<Reply<{ key: string; undoId: string | null; chatId?: number }>> {
  const { text, ...others } = choices;
  const action = toActionKey(`schedule\n${key ?? phone ?? ''}\n${JSON.stringify(others)}\n`, { text, fileIds: [] });
  return await ids.run(action, (requestId) =>
    key === null
      ? bridge.request('schedules.create', { requestId, phone: phone ?? '', ...choices, ...toWhose(account) })
      : bridge.request('schedules.change', { requestId, key, ...choices }),
  );
}

function toWhose(account: string | undefined): { account?: string } {
  return account === undefined ? {} : { account };
}
