/** Where a text comes from that nobody typed in this chat, and who of the team wrote it, in words. */
import type { MessageView } from '#shared/contract/index.ts';
import { meta as words } from './messages.ts';
import type { Translator } from '#renderer/lib/messages.ts';

type Known = Pick<MessageView, 'origin' | 'author'>;

/** For the line under the message: `Reminder, sent to 64 people`, `Ruth Bell`. Empty for what was typed here. */
export function listAbout({ origin, author }: Known, texts: Translator): string[] {
  return [...(origin === null ? [] : [toOriginText(origin, texts)]), ...(author === null ? [] : [author])];
}

/** What a screen reader adds to the message, each a sentence with a blank before it; '' where there is nothing to say. */
export function toSpokenAbout({ origin, author }: Known, texts: Translator): string {
  const writer = author === null ? null : texts.text(words.writtenBy, { author });
  return [...listAbout({ origin, author: null }, texts), ...(writer === null ? [] : [writer])]
    .map((sentence) => ` ${sentence}.`)
    .join('');
}

function toOriginText({ name, recipientsCount: count }: NonNullable<Known['origin']>, texts: Translator): string {
  return name === null ? texts.text(words.sentToMany, { count }) : texts.text(words.namedSentToMany, { name, count });
}
