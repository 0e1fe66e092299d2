import type { MessageView } from '#shared/contract/index.ts';
import { thread } from '#renderer/lib/words/thread.ts';
import type { Formats } from '#renderer/lib/format.ts';
import { hold } from '#renderer/features/composer/messages.ts';
import type { Texts } from '#renderer/lib/messages.ts';
import { isPicture } from './files.ts';
import { toSecondsLeft } from '#renderer/features/composer/composer-words.ts';
import { toMessageBody } from './message-body.ts';
import type { MessageLook } from './message-look.ts';
import { toSpokenAbout } from './origin-words.ts';

export interface LabelContext {
  readonly texts: Texts;
  readonly formats: Formats;
  /** Of the other person. */
  readonly name: string;
  readonly now: number;
}

/** What a screen reader says of a message: `You. Of course… 11:03, delivered. Reminder, sent to 64 people.` */
export function toMessageLabel(message: MessageView, look: MessageLook, context: LabelContext): string {
  const { texts, formats, name } = context;
  const who = message.direction === 'out' ? texts.text(thread.you) : name;
  const said =
    findHoldText(message, look, context) ?? (look.word === null ? null : texts.text(look.word).toLowerCase());
  const state = said === null ? '' : texts.text(thread.labelState, { state: said });
  const text = toSpokenText(message, texts);
  const label = texts.text(thread.label, { who, text, time: formats.time(message.at), state });
  return `${label}.${toSpokenAbout(message, texts)}`;
}

/** Steps with the coarse clock: a screen reader is not told every second. */
function findHoldText({ send }: MessageView, look: MessageLook, { texts, formats, now }: LabelContext): string | null {
  if (send?.state !== 'held' || !look.acts.includes('send-now')) return null;
  return texts.text(hold.goesOutSpoken, { time: formats.age(toSecondsLeft(send, now) * 1_000) });
}

/** What is said when a message arrives: sender and text. */
export function toArrivalText(message: MessageView, { texts, name }: Pick<LabelContext, 'texts' | 'name'>): string {
  return texts.text(thread.from, { name, text: toSpokenText(message, texts) });
}

function toSpokenText(message: MessageView, texts: Texts): string {
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
