/** Messages as lines of text, for the clipboard and for another message. */
import type { MessageView } from '#shared/contract/index.ts';
import { thread } from '#renderer/lib/words/thread.ts';
import { messageActs } from './messages.ts';
import type { Formats } from '#renderer/lib/format.ts';
import type { Translator } from '#renderer/lib/messages.ts';
import { isPicture } from './files.ts';

export interface CopyContext {
  readonly texts: Translator;
  readonly formats: Formats;
  /** Of the other person. */
  readonly name: string;
  /** Of whoever writes here. */
  readonly ownName: string;
}

/** No message is of that year: dates always carry theirs. */
const ANOTHER_YEAR = 0;

/** What a message says, without its time: its text, else the names of its files. */
export function toPlainText({ text, files, send }: MessageView, texts: Translator): string {
  if (text.trim() !== '') return text;
  const names = files.map((file) => file.name || texts.text(isPicture(file) ? thread.picture : thread.file));
  return [...names, ...(send?.files ?? []).map(({ name }) => name)].join(', ');
}

/** `[20 Nov 2026, 09:52] Deborah Okonkwo: Can he have his breakfast?` */
export function toCopyLine(message: MessageView, { texts, formats, name, ownName }: CopyContext): string {
  return texts.text(messageActs.line, {
    date: formats.date(message.at, ANOTHER_YEAR),
    time: formats.time(message.at),
    name: message.direction === 'in' ? name : ownName,
    text: toPlainText(message, texts),
  });
}

/** One line for each, in the order of the thread. */
export function toCopyLines(messages: readonly MessageView[], context: CopyContext): string {
  return messages.map((message) => toCopyLine(message, context)).join('\n');
}

/** What goes into another message: the texts below each other. Empty where none of them has any. */
export function toForwardText(messages: readonly MessageView[]): string {
  return messages
    .filter(({ kind }) => kind === 'text')
    .map(({ text }) => text.trim())
    .filter((text) => text !== '')
    .join('\n');
}
