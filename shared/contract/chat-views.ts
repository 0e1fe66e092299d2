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
  lastAt: v.nullable(instant),
  lastText: v.string(),
  lastDirection: v.nullable(v.picklist(['in', 'out', 'call-in', 'call-out'])),
  /** Of the last message when it is ours; `waiting` for one that has not left. */
  lastMark: v.nullable(deliveryMarkSchema),
  lastSendState: v.nullable(sendStateSchema),
  draft: v.nullable(v.string()),
  from: v.nullable(v.string()),
  country: v.nullable(v.string()),
});
export type ChatView = v.InferOutput<typeof chatViewSchema>;

export const chatFilterSchema = v.picklist(['open', 'unread', 'closed']);
export type ChatFilter = v.InferOutput<typeof chatFilterSchema>;

export const chatPageSchema = v.object({
  total: v.number(),
  /** How many rows of the whole list lie in each section, in this order. */
  sections: v.object({ pinned: v.number(), today: v.number(), yesterday: v.number(), earlier: v.number() }),
  offset: v.number(),
  rows: v.array(chatViewSchema),
});
export type ChatPage = v.InferOutput<typeof chatPageSchema>;

export const chatCountsSchema = v.object({
  open: v.number(),
  /** Open chats with unread messages, muted ones included: what the Unread tab lists. */
  unread: v.number(),
  closed: v.number(),
  /** Open chats with unread messages that are not muted: the lamp. */
  waiting: v.number(),
});
export type ChatCounts = v.InferOutput<typeof chatCountsSchema>;
