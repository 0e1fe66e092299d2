/** Whether what the user decided about a scheduled text can be kept, and what it comes to. */
import type { OpenAccount } from '#main/services/account/open-account.ts';
import { toRefusal } from '#main/services/refusals.ts';
import { predictParts } from '#main/services/sending/new-send.ts';
import { findPartPrice, toPrice } from '#main/services/sending/prices.ts';
import type { RequestInput, SettingsView } from '#shared/contract/index.ts';
import type { PhoneKey } from '#shared/domain/ids.ts';
import { checkTime } from '#shared/domain/scheduling/check-time.ts';
import type { OwnSchedule } from '#shared/domain/scheduling/own-schedule.ts';
import { findNextOccurrence, listOccurrences } from '#shared/domain/scheduling/recurrence.ts';
import type { ScheduleTime } from '#shared/domain/scheduling/schedule-time.ts';
import { isQuietFor } from './recipient-quiet-hours.ts';

/** What the user decides; the same when a schedule is made and when it is changed. */
export type ScheduleChoices = Pick<
  RequestInput<'schedules.create'>,
  'text' | 'from' | 'keeper' | 'time' | 'endsOnReply' | 'quietReason'
>;

/** So many of its first times are looked at: its hour moves by clock changes at most. */
const QUIET_TIMES = 60;

interface Around {
  readonly account: Pick<OpenAccount, 'store' | 'credentials' | 'listAbsentFeatures'>;
  readonly settings: Pick<SettingsView, 'quietHours'>;
  readonly now: number;
}

type Checked = Pick<
  OwnSchedule,
  'keeper' | 'text' | 'from' | 'time' | 'endsOnReply' | 'quietReason' | 'parts' | 'price' | 'nextAt'
>;

/**
 * The fields of a schedule that follow from the user's choices. `phone` null: it goes to several people. Throws `validation`
 * as the contract says, and `disk`.
 */
export async function checkChoices(
  choices: ScheduleChoices,
  phone: PhoneKey | null,
  { account, settings, now }: Around,
): Promise<Checked> {
  const { store, credentials } = account;
  const { text, from, keeper, time } = choices;
  const parts = predictParts({ text, filesCount: 0, webUrl: credentials.webUrl });
  if (keeper === 'service' && !hasServiceSchedules(account)) throw toRefusal('keeper', 'not-here');
  if (keeper === 'computer' && phone === null) throw toRefusal('keeper', 'several');
  const problem = checkTime(time, { now });
  if (problem !== null) throw toRefusal('time', problem);
  const isQuiet = phone !== null && isInQuietHours(time, phone, { settings, now });
  if (isQuiet && choices.quietReason === null) throw toRefusal('time', 'quiet');
  return {
    ...{ text, from, keeper, time, parts },
    endsOnReply: keeper === 'computer' && choices.endsOnReply,
    quietReason: isQuiet ? choices.quietReason : null,
    price: phone === null ? null : toPrice(await findPartPrice(store, phone), parts),
    nextAt: findNextOccurrence(time, now)?.at ?? null,
  };
}

export function hasServiceSchedules(account: Pick<OpenAccount, 'listAbsentFeatures'>): boolean {
  return !account.listAbsentFeatures().includes('schedules');
}

function isInQuietHours(
  time: ScheduleTime,
  phone: PhoneKey,
  { settings, now }: Pick<Around, 'settings' | 'now'>,
): boolean {
  const times = listOccurrences(time, { after: now, limit: QUIET_TIMES });
  return times.some(({ at }) => isQuietFor(phone, at, settings.quietHours));
}
