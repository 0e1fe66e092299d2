import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PeopleUndo } from '#renderer/app/people-undo.svelte.ts';
import { Toasts } from '#renderer/app/toasts.svelte.ts';
import { RequestIds } from '#renderer/data/request-ids.ts';
import { Translator } from '#renderer/lib/messages.ts';
import { FakeBridge, toProblem } from '#test/support/fake-bridge.ts';
import { buildContactList, buildContactRow } from '#test/support/fake-contacts.ts';
import { buildSchedule } from '#test/support/fake-schedules.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function begin() {
  const bridge = new FakeBridge();
  const toasts = new Toasts();
  const ids = new RequestIds(() => 'account');
  const options = { toasts, ids, texts: new Translator('en-GB') };
  const undo = new PeopleUndo(bridge, options);
  return { bridge, toasts, undo, taken: () => bridge.inputsOf('contacts.undo').map(({ undoId }) => undoId) };
}

it('takes back the last thing first, each thing once', async () => {
  const { undo, toasts, taken } = begin();
  undo.offer('Email changed', 'u1', 'edit');
  undo.offer('Tom deleted', 'u2', 'deletion');
  await undo.undoLast();
  await undo.undoLast();
  await undo.undoLast();
  expect(taken()).toEqual(['u2', 'u1']);
  expect([undo.lastAt, toasts.current?.tone]).toEqual([null, 'fault']);
});

it('takes back all that one press did, the last change first, and stops where one can’t be', async () => {
  const { bridge, undo, toasts, taken } = begin();
  bridge.contacts.lists = [buildContactList({ id: 1 })];
  bridge.contacts.rows = [buildContactRow({ id: 1 })];
  const change = { requestId: '12345678', listId: 1, contactIds: [1], isAdded: true, agreedCount: 0 };
  const replies = [
    await bridge.request('lists.changeMembers', change),
    await bridge.request('lists.changeMembers', change),
  ];
  const ids = replies.map((reply) => (reply.ok ? (reply.value.undoId ?? '') : ''));
  undo.offer('3 contacts moved and removed', ids, 'edit');
  await undo.undoLast();
  expect(taken()).toEqual(ids.toReversed());
  expect(toasts.current?.text).toBe('Undone');
  undo.offer('3 contacts moved and removed', ['u3', 'u4'], 'edit');
  await undo.undoLast();
  expect(taken().slice(2)).toEqual(['u4']);
  expect(toasts.current?.text).toMatch(/[Tt]oo late/);
  toasts.dispose();
});

it('offers it only as long as main keeps it, says afterwards that it is too late, and takes nothing older back', async () => {
  const { undo, toasts, taken } = begin();
  undo.offer('Email changed', 'u1', 'edit');
  undo.offer('Tom deleted', 'u2', 'deletion');
  vi.advanceTimersByTime(5_000);
  expect(undo.lastAt).not.toBeNull();
  vi.advanceTimersByTime(3_000);
  expect(toasts.current).toBeNull();
  expect(undo.lastAt).not.toBeNull();
  await undo.undoLast();
  expect(toasts.current?.text).toMatch(/[Tt]oo late/);
  expect(taken()).toEqual([]);
  undo.offer('Nothing to take back', null, 'edit');
  expect(toasts.current?.action).toBeNull();
  undo.dispose();
  toasts.dispose();
});

it('says that it was too late, and why else nothing was undone', async () => {
  const { bridge, undo, toasts } = begin();
  bridge.fail('contacts.undo', toProblem('not-found'));
  undo.offer('Email changed', 'u1', 'edit');
  await undo.undoLast();
  expect(toasts.current?.text).toMatch(/[Tt]oo late/);
  bridge.fail('contacts.undo', toProblem('disk'));
  undo.offer('Email changed', 'u2', 'edit');
  await undo.undoLast();
  expect(toasts.current?.text).toMatch(/^Nothing was undone\. .*disk/);
  toasts.dispose();
});

it('waits for what shows before main has it, and takes nothing else back where main does not take it', async () => {
  const { undo, toasts, taken } = begin();
  undo.offer('Email changed', 'u1', 'edit');
  vi.advanceTimersByTime(100);
  const { promise: saved, resolve: save } = Promise.withResolvers<undefined>();
  const work = saved.then(() => undo.offer('Company changed', 'u2', 'edit'));
  void undo.whileBegun(work);
  const undone = undo.undoLast();
  expect(taken()).toEqual([]);
  save(undefined);
  await undone;
  expect(taken()).toEqual(['u2']);

  const { promise: refused, resolve: refuse } = Promise.withResolvers<undefined>();
  vi.advanceTimersByTime(100);
  const other = undo.whileBegun(refused);
  expect(undo.lastAt).toBe(Date.now());
  const nothing = undo.undoLast();
  refuse(undefined);
  await Promise.all([other, nothing]);
  expect(taken()).toEqual(['u2']);
  await undo.undoLast();
  expect(taken()).toEqual(['u2', 'u1']);
  toasts.dispose();
});

it('takes back what was done to a scheduled text, and says when it has left', async () => {
  const { bridge, undo, toasts } = begin();
  bridge.schedules.items = [buildSchedule({ key: 'service:1' })];
  const reply = await bridge.request('schedules.cancel', { requestId: '12345678', keys: ['service:1'] });
  undo.offer('Cancelled', reply.ok ? reply.value.undoId : null, 'schedule');
  expect(bridge.schedules.find('service:1')?.state).toBe('cancelled');
  await undo.undoLast();
  expect(bridge.schedules.find('service:1')?.state).toBe('coming');
  expect(toasts.current?.text).toBe('Undone');
  undo.offer('Cancelled', 'gone', 'schedule');
  await undo.undoLast();
  expect(toasts.current?.text).toMatch(/[Tt]oo late/);
  toasts.dispose();
});
