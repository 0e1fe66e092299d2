import type { MessageView } from '#shared/contract/index.ts';
import { thread } from '../catalogue/inbox.ts';
import type { Formats } from '../format.ts';
import type { Texts } from '../messages.ts';
import { isPicture } from './files.ts';
import type { MessageLook } from './message-look.ts';

export interface LabelContext {
  readonly texts: Texts;
  readonly formats: Formats;
  /** Of the other person. */
  readonly name: string;
}

/** What a screen reader says of a message: `You. Of course… 11:03, delivered.` */
export function toMessageLabel(message: MessageView, look: MessageLook, context: LabelContext): string {
  const { texts, formats, name } = context;
  const who = message.direction === 'out' ? texts.text(thread.you) : name;
  const state = look.word === null ? '' : texts.text(thread.labelState, { state: texts.text(look.word).toLowerCase() });
  const text = toSpokenText(message, texts);
  return `${texts.text(thread.label, { who, text, time: formats.time(message.at), state })}.`;
}

/** What is said when a message arrives: sender and text. */
export function toArrivalText(message: MessageView, { texts, name }: Pick<LabelContext, 'texts' | 'name'>): string {
  return texts.text(thread.from, { name, text: toSpokenText(message, texts) });
}

function toSpokenText({ text, files, kind }: MessageView, texts: Texts): string {
  const parts = files.map((file) =>
    isPicture(file) ? texts.text(thread.picture) : file.name || texts.text(thread.file),
  );
  if (kind === 'call' && text.trim() === '') parts.push(texts.text(thread.call));
  return [text.trim(), ...parts].filter((part) => part !== '').join(' ');
}
