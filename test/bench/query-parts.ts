/** Commands and queries of the store by themselves, in one thread: CPU time of that thread, wherever it waits. */
import process from 'node:process';
import { ROWS_PER_PART } from '#main/store/split.ts';
import type { LedgerFilter } from '#shared/contract/index.ts';
import { toChatId, toSendId } from '#shared/domain/ids.ts';
import type { ChatAct } from '#shared/domain/sync.ts';
import { StoreInOneThread } from '#test/unit/store/store-in-one-thread.ts';
import { DAY_MS, MINUTE_MS, NOON, buildChat, buildMessage, buildSend, phoneOf } from '#test/unit/store/builders.ts';
import { toFigure, toPercentile, toTimes, type Figure } from './measure.ts';
import { BIG_CHAT, HAN, fillChats, fillLedger, fillSearched, toPage, type Extent } from './query-fills.ts';

/** CPU milliseconds. */
const TARGETS = {
  ...{ window: 5, thread: 5, people: 15, idlePage: 5, page: 60, manyChats: 150, manyRows: 60 },
  ...{ search: 25, hardSearch: 50, around: 5 },
  ...{ ledgerPage: 10, ledgerWalk: 80, ledgerCount: 80 },
} as const;
const RUNS = 15;
const LEDGER_PEOPLE = 3_000;

/** CPU milliseconds that this thread spent on it. */
function measureOnce(work: () => unknown): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

function measure(work: () => unknown): number {
  work();
  return toTimes(Array.from({ length: RUNS }, () => measureOnce(work))).median;
}

const toRow = (name: string, value: number, target: number, details: Figure['details'] = {}): Figure =>
  toFigure({ name, unit: 'ms of CPU', value, target, details });

/** The slowest of some works, by name. */
function toSlowest(name: string, works: ReadonlyMap<string, () => unknown>, target: number): Figure {
  const times = [...works].map(([what, work]) => [what, measure(work)] as const).sort(([, a], [, b]) => b - a);
  return toRow(
    `${name}, the slowest of ${times.length}`,
    times[0]?.[1] ?? Number.NaN,
    target,
    Object.fromEntries(times.slice(0, 3)),
  );
}

function withBench(work: (store: StoreInOneThread) => Figure[]): Figure[] {
  const store = new StoreInOneThread();
  try {
    return work(store);
  } finally {
    store.close();
  }
}

/** Minutes at full size, nearly all of them for filling. */
export function measureQueries(extent: Extent & { readonly contacts: number }): Figure[] {
  const ledgerRows = Math.ceil(extent.messages / 3);
  return [
    ...withBench((store) => measureChats(store, extent)),
    ...withBench((store) => measureSearches(store, extent)),
    ...withBench((store) => measureLedger(store, ledgerRows)),
  ];
}

function measureChats(store: StoreInOneThread, extent: Extent): Figure[] {
  const pages: number[] = [];
  fillChats(store, extent, (commit) => pages.push(measureOnce(commit)));
  const list = (offset: number, marks: readonly 'unread'[] = []) =>
    store.ask('listChats', {
      ...{ scope: { shelf: 'open', marks: [...marks], listId: null }, sort: 'newest', offset, limit: 100, now: NOON },
      ...{ todayAt: NOON - DAY_MS / 2, yesterdayAt: NOON - 1.5 * DAY_MS },
    });
  const windows = new Map<string, () => unknown>([
    ['first', () => list(0)],
    ['middle', () => list(Math.floor(extent.chats / 2))],
    ['last', () => list(extent.chats - 100)],
    ['unread', () => list(100, ['unread'])],
    ['counts', () => store.ask('countChats', {})],
  ]);
  const people = ['zoe', 'number 15', 'z', 'xq', '07700 9', '44'].map(
    (query) => [query, () => store.ask('suggestPeople', { query, limit: 20 })] as const,
  );
  const thread = () => store.ask('listMessages', { chatId: toChatId(77), before: null, limit: 50 });
  const idle = toPage(extent.messages, extent);
  return [
    toRow('taking in a page of messages, merges of the index included, p99', toPercentile(pages, 0.99), TARGETS.page),
    toSlowest('a window of the list, and its counts', windows, TARGETS.window),
    toRow('the newest page of a thread', measure(thread), TARGETS.thread),
    toSlowest('suggesting people', new Map(people), TARGETS.people),
    toRow(
      'a page of messages that brings nothing new',
      measure(() => store.run('commitMessages', { messages: idle, source: 'page' })),
      TARGETS.idlePage,
    ),
    ...measureManyChats(store, extent.chats),
  ];
}

function measureManyChats(store: StoreInOneThread, chats: number): Figure[] {
  const count = Math.min(500, chats / 2);
  const chatIds = Array.from({ length: count }, (_, index) => toChatId(1 + chats / 2 + index - 1));
  const acts: readonly ChatAct[] = [
    { kind: 'read', isRead: true },
    { kind: 'pin', isPinned: true },
    { kind: 'mute', isMuted: true, hours: 8 },
    { kind: 'snooze', until: NOON + DAY_MS },
    { kind: 'status', status: 'closed' },
    { kind: 'block', isBlocked: true },
  ];
  const spent = acts.map((action) => {
    const ms = measureOnce(() => store.run('applyActions', { chatIds, action, at: NOON, dueAt: NOON }));
    return [action.kind, ms] as const;
  });
  const worst = Math.max(...spent.map(([, ms]) => ms));
  const rows = chatIds.slice(0, 100).map((id) => buildChat(id, { unreadCount: 1, updatedAt: NOON - id * DAY_MS }));
  return [
    toRow(`one thing done to ${count} chats, the slowest`, worst, TARGETS.manyChats, Object.fromEntries(spent)),
    toRow(
      'the rows of 100 of those chats, taken in',
      measureOnce(() => store.run('commitChats', { chats: rows })),
      TARGETS.manyRows,
    ),
  ];
}

const QUERIES =
  'xylophone|the|please|tionbe|thanks will|bing|zuta|كل|كلبم|明|555|07700 90|mail77|example.com|zzzz|tomorrow appointment';
const first = (count: number): string => HAN.slice(0, count).join('');
const HARD = [
  ...'e|a|t| i |th|an|né|7|44|00|m|.|@|the you for your have|thethethe thanksthe|a e i o u|ing er an on|0'.split('|'),
  ...'tionbabe bebibo nonesense|the e 明|كل م ة|4477 the|mail example com pet|1 2 3 4|明天'.split('|'),
  ...[HAN[0] ?? '', HAN[9] ?? '', HAN[2_000] ?? '', first(2), first(3), `${HAN[0]} ${HAN[1]}`, `${HAN[5]}${HAN[700]}`],
  ...['the to you and for is your we have on it in of at please can', 'x'.repeat(200), 'the '.repeat(50)],
];

function measureSearches(
  store: StoreInOneThread,
  { contacts: people, ...extent }: Extent & { readonly contacts: number },
): Figure[] {
  fillSearched(store, { ...extent, people });
  const search = (query: string, chatId: number | null = null) =>
    store.ask('search', { query, scope: 'all', chatId: chatId === null ? null : toChatId(chatId), limit: 50 });
  const toWorks = (queries: readonly string[], chatId: number | null = null) =>
    new Map(queries.map((query) => [query.slice(0, 20), () => search(query, chatId)] as const));
  const all = [...QUERIES.split('|'), ...HARD];
  const [hit] = search('the', BIG_CHAT).messages;
  const around = () => store.ask('listMessagesAround', { chatId: toChatId(BIG_CHAT), key: hit?.key ?? '', limit: 60 });
  return [
    toSlowest('an ordinary search', toWorks(QUERIES.split('|')), TARGETS.search),
    toSlowest('a search for frequent, short or long words', toWorks(HARD), TARGETS.hardSearch),
    toSlowest('a search in the chat with a sixth of all messages', toWorks(all, BIG_CHAT), TARGETS.hardSearch),
    toSlowest('a search in a chat with few messages', toWorks(all, 77), TARGETS.hardSearch),
    toRow('the page around a message of a long thread', measure(around), TARGETS.around),
  ];
}

function measureLedger(store: StoreInOneThread, rows: number): Figure[] {
  fillLedger(store, { rows, people: LEDGER_PEOPLE });
  const list = (query: string, said: Partial<LedgerFilter> = {}, before: number | null = null) =>
    store.ask('listLedger', {
      filter: { query, outcome: null, fromAt: null, toAt: null, ...said },
      before: before === null ? null : { createdAt: NOON + before * MINUTE_MS, sendId: '' },
      limit: 50,
    });
  const count = (query: string) =>
    store.ask('countLedger', { filter: { query, outcome: null, fromAt: null, toAt: null } });
  const toWorks = (queries: readonly string[], ask: (query: string) => unknown) =>
    new Map(queries.map((query) => [query === '' ? 'all' : query, () => ask(query)] as const));
  const pages = new Map<string, () => unknown>([
    ['newest', () => list('')],
    ['middle', () => list('', {}, Math.floor(rows / 2))],
    ['oldest', () => list('', {}, 60)],
    ['stopped', () => list('', { outcome: 'stopped' })],
    ['discarded', () => list('', { outcome: 'discarded' })],
    ...toWorks(['parcel', 'the', 'thanks please', 'zurich café', 'ccson', '44770', 'e'], list),
  ]);
  const walks = ['xylophone', 'nowhere', 'thanks nowhere', '07700 9999999', 'cccson nowhere', 'a e i nowhere zz'];
  return [
    toSlowest('a page of the ledger', pages, TARGETS.ledgerPage),
    toSlowest('a search through all of the ledger', toWorks(walks, list), TARGETS.ledgerWalk),
    toSlowest(
      'totals of the ledger',
      toWorks(['', 'parcel', 'nowhere', 'thanks please', '44770'], count),
      TARGETS.ledgerCount,
    ),
    ...measureLedgerChanges(store, rows),
  ];
}

function measureLedgerChanges(store: StoreInOneThread, rows: number): Figure[] {
  const toMessages = (from: number) =>
    Array.from({ length: ROWS_PER_PART }, (_, n) =>
      buildMessage(`out:${from + n}`, { phone: phoneOf(1), price: 0.04 }),
    );
  const [ours, others] = [toMessages(1_000), toMessages(rows * 2)];
  for (const messages of [ours, others]) store.run('commitMessages', { messages, source: 'page' });
  const again = (messages: typeof ours) => measure(() => store.run('commitMessages', { messages, source: 'page' }));
  let n = 0;
  const write = (): void => {
    n += 1;
    const sendId = toSendId(`new${n}`);
    store.run('createSend', { send: buildSend(sendId, { createdAt: NOON - n }) });
    store.run('updateSend', { sendId, patch: { state: 'sending', attempts: 1 } });
  };
  const [oursMs, othersMs] = [again(ours), again(others)];
  return [
    toRow('a page of messages that the ledger has, more than one that it has not', Math.max(0, oursMs - othersMs), 2, {
      oursMs,
      othersMs,
    }),
    toRow('one more text in the ledger', measure(write), TARGETS.ledgerPage),
  ];
}
