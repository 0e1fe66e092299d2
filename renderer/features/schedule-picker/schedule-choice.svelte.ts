import type { ContractError, RequestOutput, SwitchboardBridge } from '#shared/contract/index.ts';
import type { ScheduleKeeper } from '#shared/domain/scheduling/own-schedule.ts';
import { parsePlainTime } from '#shared/domain/scheduling/plain-time.ts';
import { listPresets } from '#shared/domain/scheduling/presets.ts';
import {
  isRule,
  parseRule,
  printRule,
  type MonthDay,
  type RuleForm,
  type RuleUnit,
} from '#shared/domain/scheduling/recurrence.ts';
import type { QuietHours, ResolvedTime, ScheduleTime } from '#shared/domain/scheduling/schedule-time.ts';
import { isTimeZone, resolveTime, toWall } from '#shared/domain/scheduling/zoned-time.ts';
import { measureText } from '#shared/domain/segments.ts';
import type { RequestIds } from '#renderer/data/request-ids.ts';
import { LiveQuery } from '#renderer/lib/live-query.svelte.ts';
import { askToSave, type ScheduleChoices, type ScheduleStart } from './ask-to-save.ts';
import { parseClock } from './clock-entry.ts';
import { changeUnit, chooseMonthDay, createRuleForm, followDay, toggleWeekday } from './rule-fields.ts';
import { findClash, findComing, type Clash, type ComingTexts } from './coming-texts.ts';
import { findCommonZone, findServiceZone, toNextTime, toOfferedWall, toRemaining } from './start-times.ts';
import { findFault, type ScheduleFault } from './schedule-faults.ts';

export type ScheduleOptions = RequestOutput<'schedules.options'>;
export interface ScheduleTools {
  readonly ids: RequestIds;
  /** Epoch ms; a rune, so that a time that passes is noticed. */
  readonly now: () => number;
  /** IANA name of this computer's zone. */
  readonly homeTimeZone: string;
  readonly quietHours: () => QuietHours | null;
  /** The text as it leaves; null: that cannot be known now. Absent: as it is written. */
  readonly fillText?: (text: string) => Promise<string | null>;
}

export type SaveOutcome =
  | {
      readonly kind: 'saved';
      readonly key: string;
      /** Null: an old one was changed. */
      readonly chatId: number | null;
      readonly undoId: string | null;
      readonly choices: ScheduleChoices;
    }
  | { readonly kind: 'fault'; readonly fault: ScheduleFault }
  | { readonly kind: 'failed'; readonly problem: ContractError };

export type SchedulePresetId = ReturnType<typeof listPresets>[number]['id'] | 'last-used';
export interface SchedulePreset {
  readonly id: SchedulePresetId;
  readonly time: ScheduleTime;
}

/** What stands in the fields of a repetition; what is no number or no date stays there, and is a fault. */
interface TypedRule {
  readonly every: string;
  readonly count: string;
  /** `2026-11-30`; '': no date. */
  readonly lastDay: string;
}

/** Of units between two texts, and of texts. */
const MOST = 999;

/**
 * What the user chooses in the time picker: when, how often, who keeps it. The words that are typed, the fields and the
 * calendar say the same: each change of one sets the others.
 *
 *   const choice = new ScheduleChoice(bridge, start, { ids: app.requestIds, now: () => app.clock.now, … });
 *   const outcome = await choice.save();     // in the picker: <SchedulePicker {choice} … />
 *   choice.dispose();
 */
export class ScheduleChoice {
  readonly start: ScheduleStart;
  /** For which it was opened, `2026-11-30`; null: for any. */
  offeredDay: string | null = null;
  text = $state('');
  readonly from: string | null;
  #phrase = $state('');
  #day = $state('');
  #clock = $state('');
  /** What stands in the time's field while it is no time, or is being written; null: the time. */
  #typedClock = $state<string | null>(null);
  #zone = $state<string | null>(null);
  #overlap = $state<ScheduleTime['overlap']>('first');
  #form = $state.raw<RuleForm | null>(null);
  #typedRule = $state.raw<TypedRule>({ every: '1', count: '10', lastDay: '' });
  /** A rule that the fields cannot say; it stays until the user repeats it otherwise. */
  #keptRule = $state.raw<string | null>(null);
  #keeper = $state<ScheduleKeeper>('service');
  #endsOnReply = $state(false);
  #quietReason = $state<string | null>(null);
  #isTried = $state(false);
  #isSaving = $state(false);
  /** The user has chosen a time: what main says later of the recipient's zone moves it no more. */
  #isTouched = $state(false);
  readonly #bridge: SwitchboardBridge;
  readonly #tools: ScheduleTools;
  readonly #options: LiveQuery<ScheduleOptions, 'session.changed'>;

  /** The zone of the recipient's country, where all its clocks agree; null: not known, or several. */
  readonly recipientTimeZone: string | null = $derived.by(() => findCommonZone(this.recipientTimeZones, this.now));
  /** By the service's own name for it, where it has one. */
  readonly timeZone: string = $derived.by(() => {
    const zone = this.#zone ?? this.recipientTimeZone ?? this.homeTimeZone;
    return findServiceZone(zone, this.#takenZones) ?? zone;
  });
  readonly time: ScheduleTime = $derived.by(() => ({
    wall: `${this.#day}T${this.#clock}`,
    timeZone: this.timeZone,
    rule: this.#form === null ? this.#keptRule : printRule(this.#form),
    overlap: this.#overlap,
  }));
  /** Null: its zone is not known here. */
  readonly resolved: ResolvedTime | null = $derived.by(() =>
    isTimeZone(this.timeZone) ? resolveTime(this.time) : null,
  );
  /** Before it, nothing is to come. Stands still while the first text lies ahead. */
  readonly #after: number = $derived.by(() => Math.max(this.now, (this.resolved?.at ?? 0) - 1));
  /** The next texts of a repetition with the dates that it skips; null: it does not repeat. */
  readonly coming: ComingTexts | null = $derived.by(() => this.#findComing());
  /** The first text that would go out in the quiet hours; null: none. */
  readonly clash: Clash | null = $derived.by(() => this.#findClash());
  /** What stands in the way, from the top of the picker to its end; null: nothing. */
  readonly fault: ScheduleFault | null = $derived.by(() => this.#findFault());

  constructor(bridge: SwitchboardBridge, start: ScheduleStart, tools: ScheduleTools) {
    this.#bridge = bridge;
    this.#tools = tools;
    this.start = start;
    this.text = start.text;
    this.from = start.from;
    this.#keeper = start.keeper;
    this.#endsOnReply = start.endsOnReply;
    this.#quietReason = start.quietReason;
    this.#options = new LiveQuery(bridge, {
      ask: () => bridge.request('schedules.options', { phone: start.phone }),
      // What the service does not have is learned as it is read: perhaps while a time is being chosen.
      events: ['session.changed'],
    });
    if (start.time === null) this.#offerTime();
    else this.#take(toRemaining(start.time, tools.now()));
    void this.#load();
  }

  /** Null until main answered, or while it does not. */
  get options(): ScheduleOptions | null {
    return this.#options.value;
  }
  /** Zones that the service takes; null: it did not say. */
  get #takenZones(): readonly string[] | null {
    return this.options?.serviceTimeZones ?? null;
  }
  /** It goes to several people: only the service can send it. */
  get isComputerAbsent(): boolean {
    return !this.isNew && this.start.phone === null;
  }
  /** Main could not tell them. */
  get isUnread(): boolean {
    return this.options === null && this.#options.problem !== null;
  }
  get isNew(): boolean {
    return this.start.key === null;
  }
  get now(): number {
    return this.#tools.now();
  }
  get homeTimeZone(): string {
    return this.#tools.homeTimeZone;
  }
  get quietHours(): QuietHours | null {
    return this.#tools.quietHours();
  }
  /** Zones of the country of the recipient's number. */
  get recipientTimeZones(): readonly string[] {
    return this.options?.recipient?.timeZones ?? [];
  }
  /** A text can only wait on this computer. */
  get isServiceAbsent(): boolean {
    return this.options?.hasServiceSchedules === false;
  }
  get keeper(): ScheduleKeeper {
    return this.isServiceAbsent ? 'computer' : this.#keeper;
  }
  set keeper(keeper: ScheduleKeeper) {
    this.#keeper = keeper;
    if (keeper === 'service') this.#endsOnReply = false;
  }
  get endsOnReply(): boolean {
    return this.#endsOnReply;
  }
  /** Only this computer sees a reply in time. */
  set endsOnReply(endsOnReply: boolean) {
    this.#endsOnReply = endsOnReply;
    if (endsOnReply) this.#keeper = 'computer';
  }
  get phrase(): string {
    return this.#phrase;
  }
  /** Something is typed in words, and it says no time. */
  get isPhraseUnclear(): boolean {
    return this.#phrase.trim() !== '' && this.#parsePhrase() === null;
  }
  get day(): string {
    return this.#day;
  }
  /** `10:00` */
  get clock(): string {
    return this.#clock;
  }
  get typedClock(): string | null {
    return this.#typedClock;
  }
  get form(): RuleForm | null {
    return this.#form;
  }
  get keptRule(): string | null {
    return this.#form === null ? this.#keptRule : null;
  }
  get typedRule(): TypedRule {
    return this.#typedRule;
  }
  /** Why it has to go out in the quiet hours, as it is being written; null: it does not. */
  get quietReason(): string | null {
    return this.#quietReason;
  }
  set quietReason(reason: string | null) {
    this.#quietReason = reason;
  }
  /** The user has chosen something, beyond what was offered. */
  get isTouched(): boolean {
    return this.#isTouched;
  }
  get isSaving(): boolean {
    return this.#isSaving;
  }
  /** Faults are shown beside their fields once the user has tried. */
  get isTried(): boolean {
    return this.#isTried;
  }
  get parts(): number {
    return measureText(this.text).parts;
  }
  get presets(): readonly SchedulePreset[] {
    const { now, timeZone } = this;
    const usual = listPresets(now, timeZone).map(({ id, wall }) => ({ id, time: this.#toTime(wall, null) }));
    const last = this.options?.lastTime ?? null;
    return last === null ? usual : [...usual, { id: 'last-used', time: toNextTime(last, now) }];
  }

  /** Takes plain words: what they say counts at once, as far as they say something. */
  typePhrase(phrase: string): void {
    this.#phrase = phrase;
    const parsed = this.#parsePhrase();
    if (parsed === null) return;
    this.#isTouched = true;
    this.#set(parsed.wall);
    this.#takeRule(parsed.rule);
  }

  choosePreset(preset: SchedulePreset): void {
    this.#change();
    this.#take(preset.time);
  }

  /** `2026-11-30` */
  chooseDay(day: string): void {
    this.#change();
    this.#set(`${day}T${this.#clock}`);
    if (this.#form !== null) this.#form = followDay(this.#form, day);
  }

  /** The day was chosen before the picker opened. */
  offerDay(day: string): void {
    this.offeredDay = day;
    this.#offerTime();
  }

  /** What stands in the time's field. */
  typeClock(typed: string): void {
    this.#change();
    this.#typedClock = typed;
    this.#clock = parseClock(typed) ?? this.#clock;
  }

  /** The field is left: a time stands there as the app writes it. */
  leaveClock(): void {
    if (this.#typedClock !== null && parseClock(this.#typedClock) !== null) this.#typedClock = null;
  }

  chooseZone(timeZone: string): void {
    this.#change();
    this.#zone = timeZone;
  }

  chooseOverlap(overlap: ScheduleTime['overlap']): void {
    this.#change();
    this.#overlap = overlap;
  }

  /** Repeats by that unit; null: once. */
  chooseUnit(unit: RuleUnit | null): void {
    this.#change();
    this.#keptRule = null;
    const form = this.#form;
    if (unit === null) this.#form = null;
    else this.#form = form === null ? createRuleForm(unit, this.#day) : changeUnit(form, unit, this.#day);
    if (form === null) this.#typedRule = { ...this.#typedRule, every: '1' };
  }

  typeEvery(every: string): void {
    this.#change();
    this.#typedRule = { ...this.#typedRule, every };
    const number = toWhole(every);
    if (this.#form !== null && number !== null) this.#form = { ...this.#form, every: number };
  }

  toggleWeekday(weekday: number): void {
    if (this.#form === null) return;
    this.#change();
    const { form, day } = toggleWeekday(this.#form, weekday, this.#day);
    this.#form = form;
    this.#day = day;
  }

  chooseMonthDay(monthDay: MonthDay): void {
    if (this.#form === null) return;
    this.#change();
    const { form, day } = chooseMonthDay(this.#form, monthDay, this.#day);
    this.#form = form;
    this.#day = day;
  }

  chooseEnd(kind: RuleForm['end']['kind']): void {
    if (kind === 'never') this.#setEnd({ kind });
    else if (kind === 'count') this.#setEnd({ kind, count: toWhole(this.#typedRule.count) ?? 10 });
    else this.chooseLastDay(this.#day);
  }

  typeCount(count: string): void {
    this.#typedRule = { ...this.#typedRule, count };
    const number = toWhole(count);
    if (number !== null) this.#setEnd({ kind: 'count', count: number });
    else this.#change();
  }

  /** `2026-11-30`; '' while the field says no date. */
  chooseLastDay(day: string): void {
    this.#typedRule = { ...this.#typedRule, lastDay: day };
    if (day !== '') this.#setEnd({ kind: 'until', day });
    else this.#change();
  }

  /** To the time that is allowed again after the quiet hours. */
  moveOutOfQuiet(): void {
    const allowedAt = this.clash?.allowedAt ?? null;
    if (allowedAt === null) return;
    this.#change();
    this.#quietReason = null;
    const wall = toWall(allowedAt, this.timeZone);
    const isFirst = this.clash?.isFirst ?? true;
    // A later text of a repetition: only its time of day moves.
    this.#set(isFirst ? wall : `${this.#day}T${wall.slice(11)}`);
    if (this.#form !== null) this.#form = followDay(this.#form, this.#day);
  }

  /** What is chosen, as main takes it. Ask for `fault` first. */
  toChoices(): ScheduleChoices {
    const reason = this.#quietReason?.trim() ?? '';
    return {
      text: this.text.trim(),
      from: this.from,
      keeper: this.keeper,
      time: this.time,
      endsOnReply: this.keeper === 'computer' && this.#endsOnReply,
      quietReason: this.clash === null || reason === '' ? null : reason,
    };
  }

  /** Hands it to main. While main cannot be reached, all that is chosen stays, and the same press again is the same request. */
  async save(): Promise<SaveOutcome> {
    this.#isTried = true;
    const { fault } = this;
    if (fault !== null) return { kind: 'fault', fault };
    const chosen = this.toChoices();
    this.#isSaving = true;
    const text = await (this.#tools.fillText?.(chosen.text) ?? chosen.text);
    if (text === null) {
      this.#isSaving = false;
      return { kind: 'failed', problem: { code: 'disconnected', detail: null, fields: {}, retryAfterMs: null } };
    }
    const choices = { ...chosen, text };
    const reply = await askToSave(this.#bridge, { ids: this.#tools.ids, start: this.start, choices });
    this.#isSaving = false;
    if (!reply.ok) return { kind: 'failed', problem: reply.error };
    return { kind: 'saved', chatId: null, ...reply.value, choices };
  }

  dispose(): void {
    this.#options.dispose();
  }

  async #load(): Promise<void> {
    await this.#options.refresh();
    if (!this.#isTouched && this.start.time === null) this.#offerTime();
  }

  /** The zone whose clocks the user looks at for the recipient: theirs where it is known, else the one that is chosen. */
  get thereTimeZone(): string {
    return this.recipientTimeZone ?? this.timeZone;
  }

  #findComing(): ComingTexts | null {
    if (this.resolved === null || (this.time.rule !== null && !isRule(this.time.rule))) return null;
    return findComing(this.time, {
      after: this.#after,
      timeZones: [this.thereTimeZone, this.timeZone, this.homeTimeZone],
    });
  }

  #findClash(): Clash | null {
    const once = this.resolved === null ? [] : [this.resolved.at];
    return findClash(this.coming?.times ?? once, { timeZones: this.recipientTimeZones, hours: this.quietHours });
  }

  #findFault(): ScheduleFault | null {
    const { text, parts, isPhraseUnclear, time, form, quietReason, now } = this;
    return findFault({
      ...{ text, parts, isPhraseUnclear, time, form, quietReason, now },
      isClockUnclear: this.#typedClock !== null && parseClock(this.#typedClock) === null,
      typed: {
        every: toWhole(this.#typedRule.every) !== null,
        count: toWhole(this.#typedRule.count) !== null,
        lastDay: this.#typedRule.lastDay !== '',
      },
      isZoneRefused: this.keeper === 'service' && findServiceZone(this.timeZone, this.#takenZones) === null,
      hasClash: this.clash !== null,
    });
  }

  /** On the clocks of the zone that is chosen. */
  #offerTime(): void {
    this.#set(toOfferedWall(this.now, this.timeZone, this.offeredDay));
  }

  #set(wall: string): void {
    this.#day = wall.slice(0, 10);
    this.#clock = wall.slice(11);
    this.#typedClock = null;
    this.#overlap = 'first';
  }

  #take(time: ScheduleTime): void {
    this.#zone = time.timeZone;
    this.#set(time.wall);
    this.#overlap = time.overlap;
    this.#takeRule(time.rule);
  }

  #takeRule(rule: string | null): void {
    this.#form = rule === null ? null : parseRule(rule);
    this.#keptRule = this.#form === null ? rule : null;
    const { every = 1, end } = this.#form ?? {};
    const { count, lastDay } = this.#typedRule;
    this.#typedRule = {
      every: String(every),
      count: end?.kind === 'count' ? String(end.count) : count,
      lastDay: end?.kind === 'until' ? end.day : lastDay,
    };
  }

  /** A field was changed: the words that were typed no longer say what is chosen. */
  #change(): void {
    this.#isTouched = true;
    this.#phrase = '';
  }

  #setEnd(end: RuleForm['end']): void {
    if (this.#form === null) return;
    this.#change();
    this.#form = { ...this.#form, end };
  }

  #parsePhrase(): ReturnType<typeof parsePlainTime> {
    const phrase = this.#phrase.trim();
    return phrase === '' ? null : parsePlainTime(phrase, { now: this.now, timeZone: this.timeZone });
  }

  #toTime(wall: string, rule: string | null): ScheduleTime {
    return { wall, timeZone: this.timeZone, rule, overlap: 'first' };
  }
}

function toWhole(typed: string): number | null {
  const number = /^\d{1,3}$/.test(typed.trim()) ? Number(typed) : 0;
  return number >= 1 && number <= MOST ? number : null;
}
