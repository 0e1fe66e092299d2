/** What is said of texts that the page keeps while main is away: to whom they are. */
import { unsentTexts } from '#renderer/lib/words/delivery.ts';
import type { Translator } from '#renderer/lib/messages.ts';

/** A chat with texts that main has not taken. */
export interface KeptChat {
  readonly phone: string;
  readonly title: string;
  readonly count: number;
}

/** By chat, in the order of their first text. `toTitle`: the name of a person, or the number. */
export function toKeptChats<Text extends { readonly phone: string }>(
  texts: readonly Text[],
  toTitle: (text: Text) => string,
): readonly KeptChat[] {
  return [...Map.groupBy(texts, ({ phone }) => phone)].map(([phone, some]) => ({
    phone,
    title: some.map(toTitle).findLast((title) => title !== '') ?? '',
    count: some.length,
  }));
}

/** Null where nothing is kept. */
export function findKeptWords(
  chats: readonly KeptChat[],
  texts: Translator,
): { readonly title: string; readonly text: string } | null {
  const [first, second, ...others] = chats;
  if (first === undefined) return null;
  const count = chats.reduce((sum, chat) => sum + chat.count, 0);
  return { title: toTitle(first, { second, others, texts }), text: texts.text(unsentTexts.bannerText, { count }) };
}

function toTitle(
  first: KeptChat,
  { second, others, texts }: { second: KeptChat | undefined; others: readonly KeptChat[]; texts: Translator },
): string {
  if (second === undefined) return texts.text(unsentTexts.oneChat, { count: first.count, name: first.title });
  const names = { first: first.title, second: second.title };
  if (others.length === 0) return texts.text(unsentTexts.twoChats, names);
  return texts.text(unsentTexts.moreChats, { ...names, count: others.length });
}
