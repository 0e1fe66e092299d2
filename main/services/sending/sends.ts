import { toStableId } from '#main/platform/ids.ts';
import type { Store } from '#main/store/api.ts';
import type { RequestOutput } from '#shared/contract/index.ts';
import { toFileId, toSendId, type ChatId, type PhoneKey, type SendId } from '#shared/domain/ids.ts';
import { parsePhoneEntry } from '#shared/domain/phone-entry.ts';
import { isTextableNumber, toPhoneKey } from '#shared/domain/phones.ts';
import type { Send, SendFile } from '#shared/domain/sends.ts';
import { toNotFound, toRefusal, toUsedIdRefusal } from '#main/services/refusals.ts';
import { predictParts, toNewSend, toOwnFileView } from './new-send.ts';
import { findPartPrice, toPrice } from './prices.ts';
import type { Session } from '#main/services/account/session.ts';
import type { Settings } from '#main/services/settings/settings.ts';

interface NewText {
  readonly requestId: string;
  readonly phone: string;
  /** May be empty where there are files. */
  readonly text: string;
  readonly from: string | null;
  /** Of the draft of that number, in the order of their links. */
  readonly fileIds?: readonly string[] | undefined;
  /** Whose text it is; undefined: of whoever is open. */
  readonly account?: string | undefined;
}

interface SendsNeeds {
  readonly session: Session;
  readonly settings: Pick<Settings, 'get'>;
  readonly now: () => number;
}

/** What a person sends. */
export class Sends {
  readonly #needs: SendsNeeds;

  constructor(needs: SendsNeeds) {
    this.#needs = needs;
  }

  /**
   * Writes the message down; it leaves when its hold is over. Its id follows from the request's: a repeat, even after a
   * restart, finds the send and is not a second one. Throws `validation` with the fields `phone` (`not-a-number`,
   * `too-short`, …), `text` (`empty`, `too-long`) and `requestId` (`used`: for another text, or one that was taken back
   * since, which must not leave after all), `not-found` for a file that the draft does not have, `unauthorized` where it is
   * another account's, or `disk`.
   */
  async create(input: NewText): Promise<{ readonly sendId: SendId; readonly chatId: ChatId }> {
    const { store, outbox } = this.#needs.session.getAccountNamed(input.account);
    const sendId = toSendId(toStableId(`send\n${input.requestId}`, 20));
    const existing = await store.findSend({ sendId });
    const at = this.#needs.now();
    if (existing !== null) {
      if (!(await this.#isSame(store, existing, input))) throw toUsedIdRefusal();
      return { sendId, chatId: await store.ensureChat({ phone: existing.phone, at }) };
    }
    if ((await store.getLedgerEntry({ sendId })) !== null) throw toUsedIdRefusal();

    const { phone, ...written } = await this.#write(store, input);
    const chat = await store.findChat({ chatId: null, phone });
    const chatId = await store.ensureChat({ phone, at });
    const createChat = chat === null || chat.id < 0;
    const { holdSeconds, ownReference } = await this.#needs.settings.get();
    const own = { ownReference: ownReference === '' ? null : ownReference, createChat };
    await outbox.create(toNewSend({ id: sendId, phone, ...written, ...own }, { at, holdMs: holdSeconds * 1_000 }));
    return { sendId, chatId };
  }

  async #isSame(store: Store, send: Send, { phone, text, from, fileIds = [] }: NewText): Promise<boolean> {
    const hasFiles = send.files.length === fileIds.length && send.files.every(({ id }, index) => id === fileIds[index]);
    const isSaid = send.text === text && send.from === from && hasFiles;
    return isSaid && send.phone === (await this.#resolvePhone(store, phone));
  }

  /** Checks what was written, and predicts what the operators will make of it. */
  async #write(store: Store, { text, from, fileIds = [], phone: typed }: NewText) {
    const { webUrl } = this.#needs.session.getAccount().credentials;
    const partsPredicted = predictParts({ text, filesCount: fileIds.length, webUrl });
    const phone = await this.#resolvePhone(store, typed);
    const files = await findDraftFiles(store, phone, fileIds);
    const pricePredicted = toPrice(await findPartPrice(store, phone), partsPredicted);
    return { phone, text, from, files, partsPredicted, pricePredicted };
  }

  /** A number that has a chat was texted before; a new one must at least be possible. */
  async #resolvePhone(store: Store, typed: string): Promise<PhoneKey> {
    const key = toPhoneKey(typed);
    if (isTextableNumber(key) && (await store.findChat({ chatId: null, phone: key })) !== null) return key;
    const account = await store.getAccount({});
    const entry = parsePhoneEntry(typed, account?.phone ?? null, account?.country ?? null);
    if (entry.kind === 'impossible') throw toRefusal('phone', entry.reason);
    return entry.phone;
  }

  /** Ends the hold of a text and of those before it to the same number. Throws `not-found` where it is not held. */
  async sendNow(sendId: SendId): Promise<void> {
    await this.#needs.session.getAccount().outbox.sendNow(sendId);
  }

  /**
   * Once more, because a person says so. Throws `not-found`, or `validation` (`mayDouble`: `required`) where it may be
   * in the service already and the person has not said that it may go out twice.
   */
  async retry(sendId: SendId, word: { readonly mayDouble: boolean }): Promise<void> {
    await this.#needs.session.getAccount().outbox.retry(sendId, word);
  }

  /** Looks for a lost answer now; resolves when that was done. Throws `not-found` where no answer is missing. */
  async lookNow(sendId: SendId): Promise<void> {
    await this.#needs.session.getAccount().outbox.lookNow(sendId);
  }

  /**
   * Takes it out of the outbox; its text comes back, and its files to the draft of its number. Throws `not-found` when it
   * is on its way, accepted or never was.
   */
  async discard(sendId: SendId): Promise<RequestOutput<'sends.discard'>> {
    const { text, files } = await this.#needs.session.getAccount().outbox.discard(sendId);
    return { text, files: files.map(toOwnFileView) };
  }
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
