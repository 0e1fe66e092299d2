/** Understands a day that has been, as people type it: "1 oct", "yesterday", "last friday", "3 weeks ago". Pure. */
import { Temporal } from 'temporal-polyfill';
import { findDate, findMonth, toWeekdayNumber, toWords, type PlainNow } from './plain-words.ts';
import { toDay } from './zoned-time.ts';

const AGO = /^(an?|\d{1,3}) (day|week|month|year)s? ago$/;
const LAST = /^last (day|week|month|year)$/;
const FILLERS = /\b(?:on|the|since|from)\b/g;

/** Without its year a day is the last such one; a month, or a year, is its first day. */
type Found = Temporal.PlainDate | null;

/** The day, `2026-10-01`; null where something is not understood, or where it is still to come. */
export function parsePastDay(text: string, { now, timeZone }: PlainNow): string | null {
  const words = toWords(text).replace(FILLERS, '').replace(/\s+/g, ' ').trim();
  const today = Temporal.PlainDate.from(toDay(now, timeZone));
  const day = words === '' ? null : (findNamed(words, today) ?? findWritten(words, today) ?? findSpan(words, today));
  return day === null || Temporal.PlainDate.compare(day, today) > 0 ? null : day.toString();
}

function findNamed(words: string, today: Temporal.PlainDate): Found {
  if (words === 'today') return today;
  if (words === 'yesterday') return today.subtract({ days: 1 });
  const [, amount, unit] = AGO.exec(words) ?? LAST.exec(words)?.toSpliced(1, 0, 'a') ?? [];
  if (amount !== undefined && unit !== undefined)
    return today.subtract({ [`${unit}s`]: amount.startsWith('a') ? 1 : Number(amount) });
  const isLast = words.startsWith('last ');
  const weekday = toWeekdayNumber(isLast ? words.slice('last '.length) : words);
  if (weekday === null) return null;
  const back = (today.dayOfWeek - weekday + 7) % 7;
  return today.subtract({ days: isLast && back === 0 ? 7 : back });
}

function findWritten(words: string, today: Temporal.PlainDate): Found {
  const said = findDate(words);
  if (said === null || said.rest.trim() !== '') return null;
  // 29 February is up to eight years ago.
  const years = said.year === null ? Array.from({ length: 9 }, (_, back) => today.year - back) : [said.year];
  const days = years.flatMap((year) => toDate({ year, month: said.month, day: said.day }) ?? []);
  return days.find((day) => said.year !== null || Temporal.PlainDate.compare(day, today) <= 0) ?? null;
}

function findSpan(words: string, today: Temporal.PlainDate): Found {
  if (/^(?:19|20)\d{2}$/.test(words)) return toDate({ year: Number(words), month: 1, day: 1 });
  const [name = '', year, ...more] = words.split(' ');
  const month = findMonth(name);
  if (month === null || more.length > 0 || !/^(?:\d{4})?$/.test(year ?? '')) return null;
  if (year !== undefined) return toDate({ year: Number(year), month, day: 1 });
  return toDate({ year: month > today.month ? today.year - 1 : today.year, month, day: 1 });
}

function toDate(date: { readonly year: number; readonly month: number; readonly day: number }): Found {
  try {
    return Temporal.PlainDate.from(date, { overflow: 'reject' });
  } catch {
    return null;
  }
}
