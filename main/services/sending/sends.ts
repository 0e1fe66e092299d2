import { toStableId } from '#main/platform/ids.ts';
import type { Store } from '#main/store/api.ts';
import type { RequestInput } from '#shared/contract/index.ts';
import { toFileId, toSendId, type ChatId, type FileId, type PhoneKey, type SendId } from '#shared/domain/ids.ts';
import type { Send, SendFile } from '#shared/domain/sends.ts';
import { toNotFound, toUsedIdRefusal } from '#main/services/refusals.ts';
import { predictParts, resolvePhone, toNewSend } from './new-send.ts';
import { findPartPrice, toPrice } from './prices.ts';
import type { OpenAccount } from '#main/services/account/open-account.ts';
import type { Session } from '#main/services/account/session.ts';
import type { Settings } from '#main/services/settings/settings.ts';

type NewText = RequestInput<'sends.create'>;

interface SendNeeds {
  readonly session: Pick<Session, 'getAccountNamed'>;
  readonly settings: Pick<Settings, 'get'>;
  readonly now: () => number;
}

/** The id of the send that a request makes. */
export const toSendIdOf = (requestId: string): SendId => toSendId(toStableId(`send\n${requestId}`, 20));

/**
 * Writes a text into the outbox; it leaves when its hold is over. Its id follows from the request's: a repeat, even after a
 * restart, finds the send and is not a second one. Throws `validation` with the fields `phone` (`not-a-number`,
 * `too-short`, …), `text` (`empty`, `too-long`) and `requestId` (`used`: for another text, or one that was taken back
 * since, which must not leave after all), `not-found` for a file that neither the draft nor the send in `filesOf` has,
 * `unauthorized` where the text is another account's, or `disk`. `holdSeconds`: instead of the user's own.
 */
export async function createSend(
  { session, settings, now }: SendNeeds,
  input: NewText,
  more: { readonly holdSeconds?: number } = {},
): Promise<{ readonly sendId: SendId; readonly chatId: ChatId }> {
  const account = session.getAccountNamed(input.account);
  const { store, outbox } = account;
  const sendId = toSendIdOf(input.requestId);
  const existing = await store.findSend({ sendId });
  const at = now();
  if (existing !== null) {
    if (!(await isSame(store, existing, input))) throw toUsedIdRefusal();
    return { sendId, chatId: await store.ensureChat({ phone: existing.phone, at }) };
  }
  if ((await store.getLedgerEntry({ sendId })) !== null) throw toUsedIdRefusal();

  const { phone, ...written } = await write(account, input);
  const chat = await store.findChat({ chatId: null, phone });
  const chatId = await store.ensureChat({ phone, at });
  const createChat = chat === null || chat.id < 0;
  const chosen = await settings.get();
  const { ownReference, holdSeconds } = { ...chosen, ...more };
  const own = { ownReference: ownReference === '' ? null : ownReference, createChat };
  await outbox.create(toNewSend({ id: sendId, phone, ...written, ...own }, { at, holdMs: holdSeconds * 1_000 }));
  return { sendId, chatId };
}

async function isSame(store: Store, send: Send, input: NewText): Promise<boolean> {
  const { phone, text, from, filesOf = null, fileIds = [] } = input;
  const ids = filesOf === null ? fileIds : send.files.map((_, index) => toCopyId(input, index));
  const hasFiles = send.files.length === ids.length && send.files.every(({ id }, index) => id === ids[index]);
  const isSaid = send.text === text && send.from === from && hasFiles;
  return isSaid && send.phone === (await resolvePhone(store, phone));
}

/** Checks what was written, and predicts what the operators will make of it. */
async function write({ store, credentials }: Pick<OpenAccount, 'store' | 'credentials'>, input: NewText) {
  const { text, from, filesOf = null, fileIds = [], phone: typed } = input;
  const { webUrl } = credentials;
  const phone = await resolvePhone(store, typed);
  const files = filesOf === null ? await findDraftFiles(store, phone, fileIds) : await copyFiles(store, input, filesOf);
  const partsPredicted = predictParts({ text, filesCount: files.length, webUrl });
  const pricePredicted = toPrice(await findPartPrice(store, phone), partsPredicted);
  return { phone, text, from, files, partsPredicted, pricePredicted };
}

/** In the order asked for. Where the service keeps them is known to their rows alone. */
async function findDraftFiles(store: Store, phone: PhoneKey, ids: readonly string[]): Promise<readonly SendFile[]> {
  if (ids.length === 0) return [];
  const { files } = await store.getDraft({ phone });
  const known = new Map(files.map((file) => [file.id, file]));
  return ids.map((id) => {
    const file = known.get(id);
    if (file === undefined) throw toNotFound('file of this draft');
    // Twice the same is one too many.
    known.delete(id);
    const { name, mimeType, sizeBytes } = file;
    return { id: toFileId(id), name, mimeType, sizeBytes, href: null };
  });
}

/** Files that the service has from another send: it keeps them, so the same links are put into this text. */
async function copyFiles(store: Store, input: NewText, filesOf: string): Promise<readonly SendFile[]> {
  const original = await store.findSend({ sendId: toSendId(filesOf) });
  if (original === null || original.files.some(({ href }) => href === null))
    throw toNotFound('uploaded file of that text');
  return original.files.map((file, index) => ({ ...file, id: toCopyId(input, index) }));
}

const toCopyId = ({ requestId }: NewText, index: number): FileId =>
  toFileId(toStableId(`file\n${requestId}\n${index}`, 20));

/** As the page shows it. */
export function toOwnFileView({ id, name, mimeType, sizeBytes, href }: SendFile) {
  return { id, name, mimeType, sizeBytes, isUploaded: href !== null };
}
