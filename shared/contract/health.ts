/** The connection to the service, the health of the cache, and the copy that it keeps on this computer. */
import * as v from 'valibot';
import { sessionViewSchema } from './account.ts';
import { DISK_ERRORS, instant, nothing, OPEN_ERRORS, requestId, SERVICE_ERRORS } from './common.ts';

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

const countAndLag = v.object({ count: v.number(), medianLagMs: v.nullable(v.number()) });

export const gapViewSchema = v.object({ fromAt: v.nullable(instant), toAt: instant });

export const healthViewSchema = v.object({
  /** Unread messages of all chats: here, and what the service said when it was last asked. */
  unread: v.object({ here: v.number(), atService: v.nullable(v.number()), askedAt: v.nullable(v.number()) }),
  lastSyncedAt: v.nullable(instant),
  clockSkewMs: v.nullable(v.number()),
  chats: v.object({
    count: v.number(),
    /** Chats of which everything is here. */
    completeCount: v.number(),
    /** Those with gaps, newest first; at most 100. */
    withGaps: v.array(
      v.object({ chatId: v.number(), phone: v.string(), name: v.string(), gaps: v.array(gapViewSchema) }),
    ),
    /** Every chat is complete back to here; null: not known yet, or back to the beginning where `isWhole`. */
    historyFromAt: v.nullable(instant),
    isWhole: v.boolean(),
  }),
  arrivals: v.object({
    sinceAt: instant,
    byCallback: countAndLag,
    byPoll: countAndLag,
    /** News that polling found although callbacks were on: missed callbacks, healed. */
    healedCount: v.number(),
    /** Newest first; at most 50. */
    latest: v.array(
      v.object({
        key: v.string(),
        letter: v.string(),
        chatId: v.nullable(v.number()),
        phone: v.string(),
        name: v.string(),
        happenedAt: instant,
        seenAt: instant,
        via: v.picklist(['callback', 'poll']),
      }),
    ),
  }),
  callbacks: v.object({ waiting: v.number(), confirmed: v.number(), refuted: v.number() }),
  /** Readings of whole collections: when each was last done to its end, and how old it may get. */
  sweeps: v.array(v.object({ task: v.string(), doneAt: v.nullable(instant), everyMs: v.number() })),
});
export type HealthView = v.InferOutput<typeof healthViewSchema>;

/** The stored copy of the open account, and how far back it is filled. */
export const storedCopySchema = v.object({
  kinds: v.array(
    v.object({
      kind: v.picklist(['messages', 'search', 'chats', 'people', 'others', 'pictures', 'own']),
      rows: v.number(),
      bytes: v.number(),
    }),
  ),
  /** Of all files of this account. */
  bytes: v.number(),
  history: v.object({
    days: v.nullable(v.picklist([30, 365])),
    isPaused: v.boolean(),
    /** Everything back to the beginning of the account is here: there is nothing older to read. */
    isWhole: v.boolean(),
  }),
});
export type StoredCopy = v.InferOutput<typeof storedCopySchema>;

export const healthRequests = {
  'sync.getStatus': { input: nothing, output: syncStatusSchema, errors: [] },
  /** "Try now": ends the wait and asks the service at once. */
  'sync.tryNow': { input: nothing, output: nothing, errors: [] },

  'data.get': { input: nothing, output: storedCopySchema, errors: OPEN_ERRORS },
  /** Deletes the copy of what the service has; drafts, unsent texts and the ledger stay. It is read again at once. */
  'data.clearCopy': {
    input: v.object({ requestId }),
    output: sessionViewSchema,
    errors: ['unauthorized', ...DISK_ERRORS],
  },
  'data.setHistory': {
    input: v.object({ days: v.nullable(v.picklist([30, 365])), isPaused: v.boolean() }),
    output: storedCopySchema,
    errors: OPEN_ERRORS,
  },

  'health.get': { input: nothing, output: healthViewSchema, errors: OPEN_ERRORS },

  /** "Check everything now". Answers at once; how it goes is in the status of sync (`isChecking`). */
  'sync.checkEverything': { input: nothing, output: nothing, errors: SERVICE_ERRORS },
} as const;
