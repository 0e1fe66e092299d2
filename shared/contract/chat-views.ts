/** The chat list as the window is shown it. */
import * as v from 'valibot';
import { deliveryMarkSchema, sendStateSchema } from './message-views.ts';

const instant = v.number();
const phone = v.string();

export const chatViewSchema = v.object({
  id: v.number(),
  phone,
  /** Empty where nobody gave the number a name. */
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
  /** Time of the first text of theirs that nobody answered; null where the last word was ours. */
  waitingSince: v.nullable(instant),
  /** A text of ours was not delivered, or waits for a decision, and nothing was said since. */
  hasFailed: v.boolean(),
  /** When the next scheduled text to this person goes out; null where none is. */
  scheduledAt: v.nullable(instant),
  /** Out of the way until then, or until they write. */
  snoozedUntil: v.nullable(instant),
  /** When it came back from being snoozed; null once something was said since. */
  returnedAt: v.nullable(instant),
  draft: v.nullable(v.string()),
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

/** A list of chats that a person keeps under a name. */
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
