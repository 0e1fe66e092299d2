/** What is measured in accounts of two sizes: what a person reads, and what changes. */
import type { ChatMark, ChatScope, ChatSort } from '#shared/contract/index.ts';
import { toChatId, toContactId, toSendId } from '#shared/domain/ids.ts';
import { buildMessage, buildSend, DAY_MS, MINUTE_MS, NOON } from '#test/unit/store/builders.ts';
import type { StoreAccount } from './store-account.ts';
import { PAGE, toPhone } from './store-pages.ts';
import { createRandom, createTexts } from './words.ts';

/** One run of a work; `run` counts from 0. */
export type Work = (account: StoreAccount, run: number) => Promise<unknown>;

const WINDOW = 50;
const LARGEST = 1;

/** Chats by number: the few with most of the messages more often, as somebody opens them. */
const toChat = ({ extent }: StoreAccount, run: number): number =>
  1 + Math.floor(extent.chats * createRandom(run)() ** 3);

const OPEN: ChatScope = { shelf: 'open', marks: [], listId: null };
const toMarked = (...marks: ChatMark[]): ChatScope => ({ ...OPEN, marks });

const listAt =
  (toOffset: (chats: number) => number, scope = OPEN, sort: ChatSort = 'newest'): Work =>
  ({ store, extent }) =>
    store.listChats({
      ...{ scope, sort, now: NOON, offset: toOffset(extent.chats), limit: WINDOW },
      ...{ todayAt: NOON - DAY_MS / 2, yesterdayAt: NOON - 1.5 * DAY_MS },
    });

/** Lists that a person keeps: those that walk a whole shelf. */
const VIEWS: readonly ChatScope[] = [
  toMarked('unread', 'not-muted'),
  toMarked('waiting', 'not-muted'),
  toMarked('read'),
  { ...OPEN, shelf: 'any' },
  { ...OPEN, listId: 1 },
];

async function countWithViews({ store }: StoreAccount, run: number): Promise<void> {
  const saved = { icon: 'list', sort: 'newest', keys: null } as const;
  const views = run === 0 ? VIEWS : [];
  await Promise.all(
    views.map((scope, index) =>
      store.saveView({ view: { ...saved, id: `view${index}`, name: `View ${index}`, scope } }),
    ),
  );
  await store.countChats({});
}

const openThread = ({ store }: StoreAccount, chat: number) =>
  store.listMessages({ chatId: toChatId(chat), before: null, limit: WINDOW });

/** The newest page and five above it: as deep in either size. */
async function scrollUp(account: StoreAccount): Promise<void> {
  let page = await openThread(account, LARGEST);
  for (let up = 0; up < 5; up += 1) {
    page = await account.store.listMessages({
      chatId: toChatId(LARGEST),
      before: page?.older ?? null,
      limit: WINDOW,
    });
  }
}

const find =
  (query: string): Work =>
  ({ store }) =>
    store.search({ query, scope: 'all', chatId: null, limit: WINDOW });

async function openHit({ store }: StoreAccount, run: number): Promise<void> {
  const { messages } = await store.search({ query: 'appointment', scope: 'messages', chatId: null, limit: WINDOW });
  const hit = messages[run % messages.length];
  const [chatId, key] = [toChatId(hit?.chatId ?? LARGEST), hit?.key ?? ''];
  await store.listMessagesAround({ chatId, key, limit: WINDOW });
}

export const READS: Readonly<Record<string, Work>> = {
  'list: the first window': listAt(() => 0),
  'list: a window in the middle': listAt((chats) => Math.floor(chats / 2)),
  'list: the last window': listAt((chats) => chats - WINDOW),
  'list: unread totals': ({ store }) => store.countUnread({}),
  'thread: the newest page of any chat': (account, run) => openThread(account, toChat(account, run)),
  'thread: the newest page of the largest chat': (account) => openThread(account, LARGEST),
  'thread: six pages of the largest chat, upwards': scrollUp,
  'thread: a search, and the page around a hit': openHit,
  'search: several words': find('please call appointment'),
  'search: one word': find('tomorrow'),
  'search: the beginning of a word': find('appo'),
  'search: one letter': find('e'),
  'search: digits of a number': find('4477'),
  'search: a whole number': find(toPhone(7)),
  'search: what nobody wrote': find('zzzqqq'),
};

/** What walks a whole shelf in its index: it takes as long as the shelf is, and is told in milliseconds. */
export const WALKS: Readonly<Record<string, Work>> = {
  'list: who waits longest, in the middle': listAt((chats) => Math.floor(chats / 2), OPEN, 'waiting'),
  'list: two marks, the first window': listAt(() => 0, toMarked('unread', 'not-muted')),
  'list: counts, with those of five saved views': countWithViews,
};

/** Ids above all that the account holds; each run its own. */
const toNewId = (run: number, index: number): number => 10_000_000 + run * 1_000 + index;
const toText = createTexts(createRandom(5));

function toNews(account: StoreAccount, run: number, count: number) {
  return Array.from({ length: count }, (_, index) => {
    const said = { phone: toPhone(toChat(account, run * 1_000 + index)), text: toText(), contactId: toContactId(1) };
    return buildMessage(`in:${toNewId(run, index)}`, { ...said, at: NOON + (run * PAGE + index) * MINUTE_MS });
  });
}

/** From the person's word to the row that the service's own message will put right. */
async function sendOne(account: StoreAccount, run: number): Promise<void> {
  const { store } = account;
  const sendId = toSendId(`benchsend${String(run).padStart(11, '0')}`);
  const at = NOON + run;
  const said = { phone: toPhone(toChat(account, run)), text: toText(), createdAt: at, dueAt: at };
  await store.createSend({ send: buildSend(sendId, said) });
  const patch = { state: 'accepted', messageId: toNewId(run, 999), acceptedAt: at } as const;
  await store.updateSend({ sendId, patch });
  await store.commitAcceptedSend({ sendId });
}

export const CHANGES: Readonly<Record<string, Work>> = {
  'change: one new message': (account, run) =>
    account.store.commitMessages({ messages: toNews(account, run, 1), source: 'page' }),
  'change: a page of 100 new messages': (account, run) =>
    account.store.commitMessages({ messages: toNews(account, 100_000 + run, PAGE), source: 'page' }),
  'change: a person reads a chat': (account, run) =>
    account.store.applyActions({
      chatIds: [toChatId(toChat(account, run))],
      action: { kind: 'read', isRead: run % 2 === 0 },
      at: NOON + run,
      dueAt: NOON + run,
    }),
  'change: a text from the word to its row': sendOne,
};
