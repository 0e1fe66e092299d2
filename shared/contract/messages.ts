/** The messages of one chat: its pages, what is known of a message, and what the user does to messages. */
import * as v from 'valibot';
import {
  chatId,
  instant,
  instantInput,
  nothing,
  ownId,
  problemViewSchema,
  requestId,
  SERVICE_ERRORS,
} from './common.ts';
import { ownFileViewSchema, sendCheckSchema, sendStateSchema } from './sending.ts';

export const deliveryMarkSchema = v.picklist([
  'waiting',
  'queued',
  'scheduled',
  'sent',
  'delivered',
  'failed',
  'rejected',
  'unsubscribed',
  'unknown',
]);

export const fileViewSchema = v.object({
  name: v.string(),
  mimeType: v.string(),
  sizeBytes: v.nullable(v.number()),
  /** Ask for `/media/<id>`; null where the service named no address. */
  mediaId: v.nullable(v.string()),
});
export type FileView = v.InferOutput<typeof fileViewSchema>;

export const messageViewSchema = v.object({
  /** Stays the same from the moment of sending: `send:<id>`, `in:<id>`, `out:<id>`, `call:<id>` or `note:<id>`. */
  key: v.string(),
  direction: v.picklist(['in', 'out']),
  text: v.string(),
  at: instant,
  kind: v.picklist(['text', 'call', 'note', 'log']),
  mark: v.nullable(deliveryMarkSchema),
  letter: v.nullable(v.string()),
  rejectReason: v.nullable(v.string()),
  files: v.array(fileViewSchema),
  partsCount: v.nullable(v.number()),
  price: v.nullable(v.number()),
  /** The send to many that it is part of; null for one that went to this number alone, and where that is unknown. */
  origin: v.nullable(
    v.object({
      /** Of the service. */
      sessionId: v.number(),
      /** As it was called there; null where it has no name. */
      name: v.nullable(v.string()),
      recipientsCount: v.number(),
    }),
  ),
  /** Whoever else of the team wrote it, where the name is known; null for this account's own. */
  author: v.nullable(v.string()),
  /** The send on this computer that it came from. */
  send: v.nullable(
    v.object({
      id: v.string(),
      state: sendStateSchema,
      createdAt: instant,
      /** When it may leave: of one that is held, the end of the hold. */
      dueAt: instant,
      /** Its files; their links stand at the end of the text once they are known. */
      files: v.array(ownFileViewSchema),
      attempts: v.number(),
      problem: v.nullable(problemViewSchema),
      /** The search for a lost answer; null where none was lost. */
      check: v.nullable(sendCheckSchema),
    }),
  ),
});
export type MessageView = v.InferOutput<typeof messageViewSchema>;

/** What is known of a message beyond its bubble; null for what is unknown. */
export const messageDetailsSchema = v.object({
  /** Every delivery letter that was seen, oldest first. */
  letters: v.array(v.object({ letter: v.string(), mark: v.nullable(deliveryMarkSchema), at: instant })),
  /** Where it came from: a number or a name. */
  sender: v.nullable(v.string()),
  receiver: v.nullable(v.string()),
  /** Whoever wrote it at the service, where that was not this account's key alone. */
  author: v.nullable(v.string()),
  /** The send of the service that it is part of. */
  session: v.nullable(
    v.object({
      id: v.number(),
      text: v.nullable(v.string()),
      recipientsCount: v.nullable(v.number()),
      source: v.nullable(v.string()),
    }),
  ),
  /** Our reference at the service. */
  reference: v.nullable(v.string()),
  partsCount: v.nullable(v.number()),
  charsCount: v.nullable(v.number()),
  price: v.nullable(v.number()),
  rejectReason: v.nullable(v.string()),
  /** Whether it can be deleted at the service. */
  canDelete: v.boolean(),
});
export type MessageDetails = v.InferOutput<typeof messageDetailsSchema>;

export const messageCursorSchema = v.object({ at: instant, key: v.string() });
export type MessageCursor = v.InferOutput<typeof messageCursorSchema>;

export const messagePageSchema = v.object({
  /** Oldest first. */
  items: v.array(messageViewSchema),
  /** Give it back as `before` for the page above; null when the cache has nothing older. */
  older: v.nullable(messageCursorSchema),
  /** Give it back as `after` for the page below; null when the page ends with the newest message. */
  newer: v.nullable(messageCursorSchema),
  /** Whether the service may have older ones than the cache. */
  isCompleteBefore: v.boolean(),
  /**
   * Just above the item `itemKey`: messages between these instants may be missing here. One entry for an item; where known
   * messages lie inside a gap, both of its ends name it, each with all of it. One from the beginning stands above the
   * oldest item.
   */
  gaps: v.array(v.object({ itemKey: v.string(), fromAt: v.nullable(instant), toAt: instant })),
});
export type MessagePage = v.InferOutput<typeof messagePageSchema>;

export const sharedPageSchema = v.object({
  /** Newest first. */
  items: v.array(messageViewSchema),
  /** Give it back as `before` for the next page; null when the cache has nothing older of that kind. */
  older: v.nullable(messageCursorSchema),
});
export type SharedPage = v.InferOutput<typeof sharedPageSchema>;

export const messageRequests = {
  'messages.list': {
    input: v.object({
      chatId,
      before: v.nullable(messageCursorSchema),
      limit: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(200)),
    }),
    output: messagePageSchema,
    errors: ['not-found'],
  },
  /** The page below `after`, oldest first; its `newer` is null where it ends with the newest message. */
  'messages.listNewer': {
    input: v.object({
      chatId,
      after: messageCursorSchema,
      limit: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(200)),
    }),
    output: messagePageSchema,
    errors: ['not-found'],
  },
  /** A page with that message in its middle, to jump to it. `not-found` where the cache does not have it. */
  'messages.listAround': {
    input: v.object({
      chatId,
      key: ownId,
      limit: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(200)),
    }),
    output: messagePageSchema,
    errors: ['not-found'],
  },
  /** Texts of the chat with files or links of the web, as far as they are here. */
  'messages.listShared': {
    input: v.object({
      chatId,
      before: v.nullable(messageCursorSchema),
      limit: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(200)),
    }),
    output: sharedPageSchema,
    errors: ['not-found'],
  },
  /** Reads one more page above what the cache has of this chat from the service into the cache. */
  'messages.fetchOlder': {
    input: v.object({ chatId }),
    output: v.object({ isCompleteBefore: v.boolean() }),
    errors: ['offline', 'timeout', 'unauthorized', 'rate-limited', 'maintenance', 'server', 'not-found'],
  },
  /**
   * The key of the first message at or after an instantInput, for "jump to a date"; what is missing of that day here is read
   * from the service before, as far as it can be asked. Null where the chat has nothing so late.
   */
  'messages.findAt': {
    input: v.object({ chatId, at: instantInput }),
    output: v.object({ key: v.nullable(v.string()), isCertain: v.boolean() }),
    errors: ['not-found'],
  },
  /** Everything that is known of one message, beyond what its bubble needs. */
  'messages.getDetails': {
    input: v.object({ chatId, key: ownId }),
    output: messageDetailsSchema,
    errors: ['not-found'],
  },
  /**
   * Deletes messages and calls at the service: gone here at once, also offline; they leave for the service when the undo
   * (`chats.undo`) is over, and come back with an event if it refuses. `sends.discard` is for texts that have not left.
   */
  'messages.delete': {
    input: v.object({ requestId, chatId, keys: v.pipe(v.array(ownId), v.minLength(1), v.maxLength(500)) }),
    output: v.object({ count: v.number(), undoId: v.nullable(v.string()) }),
    errors: ['not-found', 'disk'],
  },
  'messages.fillGap': {
    input: v.object({ chatId, fromAt: v.nullable(instantInput), toAt: instantInput }),
    output: nothing,
    errors: [...SERVICE_ERRORS, 'not-found'],
  },
} as const;
