/** What the main in memory knows of messages beyond their bubbles, and what is done to them. */
import type {
  MessagePage,
  MessageView,
  ContractError,
  EventName,
  EventPayload,
  MessageDetails,
  RequestInput,
  RequestName,
  RequestOutput,
} from '#shared/contract/index.ts';
import type { FakeData } from './fake-chats.ts';

type Gap = Omit<MessagePage['gaps'][number], 'itemKey'>;

/** The gaps among these messages, each above the message that follows it. */
export function findGaps(all: readonly MessageView[], missing: readonly MessageView[]): MessagePage['gaps'] {
  return all.flatMap(({ key, at }, index) => {
    const above = all[index - 1];
    const isGap = above !== undefined && missing.some((message) => message.at > above.at && message.at < at);
    return isGap ? [{ itemKey: key, fromAt: above.at, toAt: at }] : [];
  });
}

/** What is here and what is not, after that gap was read. */
export function fillGap(
  all: readonly MessageView[],
  missing: readonly MessageView[],
  { fromAt, toAt }: Gap,
): { readonly all: MessageView[]; readonly missing: MessageView[] } {
  const isIn = ({ at }: MessageView): boolean => at >= (fromAt ?? Number.NEGATIVE_INFINITY) && at <= toAt;
  return {
    all: [...all, ...missing.filter(isIn)].sort((one, other) => one.at - other.at),
    missing: missing.filter((message) => !isIn(message)),
  };
}

type Handlers = { [Name in RequestName]?: (input: RequestInput<Name>) => RequestOutput<Name> | ContractError };

const GONE: ContractError = { code: 'not-found', detail: null, fields: {}, retryAfterMs: null };

/** Of nothing more is known. */
export function buildDetails(changes: Partial<MessageDetails> = {}): MessageDetails {
  return {
    letters: [],
    sender: null,
    receiver: null,
    author: null,
    session: null,
    reference: null,
    partsCount: null,
    charsCount: null,
    price: null,
    rejectReason: null,
    canDelete: true,
    ...changes,
  };
}

export class FakeThread {
  /** By key of the message. */
  readonly details = new Map<string, MessageDetails>();
  /** Whether the dates that are asked for are certain. */
  isCertain = true;
  /** Where files lie that are asked about first, by media id. */
  readonly elsewhere = new Map<string, string>();
  /** Nobody can be looking. */
  isAway = false;
  readonly #data: FakeData;
  readonly #emit: <Name extends EventName>(name: Name, payload: EventPayload<Name>) => void;
  readonly #deleted = new Map<string, { readonly chatId: number; readonly before: readonly MessageView[] }>();

  constructor(data: FakeData, emit: <Name extends EventName>(name: Name, payload: EventPayload<Name>) => void) {
    this.#data = data;
    this.#emit = emit;
  }

  readonly handlers = {
    'messages.getDetails': ({ chatId, key }) =>
      this.#list(chatId).some((message) => message.key === key) ? (this.details.get(key) ?? buildDetails()) : GONE,
    'messages.findAt': ({ chatId, at }) => ({
      key: this.#list(chatId).find((message) => message.at >= at)?.key ?? null,
      isCertain: this.isCertain,
    }),
    'messages.delete': (input) => this.#delete(input),
    'chats.export': ({ chatId, format }) => ({
      handle: `export-${String(chatId)}-${format}`,
      messagesCount: this.#list(chatId).length,
      isComplete: (this.#data.service.get(chatId) ?? []).length === 0,
    }),
    'files.openAttachment': ({ mediaId }) => ({ askFirst: this.elsewhere.get(mediaId) ?? null }),
    'host.getPresence': () => ({ isAway: this.isAway }),
  } satisfies Handlers;

  /** Texts may go to the chats of that number again. */
  resubscribe(phone: string): void {
    this.#data.chats = this.#data.chats.map((chat) =>
      chat.phone === phone ? { ...chat, isUnsubscribed: false, optedOutAt: null } : chat,
    );
    this.#emit('chats.changed', { chatIds: [], everything: true });
  }

  /** Puts deleted messages back; null where that id is not one of a deletion. */
  undo(undoId: string): { readonly count: number } | null {
    const deleted = this.#deleted.get(undoId);
    if (deleted === undefined) return null;
    this.#deleted.delete(undoId);
    const { chatId, before } = deleted;
    const count = before.length - this.#list(chatId).length;
    this.#data.messages.set(chatId, [...before]);
    this.#emit('messages.changed', { chatIds: [chatId], everything: false });
    return { count };
  }

  #list(chatId: number): readonly MessageView[] {
    return this.#data.messages.get(chatId) ?? [];
  }

  #delete({ chatId, keys }: RequestInput<'messages.delete'>): RequestOutput<'messages.delete'> | ContractError {
    const before = this.#list(chatId);
    const left = before.filter(({ key }) => !keys.includes(key));
    if (left.length === before.length) return GONE;
    const undoId = `undo-messages-${String(this.#deleted.size + 1)}`;
    this.#deleted.set(undoId, { chatId, before });
    this.#data.messages.set(chatId, left);
    this.#emit('messages.changed', { chatIds: [chatId], everything: false });
    return { count: before.length - left.length, undoId };
  }
}
