/**
 * Answers that get lost in every way that networks know, with the real client, outbox and store over loopback sockets:
 * what the service has is found and there once, what it has not is said to be not sent, and what cannot be told stays
 * undecided with its evidence. Quick time: a minute takes a second.
 */
import { isDeepStrictEqual } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import type { Fault } from '#main/demo/steering/faults.ts';
import { toOutgoingText, toReferenceId } from '#shared/domain/sends.ts';
import type { Send } from '#shared/domain/sends.ts';
import { isFull, listShapes } from '#test/support/full-counts.ts';
import { throwDice, type Random } from '#test/support/random.ts';
import { OutboxOnLossyService } from './support/outbox-on-lossy-service.ts';

/** In each shape of the service. */
const CUT_AFTER = isFull ? 250 : 13;
const CUT_BEFORE = isFull ? 100 : 6;
const NOT_ACCEPTED = isFull ? 100 : 8;
const SHAPES = ['sdk', 'spec'] as const;
const PHONES = Array.from({ length: 40 }, (_, index) => `4479110001${String(index).padStart(2, '0')}`);

const MINUTE_MS = 60_000;
const DECIDED_MS = isFull ? 480_000 : 300_000;

type Trouble = Omit<Fault, 'containing'>;

const SEND = { method: 'POST', path: '/messages' } as const;
const UPLOAD = { method: 'POST', path: '/messages/attachment' } as const;

/** The service took the text, and nobody heard of it. The last one: when the client had long given up. */
const LOST_AFTER: readonly Trouble[] = [
  { kind: 'reset-after' },
  { kind: 'reset-after' },
  { kind: 'cut-after' },
  { kind: 'truncated' },
  { kind: 'status-after', status: 500 },
  { kind: 'status-after', status: 502 },
  { kind: 'status-after', status: 503 },
  { kind: 'status-after', status: 504 },
  { kind: 'delay-after', delayMs: 2 * MINUTE_MS },
  { kind: 'delay', delayMs: MINUTE_MS },
];
/** The text is not in the service, and nobody can know. */
const LOST_BEFORE: readonly Trouble[] = [
  { kind: 'reset-before' },
  { kind: 'reset-before' },
  { kind: 'status', status: 500 },
  { kind: 'status', status: 502 },
  { kind: 'status', status: 504 },
  { kind: 'maintenance-page' },
];
/** An upload is made again in every doubt: nothing is sent by it. */
const LOST_UPLOADS: readonly Trouble[] = [
  { kind: 'reset-before' },
  { kind: 'reset-after' },
  { kind: 'cut-after' },
  { kind: 'truncated' },
  { kind: 'status-after', status: 502 },
  { kind: 'status', status: 500 },
  { kind: 'maintenance' },
];
/** The service says itself that it did not take it. */
const SURELY_NOT: readonly Trouble[] = [
  { kind: 'status', status: 429, retryAfterSeconds: 2 },
  { kind: 'status', status: 429 },
  { kind: 'maintenance', retryAfterSeconds: 2 },
  { kind: 'maintenance' },
];

const scenes: OutboxOnLossyService[] = [];
afterEach(async () => {
  for (const setup of scenes.splice(0)) await setup.dispose();
});

async function openSetup(random: Random, shapes?: (typeof SHAPES)[number]): Promise<OutboxOnLossyService> {
  const setup = await OutboxOnLossyService.open(random, shapes);
  scenes.push(setup);
  return setup;
}

/**
 * Texts of which each meets one trouble, once. Some have files, whose uploads meet troubles as well, and some a reference
 * of a person's own. Nothing leaves before all are written.
 */
async function writeAll(
  setup: OutboxOnLossyService,
  random: Random,
  given: { readonly count: number; readonly troubles: readonly Trouble[] },
): Promise<readonly Send[]> {
  const faults: Fault[] = [];
  const sends: Send[] = [];
  for (let number = 1; number <= given.count; number += 1) {
    const mark = `case ${String(number)}.`;
    const trouble = random.pick(given.troubles);
    faults.push({ ...trouble, ...SEND, containing: mark, times: 1 });
    const names = random.happens(30) ? ['one', 'two'].slice(0, random.between(1, 2)) : [];
    const fileNames = names.map((name) => `${name} of ${String(number)}.txt`);
    for (const name of fileNames) {
      if (random.happens(60)) faults.push({ ...random.pick(LOST_UPLOADS), ...UPLOAD, containing: name, times: 1 });
    }
    const ownReference = random.happens(30) ? random.pick(['order 9', 'a-b', 'N_1']) : null;
    const text = `${trouble.kind} ${String(trouble.status ?? '')} ${mark}`;
    sends.push(await setup.write(random.pick(PHONES), text, { fileNames, ownReference }));
  }
  setup.setFaults(faults);
  setup.outbox.start();
  return sends;
}

/** By the service's own data: by the reference, and by the words, which are each said once. */
function listNotOnce(setup: OutboxOnLossyService, sends: readonly Send[]): readonly unknown[] {
  const { rows } = setup.demo.world.outbound;
  const countWords = ({ text }: Send): number => rows.filter((row) => row.text.split('\n')[0] === text).length;
  return sends
    .map((send) => [send.text, setup.count(send), countWords(send)])
    .filter(([, byReference, byWords]) => byReference !== 1 || byWords !== 1);
}

/** What the ledger says of them, where that differs from what their rows of the outbox and the service say. */
async function listLedgerLies(setup: OutboxOnLossyService, sends: readonly Send[]): Promise<readonly unknown[]> {
  const entries = await Promise.all(sends.map(async ({ id }) => await setup.store.getLedgerEntry({ sendId: id })));
  const stored = await Promise.all(sends.map((send) => setup.read(send)));
  return stored.flatMap((send, index) => {
    const entry = entries[index];
    const told = entry === null || entry === undefined ? null : [entry.row.state, entry.row.text, entry.referenceId];
    const should = [send.state, toOutgoingText(send), toReferenceId(send)];
    return isDeepStrictEqual(told, should) ? [] : [{ should, told }];
  });
}

/** What was found is that very text. Its message may still be unnamed; sync brings it by the service's send. */
function isTheRightOne({ demo }: OutboxOnLossyService, { messageId, sessionId, ...send }: Send): boolean {
  const found = demo.world.outbound.rows.filter(
    (row) => row.sessionId === sessionId && (messageId === null || row.id === messageId),
  );
  return found.length === 1 && found[0]?.text === toOutgoingText(send);
}

describe.each(listShapes(SHAPES, 'spec'))('an answer that got lost (%s)', (shapes) => {
  it(
    `${String(CUT_AFTER)} times after the service took the text: found, and in the service once (SEND-1, SEND-7)`,
    async () => {
      const random = throwDice();
      const setup = await openSetup(random, shapes);
      const sends = await writeAll(setup, random, { count: CUT_AFTER, troubles: LOST_AFTER });
      await setup.waitForStates(sends, ['accepted'], DECIDED_MS);
      expect(listNotOnce(setup, sends)).toEqual([]);
      const stored = await Promise.all(sends.map((send) => setup.read(send)));
      expect(stored.filter(({ check }) => check?.finding !== 'found')).toEqual([]);
      expect(stored.filter((send) => !isTheRightOne(setup, send))).toEqual([]);
      expect(await listLedgerLies(setup, sends)).toEqual([]);
      expect(await setup.listKeptFiles()).toEqual([]);
      expect(setup.bugs).toEqual([]);
    },
    DECIDED_MS + 30_000,
  );

  it(
    `${String(CUT_BEFORE)} times before it did: not sent, said with its evidence, and once when a person sends it again`,
    async () => {
      const random = throwDice();
      const setup = await openSetup(random, shapes);
      const sends = await writeAll(setup, random, { count: CUT_BEFORE, troubles: LOST_BEFORE });
      await setup.waitForStates(sends, ['not-sent'], DECIDED_MS);
      expect(await listLedgerLies(setup, sends)).toEqual([]);
      const files = sends.flatMap((send) => send.files.map(({ id }) => id));
      expect([...(await setup.listKeptFiles())].sort()).toEqual(files.sort());
      for (const send of sends) {
        expect(setup.count(send)).toBe(0);
        const { check } = await setup.read(send);
        expect(check).toMatchObject({ finding: 'not-there', readSends: true, alike: [], nextLookAt: null });
        expect(check?.readBackTo).toEqual(expect.any(Number));
        expect((check?.lastLookAt ?? 0) - (check?.lostAt ?? Infinity)).toBeGreaterThanOrEqual(2 * MINUTE_MS);
        await setup.outbox.retry(send.id, { mayDouble: false });
      }
      await setup.waitForStates(sends, ['accepted'], DECIDED_MS);
      expect(listNotOnce(setup, sends)).toEqual([]);
      expect(await setup.listKeptFiles()).toEqual([]);
      expect(setup.bugs).toEqual([]);
    },
    2 * DECIDED_MS + 30_000,
  );
});

describe('an answer that got lost', () => {
  it(
    'is no loss where the service says that it did not take the text: it leaves again by itself, once',
    async () => {
      const random = throwDice();
      const setup = await openSetup(random);
      const sends = await writeAll(setup, random, { count: NOT_ACCEPTED, troubles: SURELY_NOT });
      await setup.waitForStates(sends, ['accepted'], DECIDED_MS);
      expect(listNotOnce(setup, sends)).toEqual([]);
      expect(setup.bugs).toEqual([]);
    },
    DECIDED_MS + 30_000,
  );

  it(
    'is no loss where nobody listened: texts wait, and leave in their order, once',
    async () => {
      const random = throwDice();
      const setup = await openSetup(random);
      await setup.goOffline();
      setup.outbox.start();
      const [phone = ''] = PHONES;
      const sends: Send[] = [];
      for (let number = 1; number <= NOT_ACCEPTED; number += 1) {
        sends.push(await setup.write(phone, `Offline, ${String(number)}.`));
      }
      await setup.waitForStates(sends, ['queued', 'sending'], 10_000);
      await setup.goOnline();
      setup.outbox.wake();
      await setup.waitForStates(sends, ['accepted'], DECIDED_MS);
      const there = setup.demo.world.outbound.rows.filter(({ receiver }) => receiver === phone).map(({ text }) => text);
      expect(there).toEqual(sends.map(({ text }) => text));
    },
    DECIDED_MS + 30_000,
  );
});
