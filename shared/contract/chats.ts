/** The chat list: what stands in it, what the user does to chats, and the lists that the user keeps under a name. */
import * as v from 'valibot';
import { chatId, instant, instantInput, nothing, ownId, phone, phoneInput, requestId } from './common.ts';
import { deliveryMarkSchema } from './messages.ts';
import { sendStateSchema } from './sending.ts';

export const chatViewSchema = v.object({
  id: v.number(),
  phone,
  /** Empty where the number has no name. */
  name: v.string(),
  contactId: v.nullable(v.number()),
  avatarId: v.nullable(v.string()),
  status: v.picklist(['active', 'closed', 'deleted', 'unknown']),
  unreadCount: v.number(),
  isPinned: v.boolean(),
  isMuted: v.boolean(),
  mutedUntil: v.nullable(instant),
  isBlocked: v.boolean(),
  isUnsubscribed: v.boolean(),
  /** When they asked for no more texts; null where the service did not say, and of blocked ones, of which it never does. */
  optedOutAt: v.nullable(instant),
  lastAt: v.nullable(instant),
  lastText: v.string(),
  lastDirection: v.nullable(v.picklist(['in', 'out', 'call-in', 'call-out'])),
  /** Of the last message when it is ours; `waiting` for one that has not left. */
  lastMark: v.nullable(deliveryMarkSchema),
  lastSendState: v.nullable(sendStateSchema),
  /**
   * Time of their first message without an answer; null where the last message was ours, where they only thank, and where the
   * user said that no reply is needed.
   */
  waitingSince: v.nullable(instant),
  /** A text of ours was not delivered, or waits for a decision, and nothing was said since. */
  hasFailed: v.boolean(),
  /** When the next scheduled text to this person goes out; null where none is. */
  scheduledAt: v.nullable(instant),
  /** The beginning of it. */
  scheduledText: v.nullable(v.string()),
  /** Out of the way until then, or until they write. */
  snoozedUntil: v.nullable(instant),
  /** When it came back from being snoozed; null once something was said since. */
  returnedAt: v.nullable(instant),
  draft: v.nullable(v.string()),
  /** When it was last changed here; null: there is none. */
  draftAt: v.nullable(instant),
  /** Files that were added to the draft. */
  draftFilesCount: v.number(),
  from: v.nullable(v.string()),
  country: v.nullable(v.string()),
});
export type ChatView = v.InferOutput<typeof chatViewSchema>;

/** `any`: open, snoozed or closed. Snoozed chats are in no other list until they come back. */
export const chatShelfSchema = v.picklist(['open', 'snoozed', 'closed', 'deleted', 'any']);

export const chatMarkSchema = v.picklist([
  'unread',
  'read',
  'pinned',
  'muted',
  'not-muted',
  /** Their last text was not answered. */
  'waiting',
  'draft',
  'failed',
  'scheduled',
]);
export type ChatMark = v.InferOutput<typeof chatMarkSchema>;

/** Which chats: those of a shelf that have all of these marks, of members of that list where one is named. */
export const chatScopeSchema = v.object({
  shelf: chatShelfSchema,
  marks: v.pipe(v.array(chatMarkSchema), v.maxLength(9)),
  listId: v.nullable(v.pipe(v.number(), v.safeInteger())),
});
export type ChatScope = v.InferOutput<typeof chatScopeSchema>;

/** `newest`: pinned first, then by the last item · `waiting`: who waits longest first, then the others by the last item. */
export const chatSortSchema = v.picklist(['newest', 'waiting']);
export type ChatSort = v.InferOutput<typeof chatSortSchema>;

export const chatSectionSchema = v.picklist(['pinned', 'today', 'yesterday', 'earlier', 'waiting', 'answered']);
export type ChatSection = v.InferOutput<typeof chatSectionSchema>;

export const chatPageSchema = v.object({
  total: v.number(),
  /** How many rows of the whole list lie in each section, in their order; empty ones may be left out. */
  sections: v.array(v.object({ section: chatSectionSchema, count: v.number() })),
  offset: v.number(),
  rows: v.array(chatViewSchema),
});
export type ChatPage = v.InferOutput<typeof chatPageSchema>;

/** A chat of a list: a named one, or the next unread one below another, from the top again after the end of the list. */
export const soughtChatSchema = v.variant('kind', [
  v.object({ kind: v.literal('chat'), chatId }),
  v.object({
    kind: v.literal('unread'),
    /** Null, or of a chat that is not in the list: from its top. */
    belowId: v.nullable(chatId),
    /** Never this one. */
    exceptId: v.nullable(chatId),
  }),
]);
export type SoughtChat = v.InferOutput<typeof soughtChatSchema>;

export const chatPlaceSchema = v.object({
  chat: chatViewSchema,
  /** From 0, in the whole list. */
  index: v.number(),
});
export type ChatPlace = v.InferOutput<typeof chatPlaceSchema>;

export const chatCountsSchema = v.object({
  open: v.number(),
  /** Open chats with unread messages, muted ones included: what the Unread tab lists. */
  unread: v.number(),
  closed: v.number(),
  deleted: v.number(),
  snoozed: v.number(),
  /** Of the open ones. */
  pinned: v.number(),
  muted: v.number(),
  waiting: v.number(),
  /** Of those that are not deleted. */
  drafts: v.number(),
  failed: v.number(),
  scheduled: v.number(),
  /** Open chats with unread messages that are not muted: the lamp. */
  lamp: v.number(),
  /** Of saved views, each by its id. */
  views: v.array(v.object({ id: v.string(), count: v.number() })),
});
export type ChatCounts = v.InferOutput<typeof chatCountsSchema>;

export const VIEW_ICONS = ['list', 'star', 'flag', 'clock', 'heart', 'tag', 'users', 'bell'] as const;

/** A list of chats that the user keeps under a name. */
export const savedViewSchema = v.object({
  id: v.string(),
  name: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(60)),
  icon: v.picklist(VIEW_ICONS),
  scope: chatScopeSchema,
  sort: chatSortSchema,
  /** Chord that opens it, as in `shared/domain/commands.ts`; null: none. */
  keys: v.nullable(v.pipe(v.string(), v.maxLength(40))),
});
export type SavedView = v.InferOutput<typeof savedViewSchema>;

/** Everything but `snooze` and `reply`, which only this computer knows, goes to the service; each is shown at once. */
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
  v.object({ kind: v.literal('snooze'), until: v.nullable(instantInput) }),
  /** Whether all that they wrote until now needs a reply. */
  v.object({ kind: v.literal('reply'), isNeeded: v.boolean() }),
]);

/**
 * Some chats, or all of a scope but those: what was checked with "select all". `all-read`: all open chats with nothing unread,
 * but those that the user holds on to: pinned ones, and ones with a draft or a failed text.
 */
export const chatTargetSchema = v.variant('kind', [
  v.object({ kind: v.literal('chats'), chatIds: v.pipe(v.array(chatId), v.minLength(1), v.maxLength(1_000)) }),
  v.object({
    kind: v.literal('scope'),
    scope: chatScopeSchema,
    except: v.pipe(v.array(chatId), v.maxLength(1_000)),
  }),
  v.object({ kind: v.literal('all-read') }),
]);

export const chatRequests = {
  'chats.list': {
    input: v.object({
      scope: chatScopeSchema,
      sort: chatSortSchema,
      offset: v.pipe(v.number(), v.integer(), v.minValue(0)),
      limit: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(200)),
      /** Start of today and of yesterday in the page's time zone, epoch ms. */
      todayAt: instantInput,
      yesterdayAt: instantInput,
    }),
    output: chatPageSchema,
    errors: [],
  },
  'chats.find': {
    input: v.object({ chatId: v.nullable(chatId), phone: v.nullable(phoneInput) }),
    output: v.nullable(chatViewSchema),
    errors: [],
  },
  /** Where a chat of a list stands; null where the list has no such chat. */
  'chats.findPlace': {
    input: v.object({ scope: chatScopeSchema, sort: chatSortSchema, of: soughtChatSchema }),
    output: v.nullable(chatPlaceSchema),
    errors: [],
  },
  'chats.count': { input: nothing, output: chatCountsSchema, errors: [] },
  /**
   * Shown at once, also offline; confirmed by the service later, put back with an event (`chats.actionRefused`) if the
   * service refuses.
   * Chats that are in that state already are left out. A deletion leaves for the service only when its undo is over.
   */
  'chats.applyAction': {
    input: v.object({ requestId, target: chatTargetSchema, action: chatActionSchema }),
    output: v.object({
      /** How many chats are different now. */
      count: v.number(),
      /** Of `all-read`, how many stay as they are because the user holds on to them. */
      keptCount: v.number(),
      /** For `chats.undo`; null where nothing is different. */
      undoId: v.nullable(v.string()),
      /** As they are now; empty where they are more than 50. */
      chats: v.array(chatViewSchema),
    }),
    errors: ['not-found', 'disk'],
  },
  /** Takes back an action on chats or a deletion of messages. `not-found`: too late, or the app was restarted. */
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
