/** The tunnel in words: how it stands, and what is wrong with it. */
import type { LiveView, TunnelChoice, TunnelFault, TunnelView } from '#shared/contract/index.ts';
import { tunnelChoice, tunnelFault as words, tunnelState } from './messages.ts';
import type { Message, Translator } from '#renderer/lib/messages.ts';
import type { FormatContext } from '#renderer/lib/format.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MINUTES = 60;
const DAY_MINUTES = 24 * HOUR_MINUTES;

/** `up 3 h 12 min`, `starting`, `waiting for you`, `tried again in 12 s`. */
export function toTunnelText(
  { state, since, nextAttemptAt }: TunnelView,
  { texts, now }: Pick<FormatContext, 'texts' | 'now'>,
): string {
  if (state === 'up') return toUpText(now - since, texts);
  if (state === 'starting') return texts.text(tunnelState.starting);
  if (state === 'asking') return texts.text(tunnelState.asking);
  if (state === 'off') return texts.text(tunnelState.notRunning);
  if (nextAttemptAt === null) return texts.text(tunnelState.stopped);
  const waitMs = nextAttemptAt - now;
  if (waitMs < SECOND_MS) return texts.text(tunnelState.againNow);
  if (waitMs < MINUTE_MS) return texts.text(tunnelState.againSeconds, { seconds: Math.ceil(waitMs / SECOND_MS) });
  return texts.text(tunnelState.againMinutes, { minutes: Math.ceil(waitMs / MINUTE_MS) });
}

function toUpText(ageMs: number, texts: Translator): string {
  const minutes = Math.floor(ageMs / MINUTE_MS);
  if (minutes < 1) return texts.text(tunnelState.up);
  if (minutes < HOUR_MINUTES) return texts.text(tunnelState.upMinutes, { count: minutes });
  const hours = Math.floor(minutes / HOUR_MINUTES);
  if (minutes < DAY_MINUTES) return texts.text(tunnelState.upHours, { hours, minutes: minutes % HOUR_MINUTES });
  return texts.text(tunnelState.upDays, { days: Math.floor(hours / 24), hours: hours % 24 });
}

/** Whether Switchboard itself keeps the way open, so that it has a state of its own. */
export function hasTunnel({ choice }: Pick<LiveView, 'choice'>): boolean {
  return choice.kind === 'command' || choice.kind === 'ssh';
}

/** The name of the program as a person knows it. */
export function toProgramName(choice: TunnelChoice, texts: Translator): string {
  if (choice.kind !== 'command') return '';
  if (choice.program !== 'other') return choice.program;
  const [, quoted, bare] = /^\s*(?:"([^"]+)"|(\S+))/.exec(choice.commandLine) ?? [];
  const file = (quoted ?? bare ?? '').split(/[\\/]/).at(-1) ?? '';
  return file === '' ? texts.text(tunnelChoice.other) : file;
}

type Part = Message | Message<string>;

/** What happened, and what to do about it; the words of the program or the server come between them. */
const FAULTS: Readonly<
  Record<TunnelFault['kind'], { readonly what: Part; readonly act: Part; readonly quotes?: true }>
> = {
  'not-found': { what: words.notFound, act: words.notFoundDo },
  'not-started': { what: words.notStarted, act: words.notStartedDo, quotes: true },
  ended: { what: words.ended, act: words.endedDo, quotes: true },
  'no-address': { what: words.noAddress, act: words.noAddressDo, quotes: true },
  'not-reached': { what: words.notReached, act: words.notReachedDo },
  'host-key-unknown': { what: words.keyUnknown, act: words.keyUnknownDo },
  'host-key-changed': { what: words.keyChanged, act: words.keyChangedDo },
  'not-admitted': { what: words.notAdmitted, act: words.notAdmittedDo },
  'key-unreadable': { what: words.keyUnreadable, act: words.keyUnreadableDo },
  'key-encrypted': { what: words.keyEncrypted, act: words.keyEncryptedDo },
  'no-agent': { what: words.noAgent, act: words.noAgentDo },
  'forward-refused': { what: words.forwardRefused, act: words.forwardRefusedDo },
  'not-allowed': { what: words.notAllowed, act: words.notAllowedDo },
  'asked-enough': { what: words.notAllowed, act: words.askedEnoughDo },
  'nobody-to-ask': { what: words.nobodyToAsk, act: words.nobodyToAskDo },
};

/** What is wrong with the tunnel, what is kept, and what to do; null where nothing is. `pace`: how often news is asked for. */
export function findTunnelFault(
  { choice, tunnel }: LiveView,
  say: FormatContext & { readonly pace: string },
): string | null {
  const { fault } = tunnel;
  if (fault === null) return null;
  const { texts, pace } = say;
  const values = {
    when: say.formats.when(fault.at, say.now),
    program: toProgramName(choice, texts),
    host: choice.kind === 'ssh' ? choice.host : '',
    user: choice.kind === 'ssh' ? choice.user : '',
    port: choice.kind === 'ssh' ? String(choice.remotePort) : '',
  };
  const { what, act, quotes } = FAULTS[fault.kind];
  const fill = (part: Part): string => texts.text(part as Message<keyof typeof values>, values);
  const said = quotes === true ? (fault.detail ?? '').trim() : '';
  const quote = said === '' ? [] : [texts.text(words.itSaid, { words: said })];
  return [fill(what), ...quote, texts.text(words.kept, { pace }), fill(act)].join(' ');
}

/** A program that waits for the user: the answer is given outside of the page, or can be asked for again. */
export interface ProgramNotice {
  readonly sentence: string;
  /** Whole; null where the sentence names what it is about. */
  readonly commandLine: string | null;
  readonly act: 'cancel' | 'ask-again';
}

export function findProgramNotice(
  { isOn, tunnel }: LiveView,
  problem: string | null,
  texts: Translator,
): ProgramNotice | null {
  const { state, question, fault } = tunnel;
  if (!isOn) return null;
  if (state === 'asking' && question !== undefined) {
    const message = question.place === 'dialog' ? words.askingDialog : words.askingTerminal;
    return { sentence: texts.text(message), commandLine: question.commandLine, act: 'cancel' };
  }
  if (problem === null || (fault?.kind !== 'not-allowed' && fault?.kind !== 'nobody-to-ask')) return null;
  return { sentence: problem, commandLine: fault.detail, act: 'ask-again' };
}

/** The key of a server that a person has to look at. */
export interface HostKeyQuestion {
  readonly host: string;
  /** What the server shows, whole. */
  readonly fingerprint: string;
  /** The server had another key when it was trusted. */
  readonly hasChanged: boolean;
  /** The one that was trusted; null where it is not known, or there was none. */
  readonly trusted: string | null;
}

export function findHostKey({ isOn, choice, tunnel }: LiveView): HostKeyQuestion | null {
  const { fault } = tunnel;
  if (!isOn || choice.kind !== 'ssh' || fault === null || fault.detail === null) return null;
  if (fault.kind !== 'host-key-unknown' && fault.kind !== 'host-key-changed') return null;
  return {
    host: choice.host,
    fingerprint: fault.detail,
    hasChanged: fault.kind === 'host-key-changed',
    trusted: fault.trusted ?? null,
  };
}

/**
 * Whether what a person typed is that fingerprint. What surrounds it where it is shown (length, name, kind of the key), and
 * a missing `SHA256:`, are forgiven; a letter is not.
 */
export function isFingerprint(typed: string, fingerprint: string): boolean {
  const wanted = fingerprint.replace(/^SHA256:/, '').replace(/=+$/, '');
  const words = typed.split(/\s+/).map((word) => word.replace(/^SHA256:/, '').replace(/=+$/, ''));
  return wanted !== '' && words.includes(wanted);
}
