import type { Store } from '#main/store/api.ts';
import type { ChatView, RequestInput, RequestOutput } from '#shared/contract/index.ts';
import { toChatId } from '#shared/domain/ids.ts';
import { toDisplayName } from '#shared/domain/names.ts';
import { toIsoInstant } from '#main/services/files/csv.ts';
import { toNotFound } from '#main/services/refusals.ts';
import type { Services } from '#main/services/services.ts';
import { writeTranscript, writeTranscriptTable } from './formats.ts';
import { readLines, type Sides, type TranscriptLine } from './lines.ts';

/**
 * Writes a whole conversation into a file, from this computer alone: also offline and without the key. Oldest first, as far
 * as it is kept here; memory holds one page, however long it is. What arrives meanwhile need not be in it. Throws
 * `not-found` or `disk`.
 */
export async function exportTranscript(
  { session, files, now }: Services,
  input: RequestInput<'chats.export'>,
): Promise<RequestOutput<'chats.export'>> {
  const { store } = session.getAccount();
  const chat = await store.findChat({ chatId: toChatId(input.chatId), phone: null });
  if (chat === null) throw toNotFound('chat');
  const chatId = toChatId(chat.id);
  const exportedAt = now();
  const isComplete = await isWhole(store, chat);
  const counted = { messages: 0 };
  const lines = countLines(readLines(store, chatId, await toSides(store, chat)), counted);
  const head = { name: chat.name, phone: chat.phone, exportedAt, isComplete };
  const isText = input.format === 'text';
  const pieces = isText ? writeTranscript(lines, head) : writeTranscriptTable(lines, head);
  const name = `chat-${chat.phone}-${toIsoInstant(exportedAt).slice(0, 10)}.${isText ? 'txt' : 'csv'}`;
  const mimeType = isText ? 'text/plain' : 'text/csv';
  const { handle } = await files.write({ name, mimeType }, pieces);
  return { handle, messagesCount: counted.messages, isComplete };
}

async function toSides(store: Pick<Store, 'getAccount'>, chat: ChatView): Promise<Sides> {
  const account = await store.getAccount({});
  const us = account === null ? '' : toDisplayName(account) || account.username;
  const number = /^\d+$/.test(chat.phone) ? `+${chat.phone}` : chat.phone;
  return { us: us === '' ? 'Us' : us, them: chat.name === '' ? number : chat.name };
}

/** What only this computer knows yet has no past at the service. */
async function isWhole(store: Pick<Store, 'getCompleteness'>, chat: ChatView): Promise<boolean> {
  if (chat.id < 0) return true;
  const known = await store.getCompleteness({ chatId: toChatId(chat.id) });
  return known !== null && known.upToAt !== null && known.fromAt === null && known.gaps.length === 0;
}

async function* countLines(
  pages: AsyncIterable<readonly TranscriptLine[]>,
  counted: { messages: number },
): AsyncGenerator<readonly TranscriptLine[]> {
  for await (const page of pages) {
    counted.messages += page.length;
    yield page;
  }
}
