/** Requests of one thread: its pages, what is known of a message, and what is done to messages. */
import * as v from 'valibot';
import { chatId, instant, ownId, requestId } from './inputs.ts';
import { messageCursorSchema, messageDetailsSchema, messagePageSchema } from './message-views.ts';

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
  /** Reads one more page above what the cache has of this chat from the service into the cache. */
  'messages.fetchOlder': {
    input: v.object({ chatId }),
    output: v.object({ isCompleteBefore: v.boolean() }),
    errors: ['offline', 'timeout', 'unauthorized', 'rate-limited', 'maintenance', 'server', 'not-found'],
  },
  /**
   * The key of the first message at or after an instant, for "jump to a date"; what is missing of that day here is read
   * from the service before, as far as it can be asked. Null where the chat has nothing so late.
   */
  'messages.findAt': {
    input: v.object({ chatId, at: instant }),
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
   * (`chats.undo`) is over, and come back with a word if it refuses. Texts that have not left are `sends.discard`'s.
   */
  'messages.delete': {
    input: v.object({ requestId, chatId, keys: v.pipe(v.array(ownId), v.minLength(1), v.maxLength(500)) }),
    output: v.object({ count: v.number(), undoId: v.nullable(v.string()) }),
    errors: ['not-found', 'disk'],
  },
} as const;
