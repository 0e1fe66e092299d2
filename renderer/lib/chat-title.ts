import type { ChatView } from '#shared/contract/index.ts';
import type { Formats } from './format.ts';

/** The name of a chat for sentences: the person's, else the number. */
export function toChatTitle(chat: Pick<ChatView, 'name' | 'phone'>, formats: Formats): string {
  return chat.name === '' ? formats.phone(chat.phone) : chat.name;
}
