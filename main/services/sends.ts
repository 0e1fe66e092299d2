import type { Log } from '#main/platform/log.ts';
import { toStableId } from '#main/platform/ids.ts';
import type { Store } from '#main/store/api.ts';
import { AppError } from '#shared/domain/app-error.ts';
import { toSendId, type ChatId, type PhoneKey, type SendId } from '#shared/domain/ids.ts';
import { isTextableNumber, toPhoneKey } from '#shared/domain/phones.ts';
import { parsePhoneEntry } from '#shared/domain/phone-entry.ts';
import { MAX_PARTS, measureText } from '#shared/domain/segments.ts';
import type { Send } from '#shared/domain/sends.ts';
import type { Session } from './session/session.ts';

interface NewSend {
  readonly requestId: string;
  readonly phone: string;
  readonly text: string;
  readonly from: string | null;
}

/** What a person sends. */
export class Sends {
  readonly #session: Session;
  readonly #log: Pick<Log, 'error'>;
  readonly #now: () => number;

  constructor(needs: { readonly session: Session; readonly log: Pick<Log, 'error'>; readonly now: () => number }) {
    this.#session = needs.session;
    this.#log = needs.log;
    this.#now = needs.now;
  }

  /**
   * Writes the message down and lets it go. Its id follows from the request's: a repeat, even after a restart, finds
   * the send and is not a second one. Throws `validation` with the fields `phone` (`not-a-number`, `too-short`, …)
   * and `text` (`empty`, `too-long`), or `disk`.
   */
  async create(input: NewSend): Promise<{ readonly sendId: SendId; readonly chatId: ChatId }> {
    const { store, outbox } = this.#session.getAccount();
    const sendId = toSendId(toStableId(`send\n${input.requestId}`, 20));
    const existing = await store.findSend({ sendId });
    const at = this.#now();
    if (existing !== null) return { sendId, chatId: await store.ensureChat({ phone: existing.phone, at }) };

    const partsPredicted = checkText(input.text);
    const phone = await this.#resolvePhone(store, input.phone);
    const chat = await store.findChat({ chatId: null, phone });
    const chatId = await store.ensureChat({ phone, at });
    const createChat = chat === null || chat.id < 0;
    await outbox.create(
      toSend({ id: sendId, phone, text: input.text, from: input.from, createChat, at, partsPredicted }),
    );
    // The message is on its way: whoever was told of a failure now would send it a second time.
    await store.saveDraft({ phone, text: '', at }).catch((error: unknown) => {
      this.#log.error('sends.draftNotCleared', error);
    });
    return { sendId, chatId };
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

  /**
   * Once more, because a person says so. Throws `not-found`, or `validation` (`mayDouble`: `required`) where it may be
   * in the service already and the person has not said that it may go out twice.
   */
  async retry(sendId: SendId, word: { readonly mayDouble: boolean }): Promise<void> {
    await this.#session.getAccount().outbox.retry(sendId, word);
  }

  /** Looks for a lost answer now; resolves when that was done. Throws `not-found` where no answer is missing. */
  async lookNow(sendId: SendId): Promise<void> {
    await this.#session.getAccount().outbox.lookNow(sendId);
  }

  /** Takes it out of the outbox; its text comes back. Throws `not-found` when it is on its way, accepted or never was. */
  async discard(sendId: SendId): Promise<{ readonly text: string }> {
    return await this.#session.getAccount().outbox.discard(sendId);
  }
}

function checkText(text: string): number {
  const { parts } = measureText(text);
  if (text.trim() === '') throw toRefusal('text', 'empty');
  if (parts > MAX_PARTS) throw toRefusal('text', 'too-long');
  return parts;
}

function toRefusal(field: string, why: string): AppError {
  return new AppError({
    code: 'validation',
    message: `${field} is ${why}`,
    fields: { [field]: [why] },
    outcome: 'refused',
  });
}

function toSend(
  given: Pick<Send, 'id' | 'phone' | 'text' | 'from' | 'createChat' | 'partsPredicted'> & { readonly at: number },
): Send {
  const { at, ...rest } = given;
  return {
    ...rest,
    state: 'queued',
    createdAt: at,
    attemptedAt: null,
    attempts: 0,
    dueAt: at,
    acceptedAt: null,
    messageId: null,
    sessionId: null,
    chatId: null,
    problem: null,
    afterMessageId: null,
    check: null,
  };
}
