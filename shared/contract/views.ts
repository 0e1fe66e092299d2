/** What the window is shown: plain data, safe to send, already free of anything that it does not need. */
import * as v from 'valibot';

const instant = v.number();
const phone = v.string();

export const moneySchema = v.object({ amount: v.number(), currency: v.nullable(v.string()) });

export const accountViewSchema = v.object({
  username: v.string(),
  displayName: v.string(),
  company: v.string(),
  email: v.string(),
  phone: v.nullable(v.string()),
  /** ISO 3166 alpha-2: numbers typed without a country code are read as this country's. */
  country: v.nullable(v.string()),
  balance: v.nullable(moneySchema),
  timeZone: v.nullable(v.string()),
  timeFormat: v.nullable(v.picklist(['12h', '24h'])),
  role: v.picklist(['parent', 'administrator', 'regular', 'unknown']),
  avatarId: v.nullable(v.string()),
});
export type AccountView = v.InferOutput<typeof accountViewSchema>;

export const problemViewSchema = v.object({
  code: v.string(),
  detail: v.nullable(v.string()),
  fields: v.record(v.string(), v.array(v.string())),
  at: instant,
});
export type ProblemView = v.InferOutput<typeof problemViewSchema>;

/** What a person should know about the files of an account on this computer. */
export const sessionNoticeSchema = v.variant('kind', [
  /** The cache was damaged: it is being read from the service again. Nothing of one's own is lost. */
  v.object({ kind: v.literal('cache-rebuilt'), at: instant }),
  /** Drafts, texts that wait and settings were damaged; so many rows of them could be saved. */
  v.object({ kind: v.literal('owned-salvaged'), at: instant, rows: v.number() }),
  /** The account should have been opened without a person and could not be. */
  v.object({ kind: v.literal('not-opened'), at: instant, problem: problemViewSchema }),
]);
export type SessionNotice = v.InferOutput<typeof sessionNoticeSchema>;

export const sessionViewSchema = v.object({
  state: v.picklist(['signed-out', 'signed-in', 'key-needed']),
  isDemo: v.boolean(),
  baseUrl: v.nullable(v.string()),
  webUrl: v.nullable(v.string()),
  username: v.nullable(v.string()),
  /** Null until the account was read for the first time. */
  account: v.nullable(accountViewSchema),
  /** Whether this computer can keep the key after the app ends. */
  canKeepKey: v.boolean(),
  /** Oldest first; they stay until somebody dismisses them (`session.dismissNotices`) or another account is opened. */
  notices: v.array(sessionNoticeSchema),
});
export type SessionView = v.InferOutput<typeof sessionViewSchema>;

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

export const sendStateSchema = v.picklist([
  'held',
  'queued',
  'sending',
  'accepted',
  'refused',
  'checking',
  'not-sent',
  'unknown',
]);

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

export const fileViewSchema = v.object({
  name: v.string(),
  mimeType: v.string(),
  sizeBytes: v.nullable(v.number()),
  /** Ask for `/media/<id>`; null where the service named no address. */
  mediaId: v.nullable(v.string()),
});
export type FileView = v.InferOutput<typeof fileViewSchema>;

export const messageViewSchema = v.object({
  /** Stays the same from the moment of sending: `send:<id>`, `in:<id>` or `out:<id>`. */
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
  /** The send on this computer that it came from. */
  send: v.nullable(
    v.object({
      id: v.string(),
      state: sendStateSchema,
      dueAt: instant,
      attempts: v.number(),
      problem: v.nullable(problemViewSchema),
    }),
  ),
});
export type MessageView = v.InferOutput<typeof messageViewSchema>;

export const messageCursorSchema = v.object({ at: instant, key: v.string() });
export type MessageCursor = v.InferOutput<typeof messageCursorSchema>;

export const messagePageSchema = v.object({
  /** Oldest first. */
  items: v.array(messageViewSchema),
  /** Give it back as `before` for the page above; null when the cache has nothing older. */
  older: v.nullable(messageCursorSchema),
  /** Whether the service may have older ones than the cache. */
  isCompleteBefore: v.boolean(),
});
export type MessagePage = v.InferOutput<typeof messagePageSchema>;

export const contactViewSchema = v.object({
  id: v.number(),
  phone,
  name: v.string(),
  company: v.string(),
  email: v.string(),
  country: v.nullable(v.string()),
  avatarId: v.nullable(v.string()),
  isBlocked: v.boolean(),
  isFavorite: v.boolean(),
  isShared: v.boolean(),
  fields: v.array(v.object({ id: v.number(), name: v.string(), value: v.nullable(v.string()) })),
  lists: v.array(v.object({ id: v.number(), name: v.string() })),
});
export type ContactView = v.InferOutput<typeof contactViewSchema>;

export const personViewSchema = v.object({ phone, name: v.string(), contactId: v.nullable(v.number()) });
export type PersonView = v.InferOutput<typeof personViewSchema>;

export const syncStatusSchema = v.object({
  link: v.picklist(['starting', 'online', 'offline', 'unauthorized', 'maintenance', 'slowed']),
  since: instant,
  lastSyncedAt: v.nullable(instant),
  nextAttemptAt: v.nullable(instant),
  phase: v.picklist(['idle', 'account', 'chats', 'messages', 'contacts', 'lists', 'history']),
  done: v.number(),
  total: v.nullable(v.number()),
});
export type SyncStatusView = v.InferOutput<typeof syncStatusSchema>;

export const settingsViewSchema = v.object({
  theme: v.picklist(['system', 'light', 'dark']),
  enterSends: v.boolean(),
  isContactPanelOpen: v.boolean(),
});
export type SettingsView = v.InferOutput<typeof settingsViewSchema>;

export const hostInfoSchema = v.object({
  kind: v.picklist(['browser', 'electron']),
  platform: v.picklist(['windows', 'macos', 'linux']),
  version: v.string(),
});
export type HostInfo = v.InferOutput<typeof hostInfoSchema>;
