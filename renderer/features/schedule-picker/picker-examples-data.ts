/** Made-up choices of a time for the gallery, on a main in memory that keeps what is scheduled. */
import type { ContractError, Reply, RequestName, RequestOutput, SwitchboardBridge } from '#shared/contract/index.ts';
import type { ScheduleTime } from '#shared/domain/scheduling/schedule-time.ts';
import { RequestIds } from '#renderer/data/request-ids.ts';
import { NOW } from '#renderer/gallery/statuses.ts';
import type { ScheduleStart } from './ask-to-save.ts';
import { ScheduleChoice, type ScheduleOptions } from './schedule-choice.svelte.ts';

const OPTIONS: ScheduleOptions = {
  accountTimeZone: 'Europe/London',
  serviceTimeZones: null,
  hasServiceSchedules: true,
  recipient: { country: 'ZA', timeZones: ['Africa/Johannesburg'], name: 'Ottilie van der Westhuizen' },
  lastTime: { wall: '2026-11-19T17:00', timeZone: 'Africa/Johannesburg', rule: 'FREQ=DAILY', overlap: 'first' },
  partPrice: { amount: 0.06, currency: 'GBP' },
};

const LOST: ContractError = { code: 'disconnected', detail: null, fields: {}, retryAfterMs: null };

interface Example {
  readonly options?: Partial<ScheduleOptions>;
  readonly start?: Partial<ScheduleStart>;
  readonly quietHours?: { readonly startsAt: number; readonly endsAt: number } | null;
  /** Main cannot be reached once it has told what is needed. */
  readonly isLost?: boolean;
}

/** A choice on 20 November 2026, 09:45 in London. */
export function createExample({ options = {}, start = {}, quietHours, isLost = false }: Example): ScheduleChoice {
  const answers: { readonly [Name in RequestName]?: Reply<RequestOutput<Name>> } = {
    'schedules.options': { ok: true, value: { ...OPTIONS, ...options } },
    'schedules.create': isLost
      ? { ok: false, error: LOST }
      : { ok: true, value: { key: 'own:a', chatId: 1, undoId: 'u' } },
    'schedules.change': isLost ? { ok: false, error: LOST } : { ok: true, value: { key: 'own:a', undoId: 'u' } },
  };
  const bridge: SwitchboardBridge = {
    request: (name) => Promise.resolve(answers[name] ?? { ok: false, error: LOST }) as never,
    upload: () => Promise.resolve({ ok: false, error: LOST }),
    on: () => () => undefined,
    onResync: () => () => undefined,
    onConnection: () => () => undefined,
    mediaUrl: () => '',
    fileUrl: () => '',
  };
  const usual: ScheduleStart = {
    ...{ phone: '27825550164', text: 'Hi Ottilie, Biltong’s monthly flea and tick tablet is due today.', from: null },
    ...{ keeper: 'service', time: null, endsOnReply: false, quietReason: null, key: null },
  };
  return new ScheduleChoice(
    bridge,
    { ...usual, ...start },
    {
      ids: new RequestIds(() => 'gallery'),
      now: () => NOW,
      homeTimeZone: 'Europe/London',
      quietHours: () => (quietHours === undefined ? { startsAt: 21 * 60, endsAt: 8 * 60 } : quietHours),
    },
  );
}

export function toTime(wall: string, timeZone: string, rule: string | null = null): ScheduleTime {
  return { wall, timeZone, rule, overlap: 'first' };
}
