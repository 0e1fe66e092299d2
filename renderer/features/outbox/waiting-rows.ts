/** What waits on this computer, as its list shows it. */
import type { OutboxView } from '#shared/contract/index.ts';
import { unsentTexts } from '#renderer/lib/words/delivery.ts';
import { waiting } from './messages.ts';
import type { DeliveryMarkName } from '#renderer/lib/delivery-marks.ts';
import { withFilesCount } from '#renderer/lib/own-files.ts';
import type { LinkState } from '#shared/domain/link-state.ts';
import type { Message, Translator } from '#renderer/lib/messages.ts';
import type { FormatContext } from '#renderer/lib/format.ts';

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
  /** Null for what is no text in the outbox. */
  readonly sendId: string | null;
  readonly isLeaving: boolean;
  /** Null: it cannot be cancelled. */
  readonly cancel: WaitingCancel | null;
}

/** How it is taken back, and the label of its button for screen readers. */
export interface WaitingCancel {
  readonly label: string;
  readonly of:
    | { readonly kind: 'text'; readonly sendId: string }
    | { readonly kind: 'change'; readonly waitingId: string }
    /** A text that main has not taken. */
    | { readonly kind: 'unsent'; readonly requestId: string };
}

/** A text that only this page has. */
export interface UnsentLine {
  readonly requestId: string;
  readonly phone: string;
  readonly name: string;
  readonly text: string;
  readonly fileIds: readonly string[];
  readonly at: number;
  /** Main may have it. */
  readonly isAsked: boolean;
}

export interface WaitingSection {
  readonly key: 'unsent' | 'texts' | 'changes' | 'checking' | 'stopped';
  readonly title: string;
  /** What the user can do; null where nothing has to be done. */
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
export function toWaitingSections({ counts, sends, actions }: OutboxView, context: FormatContext): WaitingSection[] {
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
      rows: actions.map((line) => toActionRow(line, context)),
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

/** The texts that only this page has; null where there are none. */
export function findUnsentSection(unsent: readonly UnsentLine[], context: FormatContext): WaitingSection | null {
  if (unsent.length === 0) return null;
  const { texts } = context;
  const rows = unsent.map((line) => toUnsentRow(line, context));
  return { key: 'unsent', title: texts.text(unsentTexts.list), hint: texts.text(unsentTexts.listHint), rows, more: 0 };
}

/** When what waits goes out; null where nothing does by itself. */
export function findWaitingIntro({ counts }: OutboxView, link: LinkState, texts: Translator): string | null {
  if (counts.waiting + counts.actions === 0) return null;
  if (link === 'unauthorized' || link === 'keyless') return texts.text(waiting.introKey);
  return texts.text(link === 'offline' ? waiting.introOffline : waiting.intro);
}

/** The title bar shows only what has been waiting for longer than this. */
const LASTING_MS = 5_000;

/**
 * What the light in the title bar says: how much has been waiting for longer than a moment, with the lost answers; or
 * those alone. Null: there is none.
 */
export function findWaitingLight(
  view: OutboxView,
  { texts, now, unsentCount = 0 }: Pick<FormatContext, 'texts' | 'now'> & { readonly unsentCount?: number },
): WaitingLight | null {
  const { counts, sends, actions } = view;
  const isLasting = ({ createdAt }: { readonly createdAt: number }): boolean => now - createdAt >= LASTING_MS;
  const isLeaving = sends.some((line) => KINDS[line.state] === 'texts' && isLasting(line)) || actions.some(isLasting);
  const lost = counts.checking === 0 ? null : texts.text(waiting.lightChecking, { count: counts.checking });
  if (!isLeaving && unsentCount === 0) return lost === null ? null : { mark: 'unknown', text: lost };
  const text = texts.text(waiting.light, { count: counts.waiting + counts.actions + unsentCount });
  return {
    mark: 'waiting',
    text: lost === null ? text : texts.text(waiting.lightBoth, { waiting: text, checking: lost }),
  };
}

function toSendRow(
  { sendId, chatId, phone, name, text, state, createdAt, filesCount }: SendLine,
  context: FormatContext,
): WaitingRow {
  const title = name === '' ? context.formats.phone(phone) : name;
  const label = context.texts.text(waiting.cancelOf, { name: title });
  return {
    key: sendId,
    chatId,
    phone,
    title,
    text: withFilesCount(text.replace(/\s+/g, ' ').trim(), filesCount, context.texts),
    since: toSince(createdAt, context),
    mark: KINDS[state] === 'checking' ? 'unknown' : KINDS[state] === 'stopped' ? 'failed' : 'waiting',
    sendId,
    isLeaving: state === 'sending',
    cancel: state === 'held' || state === 'queued' ? { label, of: { kind: 'text', sendId } } : null,
  };
}

function toActionRow(
  { waitingId, chatId, phone, name, kind, createdAt }: ActionLine,
  context: FormatContext,
): WaitingRow {
  const { texts, formats } = context;
  const title = name === '' && phone === '' ? texts.text(waiting.aChat) : name === '' ? formats.phone(phone) : name;
  const text = texts.text(ACTIONS[kind]);
  return {
    key: waitingId,
    chatId,
    phone,
    title,
    text,
    since: toSince(createdAt, context),
    mark: 'waiting',
    sendId: null,
    isLeaving: false,
    cancel: {
      label: texts.text(waiting.cancelChangeOf, { what: text, name: title }),
      of: { kind: 'change', waitingId },
    },
  };
}

function toUnsentRow(
  { requestId, phone, name, text, fileIds, at, isAsked }: UnsentLine,
  context: FormatContext,
): WaitingRow {
  const { texts, formats } = context;
  const title = name === '' ? formats.phone(phone) : name;
  const label = texts.text(waiting.cancelOf, { name: title });
  return {
    key: requestId,
    chatId: null,
    phone,
    title,
    text: withFilesCount(text.replace(/\s+/g, ' ').trim(), fileIds.length, texts),
    since: toSince(at, context),
    mark: 'waiting',
    sendId: null,
    isLeaving: isAsked,
    cancel: isAsked ? null : { label, of: { kind: 'unsent', requestId } },
  };
}

function toSince(at: number, context: FormatContext): string {
  return context.texts.text(waiting.since, { time: context.formats.moment(at, context.now) });
}
