/** What the window is shown: plain data, safe to send, already free of anything that it does not need. */
import * as v from 'valibot';
import { FEATURES } from '#shared/domain/features.ts';

const instant = v.number();

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
  /**
   * The place where this computer keeps secrets. `ready` · `locked`: it did not open · `silent`: it asked somebody and
   * got no answer in time · `failed`: it answered with a fault · `absent`: there is none.
   */
  keyring: v.picklist(['ready', 'locked', 'silent', 'failed', 'absent']),
  /** Whether the key of this account lies there, so that the next start needs nobody. */
  isKeyKept: v.boolean(),
  /**
   * The account is open to read and write on what is kept here, without its key: nothing goes to or comes from the
   * service until somebody enters it. The state is `signed-in`.
   */
  isKeyMissing: v.boolean(),
  /** What the service of this account does not have: nothing of it is offered. */
  absentFeatures: v.array(v.picklist(FEATURES)),
  /** Oldest first; they stay until somebody dismisses them (`session.dismissNotices`) or another account is opened. */
  notices: v.array(sessionNoticeSchema),
});
export type SessionView = v.InferOutput<typeof sessionViewSchema>;

export const syncStatusSchema = v.object({
  link: v.picklist(['starting', 'online', 'offline', 'unauthorized', 'maintenance', 'slowed', 'troubled']),
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
