import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { requests, type RequestName } from '#shared/contract/index.ts';

const requestId = 'request-1';
const OPEN = { shelf: 'open', marks: [], listId: null } as const;
const target = { kind: 'chats', chatIds: [1] } as const;
const view = { name: 'Mine', icon: 'list', scope: OPEN, sort: 'newest', keys: null, id: null } as const;
const snooze = (until: unknown) => ({ requestId, target, action: { kind: 'snooze', until } });
const many = (count: number): string[] => Array.from({ length: count }, (_, index) => `id-${String(index)}`);

const isTaken = (name: RequestName, input: unknown): boolean => v.safeParse(requests[name].input, input).success;

/** What the store would choke on, or would have to keep whatever its length. */
const REFUSED: readonly (readonly [RequestName, unknown])[] = [
  ['chats.applyAction', snooze(0.5)],
  ['chats.applyAction', snooze(1e300)],
  ['chats.applyAction', snooze(Infinity)],
  [
    'chats.applyAction',
    { requestId, target: { kind: 'chats', chatIds: [1e300] }, action: { kind: 'pin', isPinned: true } },
  ],
  ['chats.undo', { requestId, undoId: 'x'.repeat(65) }],
  ['chats.list', { scope: { ...OPEN, listId: 0.5 }, sort: 'newest', offset: 0, limit: 1, todayAt: 0, yesterdayAt: 0 }],
  ['chats.list', { scope: OPEN, sort: 'newest', offset: 0, limit: 1, todayAt: Infinity, yesterdayAt: 0 }],
  ['views.save', { requestId, view: { ...view, id: 'x'.repeat(65) } }],
  ['views.remove', { requestId, id: 'x'.repeat(65) }],
  ['views.order', { requestId, ids: many(31) }],
  ['views.order', { requestId, ids: ['x'.repeat(65)] }],
  ['messages.findAt', { chatId: 1, at: 1e300 }],
  ['messages.fillGap', { chatId: 1, fromAt: null, toAt: Infinity }],
  ['messages.delete', { requestId, chatId: 1, keys: many(501) }],
  ['messages.delete', { requestId, chatId: 1, keys: ['x'.repeat(65)] }],
  ['settings.set', { shortcuts: Object.fromEntries(many(201).map((id) => [id, 'K'])) }],
  ['settings.set', { shortcuts: { ['x'.repeat(61)]: 'K' } }],
];

const TAKEN: readonly (readonly [RequestName, unknown])[] = [
  ['chats.applyAction', snooze(Date.UTC(2026, 11, 1))],
  ['chats.applyAction', snooze(null)],
  ['chats.undo', { requestId, undoId: 'a-token-of-ours' }],
  ['chats.list', { scope: OPEN, sort: 'waiting', offset: 0, limit: 200, todayAt: 0, yesterdayAt: 0 }],
  ['views.save', { requestId, view }],
  ['views.order', { requestId, ids: many(30) }],
  ['messages.findAt', { chatId: -44770090001, at: 0 }],
  ['messages.findAt', { chatId: 1, at: new Date('0002-03-04').getTime() }],
  ['messages.delete', { requestId, chatId: 1, keys: many(500) }],
  ['settings.set', { shortcuts: { 'close-chat': 'Shift+E' } }],
];

describe('the input of a request (CONTRACT-2)', () => {
  it.each(REFUSED)('of %s is refused beyond its bounds: %j', (name, input) => {
    expect(isTaken(name, input)).toBe(false);
  });

  it.each(TAKEN)('of %s is taken within them: %j', (name, input) => {
    expect(isTaken(name, input)).toBe(true);
  });
});
