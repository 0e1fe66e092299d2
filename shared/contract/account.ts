/** The session, and the accounts of this computer. */
import * as v from 'valibot';
import { FEATURES } from '#shared/domain/features.ts';
import {
  DISK_ERRORS,
  instant,
  moneySchema,
  nothing,
  ownId,
  problemViewSchema,
  requestId,
  SERVICE_ERRORS,
} from './common.ts';
import { callbackDirectionSchema } from './live-updates.ts';

/** One account that was opened on this computer. */
export const rememberedAccountSchema = v.object({
  /** Names it in `accounts.*`. */
  accountId: v.string(),
  baseUrl: v.string(),
  username: v.string(),
  /** The one that is open now; the others keep their caches and do not ask the service. */
  isActive: v.boolean(),
  /**
   * Where its key is: `kept` in the keyring of this computer · `here` until the app closes · `missing`: it opens on what is
   * kept here until the user enters it.
   */
  key: v.picklist(['kept', 'here', 'missing']),
  /** The user signed out of it: opening it asks for the key. */
  isSignedOut: v.boolean(),
  /**
   * The user removed it, and something of it is still here: a file that another program holds, or its key in a keyring that
   * did not open. It cannot be opened; removing it again goes on with that, as does the next start.
   */
  isRemovedInPart: v.boolean(),
  /** When it was open last; null where it was not noted. */
  lastOpenAt: v.nullable(instant),
});
export type RememberedAccountView = v.InferOutput<typeof rememberedAccountSchema>;

/** What goes when an account is removed from this computer. */
export const accountContentsSchema = v.object({
  accountId: v.string(),
  drafts: v.number(),
  /** Texts that did not leave, or of which it is unknown whether they did. */
  unsent: v.number(),
  /** Things done to chats that the service has not confirmed. */
  actions: v.number(),
  /** Sends in the ledger. */
  ledger: v.number(),
  /** Imports of contacts: those under way end, and none can be undone any more. */
  imports: v.number(),
  /** Texts scheduled here that are not over: those that this computer keeps do not go out, those at the service do. */
  schedules: v.number(),
  messages: v.number(),
  bytes: v.number(),
});
export type AccountContents = v.InferOutput<typeof accountContentsSchema>;

export const accountViewSchema = v.object({
  username: v.string(),
  displayName: v.string(),
  firstName: v.string(),
  lastName: v.string(),
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

/** What the user should know about the files of an account on this computer. */
export const sessionNoticeSchema = v.variant('kind', [
  /** The cache was damaged: it is being read from the service again. Nothing of one's own is lost. */
  v.object({ kind: v.literal('cache-rebuilt'), at: instant }),
  /** Drafts, texts that wait and settings were damaged; so many rows of them could be saved. */
  v.object({ kind: v.literal('owned-salvaged'), at: instant, rows: v.number() }),
  /** The account should have been opened without the user and could not be. */
  v.object({ kind: v.literal('not-opened'), at: instant, problem: problemViewSchema }),
  /**
   * The user signed out of an account, or removed it, and its service, which could not be asked, may still send its
   * events to this computer's address.
   */
  v.object({
    kind: v.literal('addresses-left'),
    at: instant,
    baseUrl: v.string(),
    username: v.string(),
    /** What ours replaced, whole; null: there was no address. */
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
   * The place where this computer keeps secrets. `ready` · `locked`: it did not open · `silent`: it asked the user and
   * got no answer in time · `failed`: it answered with a fault · `absent`: there is none.
   */
  keyring: v.picklist(['ready', 'locked', 'silent', 'failed', 'absent']),
  /** Whether the key of this account lies there, so that the next start does not ask for it. */
  isKeyKept: v.boolean(),
  /**
   * The account is open to read and write on what is kept here, without its key: nothing goes to or comes from the
   * service until the user enters it. The state is `signed-in`.
   */
  isKeyMissing: v.boolean(),
  /** Every account that was opened on this computer, the newest first; the demo is not among them. */
  accounts: v.array(rememberedAccountSchema),
  /** What the service of this account does not have: nothing of it is offered. */
  absentFeatures: v.array(v.picklist(FEATURES)),
  /**
   * Oldest first; they stay until the user dismisses them (`session.dismissNotices`) or another account is opened;
   * `addresses-left` until it is dismissed, or that account is open again with what is kept of it.
   */
  notices: v.array(sessionNoticeSchema),
});
export type SessionView = v.InferOutput<typeof sessionViewSchema>;

const serviceUrl = v.pipe(v.string(), v.maxLength(300));
const accountId = v.pipe(v.string(), v.minLength(1), v.maxLength(64));
const accessErrors = ['unauthorized', 'offline', 'timeout', 'not-this-service', 'maintenance', 'validation'] as const;
const signInErrors = [...accessErrors, 'rate-limited', ...DISK_ERRORS] as const;

const nameOfUser = v.pipe(v.string(), v.trim(), v.maxLength(100));
const WRITE_ERRORS = [...SERVICE_ERRORS, 'forbidden', 'not-found', 'validation', 'disk'] as const;

export const accountRequests = {
  'session.get': { input: nothing, output: sessionViewSchema, errors: [] },
  'session.signIn': {
    input: v.object({
      requestId,
      baseUrl: serviceUrl,
      webUrl: serviceUrl,
      username: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200)),
      apiKey: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(500)),
      /** Whether this computer shall keep the key in its keyring. Where it cannot, the sign-in succeeds all the same. */
      keepsKey: v.boolean(),
    }),
    output: sessionViewSchema,
    errors: signInErrors,
  },
  /** Asks the keyring once more, for instance after it was locked. What comes of it is in the view. */
  'session.askKeyring': { input: v.object({ requestId }), output: sessionViewSchema, errors: signInErrors },
  'session.startDemo': { input: v.object({ requestId }), output: sessionViewSchema, errors: signInErrors },
  /** Ends the session on this computer; the cache and owned data stay. */
  'session.signOut': { input: v.object({ requestId }), output: sessionViewSchema, errors: [] },
  /** The user has read the notices of the session. */
  'session.dismissNotices': { input: v.object({ requestId }), output: sessionViewSchema, errors: [] },

  /** Opens another account of this computer, on what is kept here; its key is asked for where it is not at hand. */
  /**
   * The name of the user whose account is open. Asked of the service at once; a lost answer is looked into, and where it
   * stays lost, the field `outcome` says `unknown`.
   */
  'account.rename': {
    input: v.object({ requestId, firstName: nameOfUser, lastName: nameOfUser }),
    output: nothing,
    errors: WRITE_ERRORS,
  },
  /** A staged file as the picture of that user, or none (`handle` null), like `contacts.setPicture`. */
  'account.setPicture': {
    input: v.object({ requestId, handle: v.nullable(ownId) }),
    output: nothing,
    errors: WRITE_ERRORS,
  },

  'accounts.open': {
    input: v.object({ requestId, accountId }),
    output: sessionViewSchema,
    errors: ['not-found', ...DISK_ERRORS],
  },
  /** What would go with `accounts.remove`. */
  'accounts.count': { input: v.object({ accountId }), output: accountContentsSchema, errors: ['not-found', 'disk'] },
  /** Deletes both files of an account, its pictures and its key; nothing changes at the service. */
  'accounts.remove': {
    input: v.object({ requestId, accountId }),
    output: sessionViewSchema,
    errors: ['not-found', 'disk'],
  },
} as const;
