/** What a person does to the chat that is open, by keys alone, from the list and back to it. */
import type { Condition } from './day-watch.ts';
import type { Typist } from './day-keys.ts';

/** A chat as the day needs it. */
export interface Worked {
  readonly id: number;
  readonly phone: string;
  readonly name: string;
}

/** Lines of the menu of lists before it begins again. */
const MOST_LISTS = 12;

const GONE_ON: readonly Condition[] = [
  ['open', 'new'],
  ['thread', 'new'],
  ['focus', 'is', 'list'],
];
const toRow = ({ id }: Worked): string => `chat-${String(id)};`;

/** Goes on to the next chat with unread messages. */
export async function goToNextUnread(hands: Typist): Promise<void> {
  await hands.press('next unread', 'Alt+Shift+ArrowDown', [
    ['who', 'new'],
    ['thread', 'new'],
  ]);
  // Far down the list, its place is found after the chat has opened.
  if (hands.scene.open === '') await hands.until('open', 'not', '');
}

/** Answers, and is back in the list. `isRegretted`: takes the text back while it is held, and sends it once more. */
export async function answer(hands: Typist, text: string, isRegretted = false): Promise<void> {
  await hands.press('write', 'r', [['focus', 'is', 'composer']]);
  await hands.type('letter', text);
  await send(hands, text);
  if (isRegretted) {
    await hands.press('undo a text', 'Control+z', [['value', 'is', text]]);
    await send(hands, text);
  }
  await goToList(hands);
}

async function send(hands: Typist, text: string): Promise<void> {
  await hands.press('send', 'Enter', [
    ['value', 'is', ''],
    ['last', 'has', text],
    ['focus', 'is', 'composer'],
  ]);
}

export async function goToList(hands: Typist): Promise<void> {
  await hands.press('back to the list', 'Escape', [['focus', 'is', 'list']]);
}

/** Closes it: the next one opens. */
export async function close(hands: Typist, chat: Worked): Promise<void> {
  await hands.press('close', 'e', [['rows', 'lacks', toRow(chat)], ...GONE_ON]);
}

export async function pin(hands: Typist): Promise<void> {
  await hands.press('pin', 'p', [['told', 'has', ' pinned']]);
}

/** A chat is read once somebody has looked at it for a second. */
export async function beRead(hands: Typist): Promise<void> {
  // While the list goes to its place there are no rows.
  await hands.until('row', 'not', '');
  await hands.until('row', 'lacks', ' unread');
}

/** Once it counts as read: before, the same key says that it was. */
export async function markUnread(hands: Typist): Promise<void> {
  await beRead(hands);
  await hands.press('mark unread', 'u', [['told', 'has', ' unread']]);
}

/** Until a time that is offered (the third one), or one in words. The next chat opens. */
export async function snooze(hands: Typist, chat: Worked, words: string | null): Promise<void> {
  await hands.press('snooze', 's', [
    ['over', 'has', 'Snooze'],
    ['focus', 'is', 'Snooze until'],
  ]);
  if (words === null) {
    for (let step = 0; step < 2; step += 1) await hands.press('choose a time', 'ArrowDown', [['active', 'new']]);
  } else {
    await hands.type('a time in words', words, [['active', 'has', 'Snooze until']]);
  }
  await hands.press('snooze until', 'Enter', [['over', 'is', ''], ['rows', 'lacks', toRow(chat)], ...GONE_ON]);
}

/** For eight hours, from its menu. */
export async function mute(hands: Typist): Promise<void> {
  await hands.press('mute', 'm', [
    ['over', 'new'],
    ['focus', 'is', 'menu'],
    ['active', 'new'],
  ]);
  for (let step = 0; !hands.scene.active.includes('8 hours') && step < 4; step += 1)
    await hands.press('next item', 'ArrowDown', [['active', 'new']]);
  await hands.press('mute for hours', 'Enter', [
    ['told', 'has', ' muted'],
    ['over', 'is', ''],
    ['focus', 'is', 'list'],
  ]);
}

/** Checks this row and those below; resolves to their DOM ids. */
export async function checkSeveral(hands: Typist, count: number): Promise<string[]> {
  await hands.press('check', 'x', [['bar', 'has', '1 selected']]);
  const rows = [hands.scene.cursor];
  for (let checked = 2; checked <= count; checked += 1) {
    await hands.press('check on', 'Shift+ArrowDown', [['bar', 'has', `${String(checked)} selected`]]);
    rows.push(hands.scene.cursor);
  }
  return rows;
}

export async function closeChecked(hands: Typist, rows: readonly string[]): Promise<void> {
  const gone = rows.map((row): Condition => ['rows', 'lacks', `${row};`]);
  await hands.press('close the checked', 'e', [['bar', 'is', ''], ['focus', 'is', 'list'], ...gone]);
}

/** Takes the last act back: those rows are there again. */
export async function undo(hands: Typist, rows: readonly string[]): Promise<void> {
  const back = rows.map((row): Condition => ['rows', 'has', `${row};`]);
  await hands.press('undo', 'z', [...back, ['focus', 'is', 'list']]);
}

async function openPalette(hands: Typist): Promise<void> {
  await hands.press('search', 'Control+k', [
    ['over', 'has', 'Search or jump to'],
    ['focus', 'has', 'Search'],
  ]);
}

/** Finds a person and opens their chat; back in the list. By number: of 20,000 people, many are called the same. */
export async function findPerson(hands: Typist, { name, phone }: Worked): Promise<void> {
  await openPalette(hands);
  await hands.type('find a person', phone, [['active', 'has', name]]);
  await hands.press('open what was found', 'Enter', [
    ['over', 'is', ''],
    ['who', 'has', name],
    ['thread', 'new'],
    ['focus', 'is', 'composer'],
  ]);
  await goToList(hands);
}

/** Finds a message by its words and goes to it; back in the list. */
export async function findWords(hands: Typist, words: string): Promise<void> {
  await openPalette(hands);
  await hands.type('find words', words, [['active', 'has', words]]);
  await hands.press('open what was found', 'Enter', [
    ['over', 'is', ''],
    ['thread', 'new'],
    ['messages', 'has', words],
    ['focus', 'not', ''],
  ]);
  await goToList(hands);
}

/** Writes to a number that has no chat; back in the list. */
export async function writeToNumber(hands: Typist, { typed, shown }: { typed: string; shown: string }, text: string) {
  await hands.press('new message', 'n', [
    ['who', 'is', 'New message'],
    ['focus', 'is', 'To'],
  ]);
  await hands.type('letter', typed);
  await hands.press('take the number', 'Enter', [['focus', 'is', 'composer']]);
  await hands.type('letter', text);
  await hands.press('send to a new number', 'Enter', [
    ['who', 'has', shown],
    ['thread', 'new'],
    ['last', 'has', text],
    ['focus', 'is', 'composer'],
  ]);
  await goToList(hands);
}

/** Shows another list by the menu of lists. */
export async function showList(hands: Typist, name: string): Promise<void> {
  await hands.press('choose a list', 'g', [
    ['over', 'new'],
    ['focus', 'is', 'menu'],
  ]);
  for (let step = 0; !hands.scene.active.includes(name) && step < MOST_LISTS; step += 1)
    await hands.press('next item', 'ArrowDown', [['active', 'new']]);
  await hands.press('show the list', 'Enter', [
    ['over', 'is', ''],
    ['list', 'has', name],
    ['rows', 'not', ''],
    ['focus', 'is', 'list'],
  ]);
}

/** Back to the open chats by an action of the palette. */
export async function showOpenChats(hands: Typist): Promise<void> {
  await openPalette(hands);
  await hands.type('find an action', 'go to open', [['active', 'has', 'Open']]);
  await hands.press('run an action', 'Enter', [
    ['over', 'is', ''],
    ['list', 'is', 'Open chats'],
    ['rows', 'not', ''],
    ['focus', 'is', 'list'],
  ]);
}
