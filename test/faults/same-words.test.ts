/**
 * A colleague sends the same words to the same number while the answer to ours is lost, under the whole app: the message of
 * the colleague is never taken for ours, and ours is found by its reference where the service shows it.
 */
import { afterEach, describe, expect, it } from 'vitest';
import type { Fault } from '#main/demo/steering/faults.ts';
import { findSendId } from '#shared/domain/sends.ts';
import { listRows } from '#test/support/full-counts.ts';
import { AppOnDemo, toRequestId, type RunningService, type AppWindow } from '#test/integration/app/app-on-demo.ts';
import { until } from '#test/support/until.ts';

const PHONE = '447700900318';
const WORDS = 'See you at nine.';
const LIMIT_MS = 300_000;

/** What a lost answer is looked for in. */
interface ListOfSends {
  /** Of its operations, those that the service does not have. */
  readonly absent?: readonly string[];
  readonly faults?: readonly Fault[];
  /** An earlier text of this app is in it, with its reference. */
  readonly hasEarlier?: true;
}

const UNREADABLE: readonly (readonly [name: string, list: ListOfSends])[] = [
  ['answers 500', { faults: [{ kind: 'status', status: 500, method: 'GET', path: '/sessions' }] }],
  ['answers 404', { absent: ['sessions'] }],
];
const READABLE: readonly (readonly [name: string, list: ListOfSends])[] = [
  ['shows no reference of ours', {}],
  ['shows the reference of an earlier text', { hasEarlier: true }],
];

let app: AppOnDemo | null = null;
afterEach(async () => {
  await app?.dispose();
  app = null;
}, LIMIT_MS);

async function open(list: ListOfSends) {
  app = await AppOnDemo.open();
  const running = await app.startService();
  const window = await app.openWindow();
  await window.signIn(running.credentials);
  await until(async () => expect((await window.listChats()).total).toBeGreaterThan(10));
  if (list.hasEarlier === true) await expectState(window, await write(window, 'An earlier text'), 'accepted');
  running.service.settings.absent = [...(list.absent ?? [])];
  /** The next text meets this. */
  const loseNext = (kind: Fault['kind']): void =>
    running.service.faults.set([{ kind, method: 'POST', path: '/messages', times: 1 }, ...(list.faults ?? [])]);
  return { window, running, loseNext };
}

async function write(window: AppWindow, text: string): Promise<string> {
  return (await window.ask('sends.create', { requestId: toRequestId(), phone: PHONE, text, from: null })).sendId;
}

async function expectState(window: AppWindow, sendId: string, state: string): Promise<void> {
  await until(async () => expect((await window.ask('ledger.get', { sendId })).row.state).toBe(state));
}

/** Resolves with the id of the message. */
async function sendAsColleague({ service }: RunningService): Promise<number> {
  const answer = await service.handle({
    ...{ method: 'POST', path: '/api/v2/messages', query: '' },
    headers: {
      'content-type': 'application/json',
      'x-tm-username': service.username,
      'x-tm-key': service.apiKey,
    },
    body: new TextEncoder().encode(JSON.stringify({ text: WORDS, phones: PHONE })),
  });
  expect(answer.status).toBe(201);
  return service.world.outbound.rows.at(-1)?.id ?? 0;
}

/** Messages of ours in the service, by the reference that it keeps. */
function listThere({ service }: RunningService, sendId: string): readonly number[] {
  const { sessions, outbound } = service.world;
  const isOurs = (sessionId: number): boolean => findSendId(sessions.find(sessionId)?.referenceId ?? '') === sendId;
  return outbound.rows.filter((row) => isOurs(row.sessionId)).map(({ id }) => id);
}

/** The state and the evidence after a look of a person. */
async function look(window: AppWindow, sendId: string) {
  const before = await window.ask('ledger.get', { sendId });
  if (before.row.state === 'checking') await window.ask('sends.lookNow', { sendId }).catch(() => undefined);
  const { row, check, messageId } = await window.ask('ledger.get', { sendId });
  return { state: row.state, messageId, alike: check?.alike.map((each) => each.messageId) ?? [] };
}

describe.each([...UNREADABLE, ...READABLE])('where the list of sends %s', (_name, list) => {
  it(
    'a text that never arrived is not taken for the same words of a colleague, and a person sends it again',
    async () => {
      const { window, running, loseNext } = await open(list);
      loseNext('reset-before');
      const sendId = await write(window, WORDS);
      await expectState(window, sendId, 'checking');
      const theirs = await sendAsColleague(running);
      expect(await look(window, sendId)).toEqual({ state: 'checking', messageId: null, alike: [theirs] });
      expect(listThere(running, sendId)).toEqual([]);
      await window.ask('sends.retry', { requestId: toRequestId(), sendId, mayDouble: true });
      await expectState(window, sendId, 'accepted');
      const [ours = 0, ...more] = listThere(running, sendId);
      expect([ours > theirs, more]).toEqual([true, []]);
      expect((await window.ask('ledger.get', { sendId })).messageId).toBe(ours);
    },
    LIMIT_MS,
  );
});

describe.each(listRows(READABLE, 1))('where the list of sends %s', (_name, list) => {
  it(
    'a text that arrived is found by its reference beside the same words of a colleague',
    async () => {
      const { window, running, loseNext } = await open(list);
      const before = await sendAsColleague(running);
      loseNext('reset-after');
      const sendId = await write(window, WORDS);
      await until(() => expect(listThere(running, sendId)).toHaveLength(1));
      const after = await sendAsColleague(running);
      await until(async () => expect((await look(window, sendId)).state).toBe('accepted'));
      const { messageId } = await look(window, sendId);
      expect([messageId]).toEqual(listThere(running, sendId));
      expect([before, after]).not.toContain(messageId);
    },
    LIMIT_MS,
  );

  it(
    'of two texts with the same words, the one that arrived is found and the other is not taken for it',
    async () => {
      const { window, running, loseNext } = await open(list);
      loseNext('reset-before');
      const lost = await write(window, WORDS);
      await expectState(window, lost, 'checking');
      loseNext('reset-after');
      const arrived = await write(window, WORDS);
      await until(async () => expect((await look(window, arrived)).state).toBe('accepted'));
      expect([(await look(window, arrived)).messageId]).toEqual(listThere(running, arrived));
      expect(await look(window, lost)).toEqual({ state: 'checking', messageId: null, alike: [] });
      expect(listThere(running, lost)).toEqual([]);
    },
    LIMIT_MS,
  );
});

describe.each(listRows(UNREADABLE, 0))('where the list of sends %s', (_name, list) => {
  it(
    'a text that arrived stays undecided beside the same words of a colleague, with both as evidence',
    async () => {
      const { window, running, loseNext } = await open(list);
      loseNext('reset-after');
      const sendId = await write(window, WORDS);
      await until(() => expect(listThere(running, sendId)).toHaveLength(1));
      await expectState(window, sendId, 'checking');
      const theirs = await sendAsColleague(running);
      const evidence = [theirs, ...listThere(running, sendId)];
      expect(await look(window, sendId)).toEqual({ state: 'checking', messageId: null, alike: evidence });
    },
    LIMIT_MS,
  );

  it(
    'a text that arrived is found by the callback that carries its reference, and the colleague’s is not taken for it',
    async () => {
      const { window, running, loseNext } = await open(list);
      await window.ask('live.turnOn', { requestId: toRequestId(), choice: { kind: 'none' }, takeOver: [] });
      await until(async () => expect((await window.ask('live.get', {})).state).toBe('live'));
      loseNext('reset-after');
      const sendId = await write(window, WORDS);
      await until(() => expect(listThere(running, sendId)).toHaveLength(1));
      await sendAsColleague(running);
      await until(async () => expect((await look(window, sendId)).state).toBe('accepted'));
      expect([(await look(window, sendId)).messageId]).toEqual(listThere(running, sendId));
    },
    LIMIT_MS,
  );
});
