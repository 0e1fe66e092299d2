/** One scheduled text in words: who, when, how things stand. Pure. */
import type { ScheduleView } from '#shared/contract/index.ts';
import type { OwnScheduleEvent } from '#shared/domain/scheduling/own-schedule.ts';
import type { FormatContext } from '#renderer/lib/format.ts';
import type { Message } from '#renderer/lib/messages.ts';
import { findOwnSentence, toProblemText } from '#renderer/lib/problems.ts';
import { toWallDateTime, toZonePlace } from '#renderer/lib/schedule-text.ts';
import { toFormattingLocale, type AppLocale } from '#renderer/lib/locale.ts';
import { acts, agenda, asking, events, pane, places, questions, states } from './messages.ts';

/** A state in a word or two. */
export interface StateBadge {
  readonly text: string;
  readonly tone: 'plain' | 'caution' | 'danger';
}

export type ScheduleIcon = 'person' | 'people' | 'repeat';

const QUESTION_BADGES = {
  missed: states.missed,
  passed: states.passed,
  'not-made': states.notMade,
  unclear: states.unclear,
} as const;
const WORK_BADGES = {
  create: states.waiting,
  change: states.changing,
  cancel: states.cancelling,
  'send-now': states.sendingNow,
} as const;
/** The service keeps what was to go. */
const REFUSED_BADGES = {
  create: states.refused,
  change: states.notChanged,
  cancel: states.notCancelled,
  'send-now': states.notSent,
} as const;
const REFUSALS = {
  create: questions.refusedWhy,
  change: questions.refusedChange,
  cancel: questions.refusedCancel,
  'send-now': questions.refusedSend,
} as const;

/** Still to come, in whatever way: it can be changed and cancelled. */
export function isOpen({ state }: Pick<ScheduleView, 'state'>): boolean {
  return state !== 'done' && state !== 'stopped' && state !== 'cancelled' && state !== 'dropped';
}

/** Nothing goes on before the user has decided. */
export function needsDecision({ state }: Pick<ScheduleView, 'state'>): boolean {
  return state === 'asking' || state === 'refused';
}

type Known = Pick<ScheduleView, 'state' | 'work' | 'question' | 'recipients' | 'time'>;

/** Only people that this app can name, and times that it knows whole: it can be changed here without losing some of them. */
export function canChange(view: Known): boolean {
  return isAtHand(view) && view.time !== null && !view.recipients.hasViews;
}

function isAtHand(view: Known): boolean {
  return canCancel(view) && view.work !== 'send-now' && view.question !== 'unclear';
}

/** It is not known to be on its way to where it cannot be called back. */
export function canCancel({ state, work }: Pick<ScheduleView, 'state' | 'work'>): boolean {
  return isOpen({ state }) && state !== 'checking' && work !== 'cancel';
}

/** What cancelling it does: of one that repeats, all of its dates go. `short`: where the text is beside it. */
export function toCancelMessage(
  view: Pick<ScheduleView, 'time' | 'summary'>,
  length: 'short' | 'long' = 'long',
): Message {
  if (isRepeating(view)) return acts.cancelRepeating;
  return length === 'short' ? acts.cancelShort : acts.cancel;
}

/** To one number, or what the service keeps for several: one of it can leave before its time. */
export function canSendNow(view: Known): boolean {
  return isAtHand(view) && !view.recipients.hasViews && view.state !== 'asking' && view.recipients.phone !== null;
}

/** One time, on a day that can be another. */
export function canMove(view: Known): boolean {
  return canChange(view) && view.time?.rule === null;
}

/** Also where its times are not known, but the service has words for how often. */
export function isRepeating({ time, summary }: Pick<ScheduleView, 'time' | 'summary'>): boolean {
  return time === null ? summary !== '' : time.rule !== null;
}

export function toIcon({ time, recipients, summary }: ScheduleView): ScheduleIcon {
  if (isRepeating({ time, summary })) return 'repeat';
  return recipients.phone === null ? 'people' : 'person';
}

/** Who gets it: a name, a number, lists, or how many. */
export function toTitle({ recipients }: Pick<ScheduleView, 'recipients'>, { texts, formats }: FormatContext): string {
  const { name, phone, listNames, count } = recipients;
  if (name !== '') return name;
  if (phone !== null) return formats.phone(phone);
  if (listNames.length > 0) return formats.list(listNames);
  return count === null ? texts.text(agenda.noOne) : texts.text(agenda.people, { count });
}

/** `9 people`, where the title does not say it; null. */
export function toCount({ recipients }: Pick<ScheduleView, 'recipients'>, { texts }: FormatContext): string | null {
  const { name, phone, listNames, count } = recipients;
  const isSaid = phone !== null || (name === '' && listNames.length === 0);
  return count === null || isSaid ? null : texts.text(agenda.people, { count });
}

/** Where it waits, if that is not the service, and what is the matter. */
export function toBadges(view: ScheduleView, { texts }: Pick<FormatContext, 'texts'>): readonly StateBadge[] {
  const state = findStateBadge(view);
  const keeper = { text: texts.text(states.computer), tone: 'plain' as const };
  return [
    ...(view.keeper === 'computer' && isOpen(view) ? [keeper] : []),
    ...(state === null ? [] : [{ text: texts.text(state.message), tone: state.tone }]),
  ];
}

function toQuestionBadge(view: ScheduleView): Message {
  return isPerhapsSent(view) ? states.perhapsSent : QUESTION_BADGES[view.question ?? 'missed'];
}

function findStateBadge(view: ScheduleView): { message: Message; tone: StateBadge['tone'] } | null {
  switch (view.state) {
    case 'coming':
      return null;
    case 'leaving':
      return { message: WORK_BADGES[view.work ?? 'create'], tone: 'plain' };
    case 'asking':
      return { message: toQuestionBadge(view), tone: 'caution' };
    case 'refused':
      return { message: REFUSED_BADGES[view.work ?? 'create'], tone: 'danger' };
    case 'paused':
      return { message: states.paused, tone: 'caution' };
    default:
      return { message: states[view.state], tone: 'plain' };
  }
}

/** What a row of the agenda stands under: its next time, or of what is over its last, or when it was cancelled. */
export function toRowAt(view: ScheduleView): number | null {
  if (isOpen(view)) return view.missedAt ?? view.nextAt ?? null;
  return view.overAt ?? view.lastAt ?? view.missedAt ?? view.nextAt ?? view.endAt ?? view.createdAt;
}

/**
 * When the text nearest to days without any is: the first after them, else the first before; of what is over the last before
 * them, else the next one. `views`: in main's order. Null: none has a time.
 */
export function findNearestAt(
  views: readonly ScheduleView[],
  { from, to }: { readonly from: number; readonly to: number },
): number | null {
  const times = views.map(toRowAt).filter((at) => at !== null);
  const isOver = views.some((view) => !isOpen(view));
  const [wanted, others] = [
    times.filter((at) => (isOver ? at < from : at >= to)),
    times.filter((at) => at < from || at >= to),
  ];
  const nearest = isOver ? Math.max(...wanted) : Math.min(...wanted);
  if (wanted.length > 0) return nearest;
  return others.length === 0 ? null : isOver ? Math.min(...others) : Math.max(...others);
}

export type Answer = 'send' | 'drop' | 'again';

/** What the user is asked, and the answers in the order in which they stand. */
export interface QuestionWords {
  readonly text: string;
  readonly tone: 'neutral' | 'danger';
  readonly answers: readonly { readonly decision: Answer; readonly label: string; readonly isMain: boolean }[];
  /** Another time, or another keeper, is an answer too. */
  readonly canChange: boolean;
  readonly canKeepHere: boolean;
}

/** Null: it asks nothing. */
export function toQuestion(view: ScheduleView, say: FormatContext): QuestionWords | null {
  const { texts } = say;
  const base = { tone: 'neutral', answers: [], canChange: true, canKeepHere: false } as const;
  switch (view.state) {
    case 'paused':
      return { ...base, text: texts.text(questions.paused) };
    case 'refused':
      return { ...base, ...toRefused(view, say), tone: 'danger' };
    case 'asking':
      return { ...base, ...toAsked(view, say) };
    default:
      return null;
  }
}

function toAsked(
  view: ScheduleView,
  say: FormatContext,
): Pick<QuestionWords, 'text' | 'answers'> & Partial<QuestionWords> {
  const { texts } = say;
  const drop = { decision: 'drop', label: texts.text(toDropMessage(view)), isMain: false } as const;
  if (isPerhapsSent(view)) return toPerhapsSent(view.missedAt, say);
  if (view.question === 'not-made' || view.question === 'unclear') {
    const isUnclear = view.question === 'unclear';
    const again = texts.text(isUnclear ? questions.againAnyway : questions.again);
    return {
      text: texts.text(isUnclear ? questions.unclear : questions.notMade),
      answers: [{ decision: 'again', label: again, isMain: !isUnclear }, drop],
      canChange: !isUnclear,
      canKeepHere: !isUnclear && canMoveHere(view),
    };
  }
  return {
    text: toLateText(view, say),
    answers: [{ decision: 'send', label: texts.text(questions.send), isMain: true }, drop],
  };
}

/** Its time has passed, and nothing tells whether it went out. */
function isPerhapsSent(view: ScheduleView): view is ScheduleView & { readonly missedAt: number } {
  return view.question === 'unclear' && view.missedAt !== null;
}

function toPerhapsSent(missedAt: number, { texts, formats, now }: FormatContext): ReturnType<typeof toAsked> {
  return {
    text: texts.text(questions.perhapsSent, { when: formats.when(missedAt, now) }),
    answers: [
      { decision: 'send', label: texts.text(questions.sendAnyway), isMain: false },
      { decision: 'drop', label: texts.text(questions.dropPerhapsSent), isMain: false },
    ],
    canChange: false,
  };
}

function toLateText({ question, missedAt }: ScheduleView, { texts, formats, now }: FormatContext): string {
  const isMissed = question === 'missed';
  if (missedAt === null) return texts.text(isMissed ? questions.missedNoTime : questions.passedNoTime);
  return texts.text(isMissed ? questions.missed : questions.passed, { when: formats.when(missedAt, now) });
}

/** In the service's words; where it refuses to let go of what it has, what that means. */
function toRefused(
  view: ScheduleView,
  { texts }: FormatContext,
): Pick<QuestionWords, 'text' | 'answers' | 'canKeepHere'> {
  const why = view.problem === null ? '' : toSentence(toProblemText(view.problem, texts));
  const answers = [{ decision: 'again', label: texts.text(questions.tryAgain), isMain: false }] as const;
  if (view.work !== null) return { text: texts.text(REFUSALS[view.work], { why }).trim(), answers, canKeepHere: false };
  const isOurs = view.problem !== null && findOwnSentence(view.problem) !== null;
  const known = isOurs ? questions.refusedHere : questions.refusedWhy;
  const text = why === '' ? texts.text(questions.refused) : texts.text(known, { why });
  return { text, answers, canKeepHere: canMoveHere(view) };
}

/** While the work on it waits or is under way; null: it does not. */
export function toLeavingText(
  { state, problem }: ScheduleView,
  { texts }: Pick<FormatContext, 'texts'>,
): string | null {
  if (state !== 'leaving') return null;
  const why = problem === null ? '' : toSentence(toProblemText(problem, texts));
  return why === '' ? texts.text(pane.leaving) : texts.text(pane.leavingWhy, { why });
}

/** To one number that is known: the outbox can send it. */
function canMoveHere({ keeper, recipients }: ScheduleView): boolean {
  return keeper === 'service' && recipients.phone !== null;
}

function toDropMessage({ time, question }: ScheduleView): Message {
  if (question === 'unclear') return questions.dropUnclear;
  const isOneOfMany = time !== null && time.rule !== null && (question === 'missed' || question === 'passed');
  return isOneOfMany ? questions.dropTime : questions.drop;
}

/** With a full stop at its end, as a part of a longer text. */
function toSentence(text: string): string {
  const trimmed = text.trim();
  return trimmed === '' || /[.!?。]$/u.test(trimmed) ? trimmed : `${trimmed}.`;
}

/** `Tomorrow’s visits, 64 people`, a name, or a number without one. */
export function toRecipientText(view: ScheduleView, say: FormatContext): string {
  const { phone, listNames, count } = view.recipients;
  if (phone === null && listNames.length > 0 && count !== null)
    return say.texts.text(pane.listAndCount, { names: say.formats.list(listNames), count });
  return toTitle(view, say);
}

export function toPrice(view: ScheduleView, { texts, formats }: FormatContext): string | null {
  if (view.price === null) return null;
  const price = formats.money(view.price.amount, view.price.currency ?? undefined);
  return view.time?.rule == null ? price : texts.text(pane.each, { price });
}

interface EventFacts {
  readonly kind: string;
  readonly detail: string;
}

/** What happened, in words; kinds that this version does not know stay as they are. */
export function toEventText({ kind, detail }: EventFacts, { texts }: Pick<FormatContext, 'texts'>): string {
  const known = TOLD_BY_DETAIL[`${kind} ${detail}`];
  if (known !== undefined) return texts.text(known);
  return isKnownEvent(kind) ? texts.text(events[kind]) : kind;
}

/** Details that are words of the program. */
const TOLD_BY_DETAIL: Readonly<Record<string, Message>> = {
  'asked again': events.again,
  'cancelled elsewhere': events.elsewhere,
  'fired before-change': events.beforeChange,
  'fired before-cancel': events.beforeCancel,
  'fired before-send-now': events.beforeSend,
};
const WALL = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2})(?: \+(\d+))?$/;

/** What it was before a change, or which time it is about; null: nothing for people to read. */
export function toEventDetail({ kind, detail }: EventFacts, say: FormatContext): string | null {
  const [, wall, missed] = WALL.exec(detail) ?? [];
  if (wall !== undefined) {
    const time = toWallDateTime(wall, say, say.formats.timeZone);
    return missed === undefined ? time : say.texts.text(events.missedMore, { time, count: Number(missed) });
  }
  return kind === 'changed' && detail !== '' ? detail : null;
}

function isKnownEvent(kind: string): kind is OwnScheduleEvent['kind'] {
  return Object.hasOwn(events, kind);
}

/** `Times in London (GMT)`. */
export function toZoneText(timeZone: string, { texts, now }: FormatContext): string {
  const place = toZonePlace(timeZone);
  const zone = toZoneName(timeZone, now, texts.locale);
  return zone === place ? texts.text(places.timesInPlace, { place }) : texts.text(places.timesIn, { place, zone });
}

/** `GMT`, `GMT+2`. */
function toZoneName(timeZone: string, at: number, locale: AppLocale): string {
  const format = new Intl.DateTimeFormat(toFormattingLocale(locale), { timeZone, timeZoneName: 'short' });
  return format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}

export interface AskedWords {
  readonly title: string;
  readonly text: string;
  readonly go: string;
  readonly keep: string;
  readonly isDanger: boolean;
}

/** What is asked before some are cancelled, of which one repeats at least, or one is sent now. */
export function toAskedWords(
  { kind, views }: { readonly kind: 'cancel' | 'send'; readonly views: readonly ScheduleView[] },
  say: FormatContext,
): AskedWords | null {
  const { texts } = say;
  const [view] = views;
  if (view === undefined) return null;
  const name = toTitle(view, say);
  if (kind === 'send') {
    const text = texts.text(isRepeating(view) ? asking.sendTextRepeats : asking.sendText, { name });
    const buttons = { go: texts.text(asking.sendGo), keep: texts.text(asking.sendKeep), isDanger: false };
    return { title: texts.text(asking.sendTitle), text, ...buttons };
  }
  const base = { keep: texts.text(asking.keep), isDanger: true };
  if (views.length > 1) {
    return {
      ...base,
      title: texts.text(asking.cancelSeveralTitle, { count: views.length }),
      text: texts.text(asking.cancelSeveralText, { count: views.filter(isRepeating).length }),
      go: texts.text(asking.cancelSeveralGo),
    };
  }
  const isUnnamed = name === texts.text(agenda.noOne);
  return {
    ...base,
    title: isUnnamed ? texts.text(asking.cancelTitleUnnamed) : texts.text(asking.cancelTitle, { name }),
    text: texts.text(asking.cancelText),
    go: texts.text(asking.cancelGo),
  };
}
