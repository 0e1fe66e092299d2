/** What a message looks like, says and offers. */
import type { MessageView } from '#shared/contract/index.ts';
import { delivery, sending, lost } from '#renderer/lib/words/delivery.ts';
import { deliveryWords, type DeliveryMarkName } from '#renderer/lib/delivery-marks.ts';
import type { LinkState } from '#shared/domain/link-state.ts';
import type { Message, Translator } from '#renderer/lib/messages.ts';
import { findOwnSentence, toSaidWords } from '#renderer/lib/problems.ts';
import { hold } from '#renderer/features/composer/messages.ts';
import { toForwardText, isPicture, toMessageBody } from './message-text.ts';
import { leftOut, meta } from './messages.ts';
import { thread } from '#renderer/lib/words/thread.ts';
import type { Formats } from '#renderer/lib/format.ts';
import { toSecondsLeft } from '#renderer/features/composer/composer-words.ts';

/**
 * What can be done about a send. `undo`: take back what is held, into the composer. `send-now`: end its hold. `cancel`:
 * take it out of the outbox. `edit`: the same, back into the composer. `remove`: the same, gone. `retry`: the outbox once
 * more. `decide`: the same where it may go out twice, so the evidence comes first. `look`: look for a lost answer now.
 * `again`: a new text of the same words.
 */
export type SendAction = 'undo' | 'send-now' | 'cancel' | 'edit' | 'remove' | 'retry' | 'decide' | 'look' | 'again';

export interface MessageViewModel {
  readonly shape: 'in' | 'out' | 'failed' | 'scheduled';
  /** Null for incoming ones. */
  readonly mark: DeliveryMarkName | null;
  readonly word: Message | null;
  readonly isBad: boolean;
  /** Why, in our words. */
  readonly why: Message | null;
  /** Why, in the words of the service; comes in place of ours. */
  readonly whySaid: string | null;
  readonly actions: readonly SendAction[];
}

type SendView = NonNullable<MessageView['send']>;

const PLAIN: MessageViewModel = {
  shape: 'in',
  mark: null,
  word: null,
  isBad: false,
  why: null,
  whySaid: null,
  actions: [],
};
const OUT: MessageViewModel = { ...PLAIN, shape: 'out' };

/** What can be done where the person is blocked or unsubscribed: nothing that sends. */
const SENDING: ReadonlySet<SendAction> = new Set(['send-now', 'edit', 'retry', 'decide', 'again']);

/** A refused text can be removed there, which its two buttons do not offer otherwise. */
export function withoutSending(model: MessageViewModel): MessageViewModel {
  const left = model.actions.filter((action) => !SENDING.has(action));
  return { ...model, actions: model.actions.includes('edit') ? [...left, 'remove'] : left };
}

/** `link`: the connection to the service. */
export function toMessageViewModel(message: MessageView, link: LinkState): MessageViewModel {
  if (message.direction === 'in') return PLAIN;
  if (message.send !== null && message.send.state !== 'accepted') return toSendViewModel(message.send, link);
  return toDeliveryViewModel(message);
}

function toSendViewModel(send: SendView, link: LinkState): MessageViewModel {
  switch (send.state) {
    case 'held':
      return toHeldViewModel(send, link);
    case 'queued':
      return { ...OUT, mark: 'waiting', word: toWaitingWord(send, link), actions: ['cancel'] };
    case 'sending':
      return { ...OUT, mark: 'waiting', word: sending.sending };
    case 'refused':
      return toRefusedViewModel(send);
    case 'not-sent':
      return { ...toNotSent(lost.notSent), actions: ['retry', 'remove'] };
    case 'checking':
      return { ...OUT, mark: 'unknown', word: lost.checking, why: lost.sentence, actions: toLostActions(link) };
    case 'unknown':
      return { ...OUT, mark: 'unknown', word: sending.noAnswer, why: lost.sentenceOver, actions: toLostActions(link) };
    case 'accepted':
      return OUT;
  }
}

/** It goes out by itself, at once or as soon as the service can be reached: till then it can be taken back. */
function toHeldViewModel(send: SendView, link: LinkState): MessageViewModel {
  const model: MessageViewModel = { ...OUT, mark: 'waiting', word: sending.sending, actions: ['undo', 'send-now'] };
  return NO_SERVICE.has(link) ? { ...model, word: toWaitingWord(send, link), actions: ['undo'] } : model;
}

/** Looking needs the service. */
function toLostActions(link: LinkState): readonly SendAction[] {
  return NO_SERVICE.has(link) ? ['decide', 'remove'] : ['look', 'decide', 'remove'];
}

const NO_SERVICE: ReadonlySet<LinkState> = new Set(['lost', 'offline', 'unauthorized', 'keyless']);

function toWaitingWord({ problem, attempts }: SendView, link: LinkState): Message {
  if (link === 'unauthorized') return sending.waitingKey;
  if (link === 'keyless') return sending.waitingKeyless;
  if (link === 'offline') return delivery.waiting;
  if (link === 'slowed' || problem?.code === 'rate-limited') return sending.waitingSlow;
  if (link === 'maintenance' || problem?.code === 'maintenance') return sending.waitingMaintenance;
  return attempts === 0 ? sending.sending : sending.waitingAgain;
}

function toRefusedViewModel({ problem }: SendView): MessageViewModel {
  const said = problem === null ? '' : toSaidWords(problem);
  const why = problem === null ? null : findOwnSentence(problem);
  return { ...toNotSent(why ?? sending.refusedWhy), whySaid: said === '' ? null : said, actions: ['edit', 'retry'] };
}

function toNotSent(why: Message): MessageViewModel {
  return { ...OUT, shape: 'failed', mark: 'failed', word: sending.notSent, isBad: true, why };
}

function toDeliveryViewModel({ mark, letter }: MessageView): MessageViewModel {
  const known = mark ?? 'queued';
  const model: MessageViewModel = { ...OUT, mark: known, word: deliveryWords[known].word };
  switch (known) {
    case 'failed': {
      const why = letter === 'e' ? sending.byService : sending.byOperator;
      return { ...model, shape: 'failed', isBad: true, why, actions: ['again'] };
    }
    case 'rejected':
      return { ...model, shape: 'failed', isBad: true, why: sending.rejectedWhy, actions: ['again'] };
    case 'unsubscribed':
      return { ...model, isBad: true, why: sending.unsubscribedWhy };
    case 'unknown':
      return { ...model, why: sending.unknownWhy };
    case 'scheduled':
      return { ...model, shape: 'scheduled', word: letter === 'p' ? sending.scheduledPaused : model.word };
    case 'waiting':
    case 'queued':
    case 'sent':
    case 'delivered':
      return model;
  }
}

/** What the buttons below a message say. */

export const sendActionLabels = {
  undo: hold.undo,
  'send-now': hold.sendNow,
  cancel: sending.cancel,
  edit: sending.editAndSend,
  remove: lost.remove,
  retry: sending.sendAgain,
  decide: lost.decide,
  look: lost.lookNow,
  again: sending.sendAgain,
} as const;

/** What a word on a button leaves open, and its key. */
export const sendActionHints = {
  undo: { label: hold.undoHint, shortcut: ['Ctrl', 'Z'] },
  'send-now': { label: hold.sendNowHint, shortcut: ['Ctrl', 'Enter'] },
} as const;

/** `edit-again`: the text of one that failed stands in the composer again; the rest of `SendAction` is done about sends. */
export type MessageAction =
  | 'copy'
  | 'copy-with-time'
  | 'copy-link'
  | 'details'
  | 'forward'
  | 'edit-again'
  | Extract<SendAction, 'edit' | 'retry' | 'again' | 'cancel' | 'remove'>
  | 'check'
  | 'delete';

export interface MessageMenuModel {
  readonly actions: readonly MessageAction[];
  /** Only that part of the text is copied; '' where nothing of it is selected. */
  readonly selected: string;
  /** The link that was pointed at. */
  readonly link: string | null;
  readonly isChecked: boolean;
}

type MenuOptions = Omit<MessageMenuModel, 'actions'>;

/** What can be done to one message, in the order of the menu. */
export function toMessageMenu(message: MessageView, model: MessageViewModel, options: MenuOptions): MessageMenuModel {
  const { actions } = model;
  const wanted: readonly (readonly [MessageAction, boolean])[] = [
    ['copy', hasWords(message)],
    ['copy-with-time', hasWords(message)],
    ['copy-link', options.link !== null],
    ['forward', toForwardText([message]) !== ''],
    ['edit', actions.includes('edit')],
    ['edit-again', actions.includes('again') && message.text.trim() !== ''],
    ['retry', actions.includes('retry')],
    ['again', actions.includes('again')],
    ['cancel', actions.includes('cancel')],
    ['check', true],
    ['details', message.kind === 'text' || message.kind === 'call'],
    ['remove', actions.includes('remove')],
    ['delete', isDeletable(message)],
  ];
  return { ...options, actions: wanted.flatMap(([action, isOffered]) => (isOffered ? [action] : [])) };
}

/** Whether the service has it and can delete it; what has not left is taken out of the outbox instead. */
export function isDeletable({ kind, send }: MessageView): boolean {
  return (kind === 'text' || kind === 'call') && (send === null || send.state === 'accepted');
}

function hasWords({ text, files, send }: MessageView): boolean {
  return text.trim() !== '' || files.length > 0 || (send?.files.length ?? 0) > 0;
}

/** `note`: the service deletes no notes and no lines of its log · `unsent`: the service has it not · `unknown`: perhaps. */
type Reason = 'note' | 'unsent' | 'unknown';

const REASONS: readonly Reason[] = ['unsent', 'unknown', 'note'];

/** A sentence for each reason: `2 not deleted: they have not left this computer.` Empty where all of them can be. */
export function listNotDeleted(messages: readonly MessageView[], texts: Translator): string[] {
  const reasons = messages.filter((message) => !isDeletable(message)).map(toReason);
  return REASONS.flatMap((reason) => {
    const count = reasons.filter((one) => one === reason).length;
    return count === 0 ? [] : [texts.text(leftOut[reason], { count })];
  });
}

function toReason({ send }: MessageView): Reason {
  if (send === null) return 'note';
  return send.state === 'checking' || send.state === 'unknown' || send.state === 'sending' ? 'unknown' : 'unsent';
}

type Known = Pick<MessageView, 'origin' | 'author'>;

/** For the line under the message: `Reminder, sent to 64 people`, `Ruth Bell`. Empty for what was typed here. */
export function listAbout({ origin, author }: Known, texts: Translator): string[] {
  return [...(origin === null ? [] : [toOriginText(origin, texts)]), ...(author === null ? [] : [author])];
}

/** What a screen reader adds to the message, each a sentence with a blank before it; '' where there is nothing to say. */
function toSpokenAbout({ origin, author }: Known, texts: Translator): string {
  const writer = author === null ? null : texts.text(meta.writtenBy, { author });
  return [...listAbout({ origin, author: null }, texts), ...(writer === null ? [] : [writer])]
    .map((sentence) => ` ${sentence}.`)
    .join('');
}

function toOriginText({ name, recipientsCount: count }: NonNullable<Known['origin']>, texts: Translator): string {
  return name === null ? texts.text(meta.sentToMany, { count }) : texts.text(meta.namedSentToMany, { name, count });
}

export interface LabelContext {
  readonly texts: Translator;
  readonly formats: Formats;
  /** Of the other person. */
  readonly name: string;
  readonly now: number;
  /** When its words were sent again; null or left out: they were not. */
  readonly resentAt?: number | null;
}

/**
 * What a screen reader says of a message: `You. Of course… 11:03, delivered. Reminder, sent to 64 people.` With the day where
 * that is not today.
 */
export function toMessageLabel(message: MessageView, model: MessageViewModel, context: LabelContext): string {
  const { texts, formats, name } = context;
  const who = message.direction === 'out' ? texts.text(thread.you) : name;
  const said =
    findHoldText(message, model, context) ?? (model.word === null ? null : texts.text(model.word).toLowerCase());
  const again =
    context.resentAt == null
      ? null
      : texts.text(thread.labelAgain, { time: formats.moment(context.resentAt, context.now) });
  const state = [said, again]
    .map((part) => (part === null ? '' : texts.text(thread.labelState, { state: part })))
    .join('');
  const text = toSpokenText(message, texts);
  const label = texts.text(thread.label, { who, text, time: formats.moment(message.at, context.now), state });
  return `${label}.${toSpokenAbout(message, texts)}`;
}

/** Steps with the coarse clock: a screen reader is not told every second. */
function findHoldText(
  { send }: MessageView,
  model: MessageViewModel,
  { texts, formats, now }: LabelContext,
): string | null {
  if (send?.state !== 'held' || !model.actions.includes('send-now')) return null;
  return texts.text(hold.goesOutSpoken, { time: formats.age(toSecondsLeft(send, now) * 1_000) });
}

/** What is said when a message arrives: sender and text. */
export function toArrivalText(message: MessageView, { texts, name }: Pick<LabelContext, 'texts' | 'name'>): string {
  const { kind, text } = message;
  return kind === 'call' && text.trim() === ''
    ? texts.text(thread.callFrom, { name })
    : texts.text(thread.from, { name, text: toSpokenText(message, texts) });
}

function toSpokenText(message: MessageView, texts: Translator): string {
  const { files, kind } = message;
  // The links of its files are not read out: their names are.
  const { text, attached } = toMessageBody(message, '');
  const own = attached.map(({ name }) => name);
  const parts = files.map((file) =>
    isPicture(file) ? texts.text(thread.picture) : file.name || texts.text(thread.file),
  );
  parts.push(...own);
  if (kind === 'call' && text.trim() === '') parts.push(texts.text(thread.call));
  return [text.trim(), ...parts].filter((part) => part !== '').join(' ');
}
