/** What keeps a chosen time from being scheduled. Pure. */
import { checkTime } from '#shared/domain/scheduling/check-time.ts';
import type { ScheduleTime } from '#shared/domain/scheduling/schedule-time.ts';
import { MAX_PARTS } from '#shared/domain/segments.ts';
import type { RuleForm } from '#shared/domain/scheduling/recurrence.ts';

/** Where a fault is: what gets the focus. */
export type ScheduleField = 'text' | 'phrase' | 'clock' | 'zone' | 'every' | 'ends' | 'quiet' | 'reason';

export interface ScheduleFault {
  readonly field: ScheduleField;
  readonly kind:
    | 'empty'
    | 'too-long'
    | 'not-understood'
    | 'no-clock'
    | 'unknown-zone'
    | 'not-at-service'
    | 'bad-number'
    | 'no-last-day'
    | 'ends-before'
    | 'past'
    | 'bad-rule'
    | 'no-times'
    | 'quiet'
    | 'no-reason';
}

/** All that is looked at. */
export interface Chosen {
  readonly text: string;
  readonly parts: number;
  readonly isPhraseUnclear: boolean;
  readonly isClockUnclear: boolean;
  readonly time: ScheduleTime;
  readonly form: RuleForm | null;
  /** Which fields of the repetition say what they should. */
  readonly typed: { readonly every: boolean; readonly count: boolean; readonly lastDay: boolean };
  /** The service keeps it, and does not take its zone. */
  readonly isZoneRefused: boolean;
  readonly hasClash: boolean;
  /** Null: it may not go out in the quiet hours. */
  readonly quietReason: string | null;
  readonly now: number;
}

/** The first one, from the top of the picker to its end; null: none. */
export function findFault(chosen: Chosen): ScheduleFault | null {
  return findFieldFault(chosen) ?? findRuleFault(chosen) ?? findTimeFault(chosen) ?? findQuietFault(chosen);
}

function findFieldFault({ text, parts, isPhraseUnclear, isClockUnclear }: Chosen): ScheduleFault | null {
  if (text.trim() === '') return { field: 'text', kind: 'empty' };
  if (parts > MAX_PARTS) return { field: 'text', kind: 'too-long' };
  if (isPhraseUnclear) return { field: 'phrase', kind: 'not-understood' };
  return isClockUnclear ? { field: 'clock', kind: 'no-clock' } : null;
}

function findRuleFault({ time, form, typed }: Chosen): ScheduleFault | null {
  if (form === null) return null;
  if (!typed.every) return { field: 'every', kind: 'bad-number' };
  if (form.end.kind === 'count' && !typed.count) return { field: 'ends', kind: 'bad-number' };
  if (form.end.kind !== 'until') return null;
  if (!typed.lastDay) return { field: 'ends', kind: 'no-last-day' };
  return form.end.day < time.wall.slice(0, 10) ? { field: 'ends', kind: 'ends-before' } : null;
}

/** The past and what is too near are faults of the time, whatever field they come from. */
function findTimeFault({ time, isZoneRefused, now }: Chosen): ScheduleFault | null {
  if (isZoneRefused) return { field: 'zone', kind: 'not-at-service' };
  const kind = checkTime(time, { now });
  if (kind === null) return null;
  return { field: FIELD_OF_TIME[kind], kind };
}

const FIELD_OF_TIME = {
  past: 'clock',
  'unknown-zone': 'zone',
  'bad-rule': 'every',
  'no-times': 'every',
} as const satisfies Readonly<Record<NonNullable<ReturnType<typeof checkTime>>, ScheduleField>>;

function findQuietFault({ hasClash, quietReason }: Chosen): ScheduleFault | null {
  if (!hasClash) return null;
  if (quietReason === null) return { field: 'quiet', kind: 'quiet' };
  return quietReason.trim() === '' ? { field: 'reason', kind: 'no-reason' } : null;
}
