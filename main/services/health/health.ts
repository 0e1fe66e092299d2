/**
 * What is known of the cache's health, joined from the store and from sync: how far back everything is here, how news came
 * in the last day, and how old each reading of a whole collection is. Reads only; asks the service nothing.
 */
import type { HealthView } from '#shared/contract/index.ts';
import type { Store } from '#main/store/api.ts';
import { SWEEP_EVERY_MS, toSweepMarkKey } from '#main/sync/core/sweep.ts';
import { toMarkKey, toRefusedKey, UPKEEP } from '#main/sync/core/upkeep.ts';
import type { Services } from '#main/services/services.ts';

const DAY_MS = 86_400_000;
const MOST_CHATS = 100;
const MOST_ARRIVALS = 50;

type Marks = Readonly<Record<string, number>>;

/** Throws `disk`, and `unauthorized` when nobody is signed in. */
export async function getHealth({ session, now }: Services): Promise<HealthView> {
  const account = session.getAccount();
  const { store } = account;
  const sinceAt = now() - DAY_MS;
  const [chats, marks, latest, summary, callbacks, unread] = await Promise.all([
    readChats(store),
    store.listSyncMarks({}),
    store.listArrivals({ limit: MOST_ARRIVALS }),
    store.summariseArrivals({ sinceAt }),
    store.countCallbacks({}),
    store.getUnreadTotal({}),
  ]);
  const { lastSyncedAt, clockSkewMs } = account.getStatus();
  const { byCallback, byPoll, healedCount } = summary;
  return {
    unread: { here: unread, atService: marks['unread.total'] ?? null, askedAt: marks['unread.askedAt'] ?? null },
    lastSyncedAt,
    clockSkewMs,
    chats,
    arrivals: { sinceAt, byCallback, byPoll, healedCount, latest: latest.map((one) => ({ ...one })) },
    callbacks: { waiting: callbacks.waiting, confirmed: callbacks.confirmed, refuted: callbacks.refuted },
    sweeps: toSweeps(marks, now()),
  };
}

async function readChats(store: Store): Promise<HealthView['chats']> {
  const [{ chatsCount, completeCount, chats }, span] = await Promise.all([
    store.listGaps({ limit: MOST_CHATS }),
    store.getFeedSpan({}),
  ]);
  const withGaps = chats.map(({ chatId, phone, name, gaps }) => ({
    chatId,
    phone,
    name,
    gaps: gaps.map((gap) => ({ ...gap })),
  }));
  const historyFromAt = span?.fromAt ?? null;
  return { count: chatsCount, completeCount, withGaps, historyFromAt, isWhole: span !== null && span.fromAt === null };
}

/** Readings of collections, and the comparing of both feeds; without those that the service refuses for good. */
function toSweeps(marks: Marks, now: number): HealthView['sweeps'] {
  // A time in the future: the clock was set back since, and how long ago it was is unknown.
  const toDoneAt = (key: string): number | null => (marks[key] === undefined || marks[key] > now ? null : marks[key]);
  const offered = UPKEEP.filter(({ task }) => (marks[toRefusedKey(task)] ?? 0) === 0);
  return [
    ...offered.map(({ task, everyMs }) => ({ task, everyMs, doneAt: toDoneAt(toMarkKey(task)) })),
    ...(['outbound', 'inbound'] as const).map((name) => ({
      task: `messages.${name}`,
      everyMs: SWEEP_EVERY_MS,
      doneAt: toDoneAt(toSweepMarkKey(name, 'doneAt')),
    })),
  ];
}
