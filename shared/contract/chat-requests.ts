/** Requests of the chat list: what stands in it, what is done to chats, and the lists that a person keeps under a name. */
import * as v from 'valibot';
import {
  chatCountsSchema,
  chatPageSchema,
  chatScopeSchema,
  chatSortSchema,
  chatViewSchema,
  savedViewSchema,
} from './chat-views.ts';
import { chatId, instant, ownId, phone, requestId } from './inputs.ts';

const nothing = v.object({});

/** Everything but `snooze`, which only this computer knows, goes to the service; each is shown at once. */
export const chatActionSchema = v.variant('kind', [
  v.object({ kind: v.literal('read'), isRead: v.boolean() }),
  v.object({ kind: v.literal('status'), status: v.picklist(['active', 'closed', 'deleted']) }),
  v.object({ kind: v.literal('pin'), isPinned: v.boolean() }),
  v.object({
    kind: v.literal('mute'),
    isMuted: v.boolean(),
    hours: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(8_760))),
  }),
  v.object({ kind: v.literal('block'), isBlocked: v.boolean() }),
  /** Null: back now. */
  v.object({ kind: v.literal('snooze'), until: v.nullable(instant) }),
]);

/** Some chats, or all of a scope but those: what was checked with "select all". */
export const chatTargetSchema = v.variant('kind', [
  v.object({ kind: v.literal('chats'), chatIds: v.pipe(v.array(chatId), v.minLength(1), v.maxLength(1_000)) }),
  v.object({
    kind: v.literal('scope'),
    scope: chatScopeSchema,
    except: v.pipe(v.array(chatId), v.maxLength(1_000)),
  }),
]);

export const chatRequests = {
  'chats.list': {
    input: v.object({
      scope: chatScopeSchema,
      sort: chatSortSchema,
      offset: v.pipe(v.number(), v.integer(), v.minValue(0)),
      limit: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(200)),
      /** Start of today and of yesterday in the zone of the eye, epoch ms. */
      todayAt: instant,
      yesterdayAt: instant,
    }),
    output: chatPageSchema,
    errors: [],
  },
  'chats.find': {
    input: v.object({ chatId: v.nullable(chatId), phone: v.nullable(phone) }),
    output: v.nullable(chatViewSchema),
    errors: [],
  },
  'chats.count': { input: nothing, output: chatCountsSchema, errors: [] },
  /**
   * Shown at once, also offline; confirmed by the service later, put back with a word (`chats.actionRefused`) if it refuses.
   * Chats that are so already are left out. A deletion leaves for the service only when its undo is over.
   */
  'chats.applyAction': {
    input: v.object({ requestId, target: chatTargetSchema, action: chatActionSchema }),
    output: v.object({
      /** How many chats are different now. */
      count: v.number(),
      /** For `chats.undo`; null where nothing is different. */
      undoId: v.nullable(v.string()),
      /** As they are now; empty where they are more than 50. */
      chats: v.array(chatViewSchema),
    }),
    errors: ['not-found', 'disk'],
  },
  /** Takes back an act on chats or a deletion of messages. `not-found`: too late, or the app was started anew. */
  'chats.undo': {
    input: v.object({ requestId, undoId: ownId }),
    output: v.object({ count: v.number() }),
    errors: ['not-found', 'disk'],
  },
  /** Tells main that a chat is on screen: it is checked against the service ahead of everything else. */
  'chats.open': { input: v.object({ chatId }), output: nothing, errors: [] },
  /**
   * Writes the conversation, as far as it is kept here, into a file to download (`/file/<handle>`). `isComplete`: nothing
   * of it is missing here.
   */
  'chats.export': {
    input: v.object({ requestId, chatId, format: v.picklist(['text', 'csv']) }),
    output: v.object({ handle: v.string(), messagesCount: v.number(), isComplete: v.boolean() }),
    errors: ['not-found', 'disk'],
  },

  /** In their order. */
  'views.list': { input: nothing, output: v.array(savedViewSchema), errors: [] },
  /** A new one where `id` is null; those with the same chord lose it. At most 30. */
  'views.save': {
    input: v.object({ requestId, view: v.object({ ...savedViewSchema.entries, id: v.nullable(ownId) }) }),
    output: v.array(savedViewSchema),
    errors: ['validation', 'not-found', 'disk'],
  },
  'views.remove': {
    input: v.object({ requestId, id: ownId }),
    output: v.array(savedViewSchema),
    errors: ['not-found', 'disk'],
  },
  /** All ids, in their new order. */
  'views.order': {
    input: v.object({ requestId, ids: v.pipe(v.array(ownId), v.maxLength(30)) }),
    output: v.array(savedViewSchema),
    errors: ['validation', 'disk'],
  },
} as const;
