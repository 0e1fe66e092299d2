/** What waits on this computer, as its list shows it. */
import type { OutboxView } from '#shared/contract/index.ts';
import { waiting } from '../catalogue/waiting.ts';
import type { DeliveryMarkName } from '../delivery-marks.ts';
import type { Formats } from '../format.ts';
import { withFilesCount } from './own-files.ts';
import type { LinkState } from '../link-state.ts';
import type { Message, Texts } from '../messages.ts';

export interface WaitingContext {
  readonly texts: Texts;
  readonly formats: Formats;
  readonly now: number;
}

export interface WaitingRow {
  readonly key: string;
  /** Null: no chat is known, and there is nothing to open. */
  readonly chatId: number | null;
  readonly phone: string;
  readonly title: string;
  readonly text: string;
  /** `since 09:41` */
  readonly since: string;
  readonly mark: DeliveryMarkName;
  /** Null for changes to chats. */
  readonly sendId: string | null;
  readonly isLeaving: boolean;
  readonly canCancel: boolean;
}

export interface WaitingSection {
  readonly key: 'texts' | 'changes' | 'checking' | 'stopped';
  readonly title: string;
  /** What a person can do; null where nothing has to be done. */
  readonly hint: string | null;
  readonly rows: readonly WaitingRow[];
  /** Those that are not listed. */
  readonly more: number;
}

/** What the title bar says about what waits. */
export interface WaitingLight {
  readonly mark: DeliveryMarkName;
  readonly text: string;
}

type SendLine = OutboxView['sends'][number];
type ActionLine = OutboxView['actions'][number];

const ACTIONS: Readonly<Record<ActionLine['kind'], Message>> = {
  read: waiting.action_read,
  unread: waiting.action_unread,
  close: waiting.action_close,
  reopen: waiting.action_reopen,
  pin: waiting.action_pin,
  unpin: waiting.action_unpin,
  mute: waiting.action_mute,
  unmute: waiting.action_unmute,
  delete: waiting.action_delete,
  block: waiting.action_block,
  unblock: waiting.action_unblock,
  'delete-messages': waiting.action_deleteMessages,
};

const KINDS: Readonly<Record<SendLine['state'], WaitingSection['key'] | null>> = {
  held: 'texts',
  queued: 'texts',
  sending: 'texts',
  checking: 'checking',
  unknown: 'checking',
  refused: 'stopped',
  'not-sent': 'stopped',
  accepted: null,
};

/** The sections that have something in them: what leaves by itself first. */
export function toWaitingSections({ counts, sends, actions }: OutboxView, context: WaitingContext): WaitingSection[] {
  const { texts } = context;
  const list = (key: WaitingSection['key']): WaitingRow[] =>
    sends.filter(({ state }) => KINDS[state] === key).map((line) => toSendRow(line, context));
  const section = (
    key: WaitingSection['key'],
    { title, hint, rows, count }: { title: Message; hint: Message | null; rows: readonly WaitingRow[]; count: number },
  ): WaitingSection => ({
    key,
    title: texts.text(title),
    hint: hint === null ? null : texts.text(hint),
    rows,
    more: Math.max(0, count - rows.length),
  });
  return [
    section('texts', { title: waiting.texts, hint: null, rows: list('texts'), count: counts.waiting }),
    section('changes', {
      title: waiting.changes,
      hint: null,
      rows: actions.map((line, index) => toActionRow(line, index, context)),
      count: counts.actions,
    }),
    section('checking', {
      title: waiting.checking,
      hint: waiting.lostText,
      rows: list('checking'),
      count: counts.checking,
    }),
    section('stopped', {
      title: waiting.stopped,
      hint: waiting.stoppedText,
      rows: list('stopped'),
      count: counts.stopped,
    }),
  ].filter(({ rows, more }) => rows.length + more > 0);
}

/** When what waits goes out; null where nothing does by itself. */
export function findWaitingIntro({ counts }: OutboxView, link: LinkState, texts: Texts): string | null {
  if (counts.waiting + counts.actions === 0) return null;
  if (link === 'unauthorized' || link === 'keyless') return texts.text(waiting.introKey);
  return texts.text(link === 'offline' ? waiting.introOffline : waiting.intro);
}

/** What leaves at once needs no light; what is still here after this long does. */
const LASTING_MS = 5_000;

/**
 * What the light in the title bar says: how much has been waiting for longer than a moment, with the lost answers; or
 * those alone. Null: it is not lit.
 */
export function findWaitingLight(
  view: OutboxView,
  { texts, now }: Pick<WaitingContext, 'texts' | 'now'>,
): WaitingLight | null {
  const { counts, sends, actions } = view;
  const isLasting = ({ createdAt }: { readonly createdAt: number }): boolean => now - createdAt >= LASTING_MS;
  const isLeaving = sends.some((line) => KINDS[line.state] === 'texts' && isLasting(line)) || actions.some(isLasting);
  const lost = counts.checking === 0 ? null : texts.text(waiting.lightChecking, { count: counts.checking });
  if (!isLeaving) return lost === null ? null : { mark: 'unknown', text: lost };
  const text = texts.text(waiting.light, { count: counts.waiting + counts.actions });
  return {
    mark: 'waiting',
    text: lost === null ? text : texts.text(waiting.lightBoth, { waiting: text, checking: lost }),
  };
}

function toSendRow(
  { sendId, chatId, phone, name, text, state, createdAt, filesCount }: SendLine,
  context: WaitingContext,
): WaitingRow {
  return {
    key: sendId,
    chatId,
    phone,
    title: name === '' ? context.formats.phone(phone) : name,
    text: withFilesCount(text.replace(/\s+/g, ' ').trim(), filesCount, context.texts),
    since: toSince(createdAt, context),
    mark: KINDS[state] === 'checking' ? 'unknown' : KINDS[state] === 'stopped' ? 'failed' : 'waiting',
    sendId,
    isLeaving: state === 'sending',
    canCancel: state === 'held' || state === 'queued',
  };
}

function toActionRow(
  { chatId, phone, name, kind, createdAt }: ActionLine,
  index: number,
  context: WaitingContext,
): WaitingRow {
  const { texts, formats } = context;
  const title = name === '' && phone === '' ? texts.text(waiting.aChat) : name === '' ? formats.phone(phone) : name;
  return {
    key: `action ${String(chatId)} ${kind} ${String(index)}`,
    chatId,
    phone,
    title,
    text: texts.text(ACTIONS[kind]),
    since: toSince(createdAt, context),
    mark: 'waiting',
    sendId: null,
    isLeaving: false,
    canCancel: false,
  };
}

function toSince(at: number, { texts, formats, now }: WaitingContext): string {
  const time = formats.isSameDay(at, now) ? formats.time(at) : formats.dateTime(at, now);
  return texts.text(waiting.since, { time });
}
