/** Time zones and clocks of the picker, in words. Pure. */
import { listCallingCodes } from '#shared/domain/calling-codes.ts';
import type { QuietHours } from '#shared/domain/scheduling/schedule-time.ts';
import { listTimeZones, startOfDay, toUtcOffset } from '#shared/domain/scheduling/zoned-time.ts';
import type { FormatContext } from '#renderer/lib/format.ts';
import { toWallTime, toZonePlace } from '#renderer/lib/schedule-text.ts';
import { listAllowedHours } from './coming-texts.ts';
import { clock as words } from './messages.ts';
import type { ScheduleChoice } from './schedule-choice.svelte.ts';
import { findServiceZone } from './start-times.ts';

export interface ZoneOption {
  readonly value: string;
  readonly label: string;
  /** What is searched: place and region, in small letters. */
  readonly search: string;
  readonly isSuggested: boolean;
}

/** Of whom the zones are that come first. */
export interface ZoneOwners {
  readonly theirs: readonly string[];
  readonly mine: string;
  /** Null: not known. */
  readonly accounts: string | null;
}

const NOON_MS = 12 * 3_600_000;

/** Zones of the recipient first, then mine and the account's, then all by their places. Each stands once. */
export function listZoneOptions(
  { theirs, mine, accounts }: ZoneOwners,
  { all, texts }: { readonly all: readonly string[] | null } & Pick<FormatContext, 'texts'>,
): readonly ZoneOption[] {
  const owned = [
    ...theirs.map((zone) => ({ zone, label: words.theirs })),
    { zone: mine, label: words.mine },
    ...(accounts === null ? [] : [{ zone: accounts, label: words.accounts }]),
  ].map(({ zone, label }) => ({ zone: findServiceZone(zone, all) ?? zone, label }));
  const suggested = owned
    .filter(({ zone }, index) => owned.findIndex((other) => other.zone === zone) === index)
    .map(({ zone, label }) => toOption(zone, texts.text(label, { place: toZonePlace(zone) })));
  const taken = new Set(suggested.map(({ value }) => value));
  const others = (all ?? listTimeZones()).filter((zone) => !taken.has(zone));
  const plain = others.map((zone) => toOption(zone, null));
  return [...suggested, ...plain.sort((one, other) => one.label.localeCompare(other.label))];
}

function toOption(zone: string, label: string | null): ZoneOption {
  const place = toZonePlace(zone);
  return {
    ...{ value: zone, label: label ?? place, isSuggested: label !== null },
    search: `${label ?? ''} ${place} ${toRegion(zone)}`.toLowerCase(),
  };
}

/** `Africa`, `America/Argentina`; '' where the name has none. */
function toRegion(zone: string): string {
  return zone.includes('/') ? zone.slice(0, zone.lastIndexOf('/')).replaceAll('_', ' ') : '';
}

/** `Africa, UTC+02:00`. For those that are shown: asking all of them takes too long. */
export function toZoneHint(zone: string, at: number): string {
  const offset = toOffsetText(zone, at);
  const region = toRegion(zone);
  return region === '' ? offset : `${region}, ${offset}`;
}

/** By `Intl`, which is quick for many zones that are asked about once. */
function toOffsetText(zone: string, at: number): string {
  const format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' });
  const offset = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  return offset.replace('GMT', 'UTC');
}

/** Those that have every word of the query; at most `limit`, and how many more there are. */
export function filterZones(
  options: readonly ZoneOption[],
  query: string,
  limit: number,
): { readonly found: readonly ZoneOption[]; readonly more: number } {
  const wanted = query
    .trim()
    .toLowerCase()
    .replace(/-(?=\d)/g, '−')
    .split(/\s+/);
  const all = options.filter(({ search }) => wanted.every((word) => search.includes(word)));
  return { found: all.slice(0, limit), more: Math.max(0, all.length - limit) };
}

/** One clock of a time that is read on several. */
export interface Clock {
  readonly timeZone: string;
  readonly time: string;
  readonly place: string;
}

type ChosenTime = Pick<ScheduleChoice, 'resolved' | 'recipientTimeZone' | 'timeZone' | 'homeTimeZone'>;

/** The chosen time on their clock, on the chosen one, and on mine, where they differ; empty where all show the same. */
export function listClocks(choice: ChosenTime, context: FormatContext): readonly Clock[] {
  const { resolved, recipientTimeZone, timeZone, homeTimeZone } = choice;
  if (resolved === null) return [];
  const { at } = resolved;
  const zones = [recipientTimeZone ?? timeZone, timeZone, homeTimeZone];
  const offsets = zones.map((zone) => toUtcOffset(at, zone));
  const differing = zones.filter((_, index) => offsets.indexOf(offsets[index] ?? 0) === index);
  if (differing.length < 2) return [];
  return differing.map((zone) => ({
    timeZone: zone,
    time: toClockTime(zone, { at, chosen: timeZone }, context),
    place: zone === homeTimeZone ? context.texts.text(words.you, { place: toZonePlace(zone) }) : toZonePlace(zone),
  }));
}

/** With the weekday, where it is another day there than on the chosen clock. */
function toClockTime(
  zone: string,
  { at, chosen }: { at: number; chosen: string },
  { texts, formats }: FormatContext,
): string {
  const there = formats.inZone(zone);
  const time = there.time(at);
  if (there.day(at) === formats.inZone(chosen).day(at)) return time;
  return texts.text(words.otherDay, { time, day: there.shortWeekday(at) });
}

/** Where their zone comes from, and which hours are allowed in all of them, where their country has several. */
export function listZoneNotes(
  choice: Pick<
    ScheduleChoice,
    'options' | 'recipientTimeZones' | 'recipientTimeZone' | 'timeZone' | 'day' | 'quietHours'
  >,
  context: FormatContext,
): readonly string[] {
  const { texts } = context;
  const country = choice.options?.recipient?.country ?? null;
  const code = listCallingCodes().find((known) => known.country === country)?.code ?? null;
  if (code === null) return [];
  const { recipientTimeZones, recipientTimeZone, quietHours } = choice;
  if (recipientTimeZone !== null) return [texts.text(words.fromNumber, { code })];
  if (recipientTimeZones.length === 0) return [];
  const several = texts.text(words.severalZones, { code, count: recipientTimeZones.length });
  return quietHours === null ? [several] : [several, toAllowedText(choice, quietHours, context)];
}

function toAllowedText(
  { day, timeZone, recipientTimeZones }: Pick<ScheduleChoice, 'recipientTimeZones' | 'timeZone' | 'day'>,
  quietHours: QuietHours,
  context: FormatContext,
): string {
  const { texts, formats } = context;
  const noonAt = startOfDay(day, timeZone) + NOON_MS;
  const allowed = listAllowedHours(noonAt, { timeZone, timeZones: recipientTimeZones, hours: quietHours });
  if (allowed.length === 0) return texts.text(words.allowedNowhere);
  const hours = formats.list(allowed.map((span) => toHoursText(span, context)));
  return texts.text(words.allowedInAll, { hours, place: toZonePlace(timeZone) });
}

/** `21:00–08:00`. Minutes since midnight. */
export function toHoursText(
  { startsAt, endsAt }: QuietHours,
  { texts, formats }: Pick<FormatContext, 'texts' | 'formats'>,
): string {
  return texts.text(words.hours, { from: toMinuteText(startsAt, { formats }), to: toMinuteText(endsAt, { formats }) });
}

/** `08:00`. Minutes since midnight. */
export function toMinuteText(minutes: number, { formats }: Pick<FormatContext, 'formats'>): string {
  return formats.inZone('UTC').time(minutes * 60_000);
}

/** The clocks of the account and of this computer, where they differ now; null: they agree. */
export function toTwoZonesText(
  accounts: string | null,
  home: string,
  { texts, formats, now }: FormatContext,
): string | null {
  if (accounts === null || toUtcOffset(now, accounts) === toUtcOffset(now, home)) return null;
  return texts.text(words.twoZones, {
    ...{ account: toZonePlace(accounts), computer: toZonePlace(home) },
    accountTime: formats.inZone(accounts).time(now),
    computerTime: formats.inZone(home).time(now),
  });
}

/** What a change of the clocks does to the chosen time; null: nothing. */
export function toClockChangeText(
  { resolved, timeZone, day, clock }: Pick<ScheduleChoice, 'resolved' | 'timeZone' | 'day' | 'clock'>,
  context: FormatContext,
): string | null {
  const { texts } = context;
  const at = { place: toZonePlace(timeZone), time: toWallTime(`${day}T${clock}`, context) };
  if (resolved?.kind === 'overlap') return texts.text(words.overlap, at);
  if (resolved?.kind !== 'gap') return null;
  return texts.text(words.gap, { ...at, shifted: toWallTime(resolved.shiftedWall, context) });
}
