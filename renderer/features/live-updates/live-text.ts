/** What the Live updates section says: how they stand, what is wrong, and the lines of the event log. Main states the facts. */
import type { CallbackPlaceView, LiveView, CallbackEventView } from '#shared/contract/index.ts';
import { live } from './messages.ts';
import type { Message, Translator } from '#renderer/lib/messages.ts';
import { findTunnelFault } from './tunnel-text.ts';
import type { FormatContext } from '#renderer/lib/format.ts';
import { toDeliveryMark } from '#shared/domain/delivery.ts';
import { deliveryWords } from '#renderer/lib/delivery-marks.ts';

type Direction = CallbackPlaceView['direction'];
type Tone = 'plain' | 'ok' | 'caution';

export interface Chip {
  readonly tone: Tone;
  readonly text: string;
}

const STATES: Readonly<Record<LiveView['state'], { readonly tone: Tone; readonly message: Message }>> = {
  live: { tone: 'ok', message: live.stateLive },
  degraded: { tone: 'caution', message: live.stateDegraded },
  polling: { tone: 'plain', message: live.statePolling },
  off: { tone: 'plain', message: live.stateOff },
};

/** Whether one direction is ours and the other somebody else's. */
function isShared({ places }: Pick<LiveView, 'places'>): boolean {
  const isOurs = places.some(({ state }) => state === 'ours');
  return isOurs && places.some(({ state }) => state === 'other' || state === 'desk');
}

/** The chip beside the title. */
export function toStateChip(view: Pick<LiveView, 'state' | 'problem' | 'places'>, texts: Translator): Chip {
  const isInPart = view.state === 'degraded' && view.problem === null && isShared(view);
  const { tone, message } = isInPart ? { tone: 'plain' as const, message: live.stateInPart } : STATES[view.state];
  return { tone, text: texts.text(message) };
}

/** `every 20 seconds`, `once a minute`. */
export function toPace({ pollSeconds }: Pick<LiveView, 'pollSeconds'>, texts: Translator): string {
  const isMinutes = pollSeconds >= 60 && pollSeconds % 60 === 0;
  if (isMinutes) return texts.text(live.paceMinutes, { count: pollSeconds / 60 });
  return texts.text(live.pace, { count: pollSeconds });
}

/** `https://quiet-heron.example/switchboard/in/••••`: who knows the end can write to this computer. */
export function toMaskedUrl(url: string): string {
  return url.replace(/[^/]+$/, '••••');
}

/** One of the two addresses, with how it stands. */
export interface AddressRowView {
  readonly direction: Direction;
  readonly title: string;
  /** Without its secret end; null while there is none. */
  readonly address: string | null;
  readonly note: string | null;
  readonly chip: Chip;
}

export function toAddressRow(view: LiveView, place: CallbackPlaceView, say: FormatContext): AddressRowView {
  const { texts } = say;
  const { direction, ownUrl } = place;
  return {
    direction,
    title: texts.text(live[direction]),
    address: ownUrl === null ? null : toMaskedUrl(ownUrl),
    note: toPlaceNote(place, texts),
    chip: toPlaceChip(view, place, say),
  };
}

function toPlaceNote({ state, host, formerUrl, ownUrl }: CallbackPlaceView, texts: Translator): string | null {
  if (formerUrl !== null) return texts.text(live.putBack, { host: URL.parse(formerUrl)?.host ?? formerUrl });
  const isElsewhere = state === 'other' || state === 'desk';
  return isElsewhere && ownUrl === null && host !== null ? texts.text(live.goesTo, { host }) : null;
}

const FOREIGN = {
  other: { tone: 'caution', message: live.chipOther },
  desk: { tone: 'caution', message: live.chipDesk },
  empty: { tone: 'plain', message: live.chipEmpty },
  unknown: { tone: 'plain', message: live.chipUnknown },
} as const;

function toPlaceChip({ lastTest }: LiveView, { state }: CallbackPlaceView, say: FormatContext): Chip {
  const { texts } = say;
  if (state !== 'ours') return { tone: FOREIGN[state].tone, text: texts.text(FOREIGN[state].message) };
  if (lastTest === null) return { tone: 'plain', text: texts.text(live.chipSet) };
  if (!lastTest.arrived) return { tone: 'caution', text: texts.text(live.chipNotReached) };
  return { tone: 'ok', text: texts.text(live.chipTested, { when: say.formats.when(lastTest.at, say.now) }) };
}

const ELSEWHERE: Readonly<Record<'other' | 'desk', Readonly<Record<Direction, Message<'host' | 'pace'>>>>> = {
  other: { in: live.inElsewhere, out: live.outElsewhere },
  desk: { in: live.inDesk, out: live.outDesk },
};

/** That what comes in one direction goes to somebody else, while live updates are on here. */
export interface ElsewhereView {
  readonly sentence: SplitSentence;
  readonly host: string;
  /** The other one is a Switchboard of the same account: that there is one pair of addresses is said. */
  readonly isDesk: boolean;
}

export function findElsewhere(view: LiveView, place: CallbackPlaceView, texts: Translator): ElsewhereView | null {
  const { state, host, direction } = place;
  if (!view.isOn || host === null || (state !== 'other' && state !== 'desk')) return null;
  const sentence = texts.text(ELSEWHERE[state][direction], { host, pace: toPace(view, texts) });
  return { sentence: splitAround(sentence, host), host, isDesk: state === 'desk' };
}

/** Whether the addresses have to be entered by hand on the service's own pages. */
export function mustPaste({ isOn, settings, places }: LiveView): boolean {
  const isClosed = settings === 'absent' || settings === 'forbidden';
  return isOn && isClosed && places.some(({ ownUrl }) => ownUrl !== null);
}

/** What came of the last test; null before the first. */
export function findTestLine({ lastTest }: Pick<LiveView, 'lastTest'>, say: FormatContext): string | null {
  if (lastTest === null) return null;
  const when = say.formats.when(lastTest.at, say.now);
  if (!lastTest.arrived) return say.texts.text(live.testLost, { when });
  return say.texts.text(live.testArrived, { when, took: Math.round(lastTest.tookMs ?? 0) });
}

/** Whose former addresses the service refuses to take back; null where it refuses none. */
export function findRefusedHosts({ problem }: Pick<LiveView, 'problem'>, texts: Translator): string | null {
  const [one, other] = problem?.hosts ?? [];
  if (one === undefined) return null;
  return other === undefined ? one : texts.text(live.twoHosts, { one, other });
}

/** What is wrong, and what to do about it; null where nothing is. */
export function findLiveProblem(view: LiveView, say: FormatContext): string | null {
  const { problem, localUrl, isLocalService } = view;
  if (problem === null) return null;
  const { texts } = say;
  const { detail } = problem;
  const when = say.formats.when(problem.at, say.now);
  const pace = toPace(view, texts);
  const url = localUrl ?? '';
  const said = (plain: Message<'when'>, quoting: Message<'when' | 'words'>): string =>
    detail === null || detail.trim() === ''
      ? texts.text(plain, { when })
      : texts.text(quoting, { when, words: detail.trim() });
  const sentences: Readonly<Record<NonNullable<LiveView['problem']>['kind'], () => string>> = {
    'port-taken': () =>
      localUrl === null
        ? texts.text(live.portTakenNowhere, { port: detail ?? '' })
        : texts.text(live.portTaken, { port: detail ?? '', url }),
    'not-listening': () => texts.text(live.notListeningProblem, { pace }),
    'not-reached': () =>
      isLocalService && view.publicUrl === null
        ? texts.text(live.notReachedLocal, { when })
        : texts.text(live.notReached, { when, url }),
    refused: () => said(live.refused, live.refusedWords),
    'not-restored': () => {
      const hosts = findRefusedHosts(view, texts);
      return hosts === null
        ? said(live.notRestored, live.notRestoredWords)
        : texts.text(live.notRestoredHosts, { when, hosts });
    },
    'format-unknown': () => texts.text(view.isOn ? live.formatUnknown : live.formatUnknownOff),
    missed: () => texts.text(live.missed, { when, pace }),
    tunnel: () => findTunnelFault(view, { ...say, pace }) ?? texts.text(live.tunnelDown, { pace }),
  };
  return sentences[problem.kind]();
}

/** How often news is asked for, beside the act that turns live updates on or off. */
export function toPaceLine(view: LiveView, texts: Translator): string {
  const pace = toPace(view, texts);
  if (!view.isOn) {
    const text = texts.text(live.isOffText, { pace });
    return view.isLocalService ? texts.text(live.localService, { text }) : text;
  }
  if (view.state === 'live') return texts.text(live.isOnText, { pace });
  const isElsewhere = view.places.some(({ state }) => state === 'other' || state === 'desk');
  return texts.text(isElsewhere ? live.isOnShared : live.isOnWaits, { pace });
}

/** A sentence around a part of it that stands out; empty behind it where the part is not in it. */
export interface SplitSentence {
  readonly before: string;
  readonly part: string;
  readonly after: string;
}

function splitAround(sentence: string, part: string): SplitSentence {
  const at = sentence.indexOf(part);
  if (at === -1 || part === '') return { before: sentence, part: '', after: '' };
  return { before: sentence.slice(0, at), part, after: sentence.slice(at + part.length) };
}

/** One line of the event log, in words. Of a text there is nothing in it. */
export interface EventRowView {
  readonly seq: number;
  readonly kind: string;
  readonly id: string;
  readonly mark: string;
  readonly received: string;
  readonly state: string;
  readonly tone: 'plain' | 'ok' | 'caution';
  readonly times: string;
}

export function toEventRow(event: CallbackEventView, say: FormatContext): EventRowView {
  const { texts, formats } = say;
  const { seq, direction, messageId, letter, receivedAt, times } = event;
  return {
    seq,
    kind: texts.text(direction === 'in' ? live.logIn : live.logOut),
    // An id is a name: it has no thousands.
    id: String(messageId),
    mark: letter === null ? texts.text(live.logNoMark) : texts.text(deliveryWords[toDeliveryMark(letter)].word),
    received: say.formats.moment(receivedAt, say.now),
    times: formats.number(times),
    ...toState(event, say),
  };
}

function toState(
  { state, receivedAt, settledAt }: CallbackEventView,
  { texts, formats }: FormatContext,
): Pick<EventRowView, 'state' | 'tone'> {
  if (state === 'waiting') return { state: texts.text(live.logWaiting), tone: 'plain' };
  if (state === 'refuted') return { state: texts.text(live.logRefuted), tone: 'caution' };
  if (settledAt === null) return { state: texts.text(live.logConfirmed), tone: 'ok' };
  const age = formats.age(settledAt - receivedAt);
  return { state: texts.text(live.logConfirmedAfter, { age }), tone: 'ok' };
}
