/** One day of somebody who answers all day: what waits is worked, by keys alone, while people go on writing. */
import type { ServiceAccount } from '#test/e2e/support/programs.ts';
import type { WindowClient } from '#test/support/window-client.ts';
import type { Typist } from './day-keys.ts';
import { write, writeAllDay, type Crowd } from './day-people.ts';
import {
  answer,
  beRead,
  checkSeveral,
  close,
  closeChecked,
  findPerson,
  findWords,
  goToList,
  goToNextUnread,
  markUnread,
  mute,
  pin,
  showList,
  showOpenChats,
  snooze,
  undo,
  writeToNumber,
  type Worked,
} from './day-work.ts';

/** How a chat stands after what was done to it. Left out: nobody said. */
export interface Expected {
  readonly phone: string;
  readonly sent: readonly string[];
  readonly status?: 'a' | 'c';
  readonly pinned?: boolean;
  readonly muted?: boolean;
  readonly isUnread?: boolean;
  readonly isSnoozed?: boolean;
}

export interface DayPlace {
  readonly hands: Typist;
  readonly client: WindowClient;
  readonly account: ServiceAccount;
  readonly crowd: Crowd;
}

const NEW_NUMBER = { typed: '+447911123456', shown: '7911 123456', phone: '447911123456' };
/**
 * How often all chats with a new text are passed at most on the way to one of the queue. Others who write are passed too
 * quickly to count as read, so all of them may be unread; one whose text comes while it is open takes the keys back to the
 * top of the list.
 */
const MOST_ROUNDS = 5;
const REST_EVERY = 8;

/** What is done to the chats of the queue, by turns. Ends with another chat open, or with the same. */
type Deed = (hands: Typist, chat: Worked, text: string) => Promise<Omit<Expected, 'phone'>>;

const DEEDS: readonly Deed[] = [
  async (hands, chat, text) => {
    await answer(hands, text);
    await close(hands, chat);
    return { sent: [text], status: 'c', isUnread: false };
  },
  async (hands, _, text) => {
    await answer(hands, text);
    await pin(hands);
    return { sent: [text], status: 'a', pinned: true, isUnread: false };
  },
  async (hands, chat) => {
    await close(hands, chat);
    return { sent: [], status: 'c', isUnread: false };
  },
  async (hands, chat) => {
    await snooze(hands, chat, null);
    return { sent: [], status: 'a', isSnoozed: true, isUnread: false };
  },
  async (hands, _, text) => {
    await answer(hands, text);
    await mute(hands);
    return { sent: [text], status: 'a', muted: true, isUnread: false };
  },
  async (hands, chat, text) => {
    await answer(hands, text);
    await snooze(hands, chat, 'tomorrow 2pm');
    return { sent: [text], status: 'a', isSnoozed: true, isUnread: false };
  },
  async (hands, _, text) => {
    await answer(hands, text);
    return { sent: [text], status: 'a', isUnread: false };
  },
  async (hands) => {
    await markUnread(hands);
    // Whoever comes by again has read it.
    return { sent: [], status: 'a' };
  },
];

/** Works the whole queue, and what else there is to do; how every chat of it stands then. */
export async function workTheDay(place: DayPlace): Promise<Expected[]> {
  const { hands, account, crowd } = place;
  const evening = new AbortController();
  const writing = writeAllDay(account, crowd.others, evening.signal);
  try {
    await hands.look();
    await goToList(hands);
    const expected = [...(await workTheQueue(place)), ...(await doTheRest(place))];
    evening.abort();
    // A text that comes later would make the last chat unread by itself.
    await untilFound(place.client, `Meanwhile ${String(await writing)}`);
    return [...expected, await keepForTomorrow(place)];
  } finally {
    evening.abort();
    await writing;
  }
}

/** Reads one more, and marks it unread. */
async function keepForTomorrow({ hands, client }: DayPlace): Promise<Expected> {
  await goToNextUnread(hands);
  const chatId = Number(hands.scene.open.replace('chat-', ''));
  const chat = await client.get('chats.find', { chatId, phone: null });
  if (chat === null) throw new Error('The open chat is gone');
  await markUnread(hands);
  return { phone: chat.phone, sent: [], isUnread: true };
}

async function workTheQueue(place: DayPlace): Promise<Expected[]> {
  const { hands, client, crowd } = place;
  const todo = new Map(crowd.queue.map((chat) => [`chat-${String(chat.id)}`, chat]));
  const expected: Expected[] = [];
  for (let turn = 0; todo.size > 0; turn += 1) {
    // Half of the day texts leave at once, half of it they are held.
    if (turn === Math.floor(crowd.queue.length / 2)) await client.get('settings.set', { holdSeconds: 5 });
    const chat = await goToWork(place, todo);
    todo.delete(`chat-${String(chat.id)}`);
    const text = `Yes ${String(turn)}, see you`;
    if (turn % REST_EVERY === 3) await restWhileTheyWrite(place, chat, turn);
    await beRead(hands);
    const deed = DEEDS[turn % DEEDS.length];
    if (deed !== undefined) expected.push({ phone: chat.phone, ...(await deed(hands, chat, text)) });
  }
  return expected;
}

/** Until a chat of the queue is open. */
async function goToWork({ hands, crowd }: DayPlace, todo: ReadonlyMap<string, Worked>): Promise<Worked> {
  const mostPassed = MOST_ROUNDS * (crowd.queue.length + crowd.others.length);
  for (let passed = 0; passed < mostPassed; passed += 1) {
    const chat = todo.get(hands.scene.open);
    if (chat !== undefined) return chat;
    await goToNextUnread(hands);
  }
  throw new Error('The next unread chat is never one that waits');
}

/** Reads, while they and somebody else write. */
async function restWhileTheyWrite({ hands, account, crowd }: DayPlace, chat: Worked, turn: number): Promise<void> {
  const text = `One more thing ${String(turn)}`;
  const other = crowd.others[turn % crowd.others.length];
  await hands.rest(async () => {
    if (other !== undefined) await write(account, other.phone, `While you read ${String(turn)}`);
    await write(account, chat.phone, text);
    await hands.page.locator('section.thread .box').getByText(text).waitFor();
  });
}

/** Searching, several at once, taking back, somebody new, other lists. */
async function doTheRest({ hands, client, account, crowd }: DayPlace): Promise<Expected[]> {
  const [finder = null, person = null] = crowd.others.filter(({ name }) => name.length > 8);
  if (finder === null || person === null) throw new Error('Nobody has a name');
  await write(account, finder.phone, 'Have you seen my zebrafinch');
  await findPerson(hands, person);
  await answer(hands, 'Sorry, what a day', true);
  await untilFound(client, 'zebrafinch');
  await findWords(hands, 'zebrafinch');
  await undo(hands, await closeSeveral(hands, crowd, 4));
  await writeToNumber(hands, NEW_NUMBER, 'Hello from the clinic');
  await showList(hands, 'Needs a reply');
  await showList(hands, 'Snoozed');
  await showOpenChats(hands);
  return [
    { phone: NEW_NUMBER.phone, sent: ['Hello from the clinic'], status: 'a' },
    { phone: person.phone, sent: ['Sorry, what a day'], status: 'a' },
  ];
}

/** The rows of those who do not go on writing: they come back where they were, the others may be out of sight by then. */
async function closeSeveral(hands: Typist, { others }: Crowd, count: number): Promise<string[]> {
  const rows = await checkSeveral(hands, count);
  await closeChecked(hands, rows);
  return rows.filter((row) => !others.some(({ id }) => row === `chat-${String(id)}`));
}

async function untilFound(client: WindowClient, query: string): Promise<void> {
  const endsAt = Date.now() + 20_000;
  while (Date.now() < endsAt) {
    const { messages } = await client.get('search.find', { query, scope: 'all', chatId: null, limit: 20 });
    if (messages.length > 0) return;
  }
  throw new Error(`Nobody ever finds “${query}”`);
}
