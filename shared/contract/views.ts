/** What the window is shown: plain data, safe to send, already free of anything that it does not need. */
import * as v from 'valibot';
import { FEATURES } from '#shared/domain/features.ts';
import { rememberedAccountSchema } from './account-views.ts';
import { callbackDirectionSchema } from './live-views.ts';

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
  /**
   * A person signed out of an account, or removed it, and its service, which could not be asked, may still send its
   * events to this computer's address.
   */
  v.object({
    kind: v.literal('addresses-left'),
    at: instant,
    baseUrl: v.string(),
    username: v.string(),
    /** What ours replaced, whole; null: nobody was told there. */
    left: v.array(v.object({ direction: callbackDirectionSchema, former: v.nullable(v.string()) })),
    /** The former ones are kept here, until they are put back; otherwise only this says what they were. */
    isKept: v.boolean(),
  }),
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
  /** Every account that was opened on this computer, the newest first; the demo is not among them. */
  accounts: v.array(rememberedAccountSchema),
  /** What the service of this account does not have: nothing of it is offered. */
  absentFeatures: v.array(v.picklist(FEATURES)),
  /**
   * Oldest first; they stay until somebody dismisses them (`session.dismissNotices`) or another account is opened;
   * `addresses-left` until it is dismissed, or that account is open again with what is kept of it.
   */
  notices: v.array(sessionNoticeSchema),
});
export type SessionView = v.InferOutput<typeof sessionViewSchema>;

export const syncStatusSchema = v.object({
  link: v.picklist(['starting', 'online', 'offline', 'unauthorized', 'maintenance', 'slowed', 'troubled']),
  since: instant,
  lastSyncedAt: v.nullable(instant),
  nextAttemptAt: v.nullable(instant),
  phase: v.picklist(['idle', 'account', 'chats', 'messages', 'contacts', 'lists', 'others', 'history', 'check']),
  done: v.number(),
  total: v.nullable(v.number()),
  isChecking: v.boolean(),
  isHistoryPaused: v.boolean(),
  clockSkewMs: v.nullable(v.number()),
  /**
   * Why nothing can be written on this computer now; absent where all is well. It goes on by itself once that is over.
   * `reopening`: what is kept here was lost hold of, and is just being opened again.
   */
  disk: v.optional(v.picklist(['full', 'unwritable', 'reopening'])),
});
export type SyncStatusView = v.InferOutput<typeof syncStatusSchema>;

/** Minutes since midnight, `closesAt` later than `opensAt`; null: closed all day. */
export const openHoursSchema = v.nullable(
  v.pipe(
    v.object({
      opensAt: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_439)),
      closesAt: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_440)),
    }),
    v.check(({ opensAt, closesAt }) => opensAt < closesAt),
  ),
);
export type BusinessHours = SettingsView['businessHours'];

export const settingsViewSchema = v.object({
  theme: v.picklist(['system', 'light', 'dark']),
  enterSends: v.boolean(),
  isContactPanelOpen: v.boolean(),
  /** How long a text can be taken back after sending. */
  holdSeconds: v.picklist([0, 5, 10, 30]),
  /** Stands behind ours in the reference of every text; '' for none. */
  ownReference: v.pipe(v.string(), v.maxLength(40), v.regex(/^[A-Za-z0-9 _-]*$/)),
  density: v.picklist(['comfortable', 'compact']),
  /** Per cent of the usual size of text. */
  textSize: v.picklist([90, 100, 115, 130]),
  /** Per cent; only where the host can zoom (`HostInfo.canZoom`), elsewhere it is the browser's own. */
  zoomPercent: v.pipe(v.number(), v.integer(), v.minValue(50), v.maxValue(300)),
  motion: v.picklist(['system', 'reduced']),
  /** `seen`: a chat is read once the bottom of it was seen · `by-hand`: only when a person says so. */
  marksRead: v.picklist(['seen', 'by-hand']),
  /** When somebody is there to answer, from Monday to Sunday in this computer's time; null: at all times. */
  businessHours: v.nullable(v.pipe(v.array(openHoursSchema), v.length(7))),
  /** Whether single letters are keys where no field has the focus. */
  singleKeys: v.boolean(),
  /** Keys that a person changed, by command (`shared/domain/commands.ts`); '' for none. */
  shortcuts: v.pipe(
    v.record(v.pipe(v.string(), v.maxLength(60)), v.pipe(v.string(), v.maxLength(40))),
    v.maxEntries(200),
  ),
  /** Which field of a person stands beside the number above a thread: `company`, `email`, `field:<id>`; null: none. */
  headerField: v.nullable(v.pipe(v.string(), v.maxLength(60))),
});
export type SettingsView = v.InferOutput<typeof settingsViewSchema>;

/** Of somebody who never chose. */
export const DEFAULT_SETTINGS: SettingsView = {
  theme: 'system',
  enterSends: true,
  isContactPanelOpen: true,
  holdSeconds: 5,
  ownReference: '',
  density: 'comfortable',
  textSize: 100,
  zoomPercent: 100,
  motion: 'system',
  marksRead: 'seen',
  businessHours: null,
  singleKeys: true,
  shortcuts: {},
  headerField: null,
};

export const hostInfoSchema = v.object({
  kind: v.picklist(['browser', 'electron']),
  platform: v.picklist(['windows', 'macos', 'linux']),
  /** Whether the size of the whole window is a setting of ours. */
  canZoom: v.boolean(),
  version: v.string(),
  /** Names the data folder: two folders that are served at one address after each other have nothing in common. */
  dataId: v.string(),
});
export type HostInfo = v.InferOutput<typeof hostInfoSchema>;
