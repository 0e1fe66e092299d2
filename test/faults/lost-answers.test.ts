/**
 * Answers that get lost in every way that networks know, with the real client, outbox and store over loopback sockets:
 * what the service has is found and there once, what it has not is said to be not sent, and what cannot be told stays
 * undecided with its evidence. Quick time: a minute takes a second.
 */
import { afterEach, describe, expect, it } from 'vitest';
import type { Fault } from '#main/demo/faults/faults.ts';
import type { Send } from '#shared/domain/sends.ts';
import { isFullScale, throwDice, type Random } from '#test/support/random.ts';
import { LossyScene } from './support/lossy-scene.ts';

const CUT_AFTER = isFullScale() ? 500 : 25;
const CUT_BEFORE = isFullScale() ? 200 : 10;
const NOT_ACCEPTED = isFullScale() ? 100 : 8;
const PHONES = Array.from({ length: 40 }, (_, index) => `4479110001${String(index).padStart(2, '0')}`);

const MINUTE_MS = 60_000;
const DECIDED_MS = isFullScale() ? 240_000 : 60_000;

type Trouble = Omit<Fault, 'containing'>;

/** The service took the text, and nobody heard of it. The last one: when the client had long given up. */
const LOST_AFTER: readonly Trouble[] = [
  { kind: 'reset-after' },
  { kind: 'reset-after' },
  { kind: 'cut-after' },
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
/** The service says itself that it did not take it. */
const SURELY_NOT: readonly Trouble[] = [
  { kind: 'status', status: 429, retryAfterSeconds: 2 },
  { kind: 'status', status: 429 },
  { kind: 'maintenance', retryAfterSeconds: 2 },
  { kind: 'maintenance' },
];

const scenes: LossyScene[] = [];
afterEach(async () => {
  for (const scene of scenes.splice(0)) await scene.dispose();
});

async function openScene(random: Random): Promise<LossyScene> {
  const scene = await LossyScene.open(random);
  scenes.push(scene);
  return scene;
}

/** Texts of which each meets one trouble, once. Nothing leaves before all are written. */
async function writeAll(
  scene: LossyScene,
  random: Random,
  given: { readonly count: number; readonly troubles: readonly Trouble[] },
): Promise<readonly Send[]> {
  const faults: Fault[] = [];
  const sends: Send[] = [];
  for (let number = 1; number <= given.count; number += 1) {
    const mark = `case ${String(number)}.`;
    const trouble = random.pick(given.troubles);
    faults.push({ ...trouble, method: 'POST', path: '/messages', containing: mark, times: 1 });
    sends.push(await scene.write(random.pick(PHONES), `${trouble.kind} ${String(trouble.status ?? '')} ${mark}`));
  }
  scene.setFaults(faults);
  scene.outbox.start();
  return sends;
}

const listNotOnce = (scene: LossyScene, sends: readonly Send[]): readonly unknown[] =>
  sends.map((send) => [send.text, scene.count(send)]).filter(([, count]) => count !== 1);

/** What was found is that very text. Its message may still be unnamed; sync brings it by the service's send. */
function isTheRightOne({ demo }: LossyScene, { text, messageId, sessionId }: Send): boolean {
  const found = demo.world.outbound.rows.filter(
    (row) => row.sessionId === sessionId && (messageId === null || row.id === messageId),
  );
  return found.length === 1 && found[0]?.text === text;
}

describe('an answer that got lost', () => {
  it(
    `${String(CUT_AFTER)} times after the service took the text: found, and in the service once (SEND-1, SEND-7)`,
    async () => {
      const random = throwDice();
      const scene = await openScene(random);
      const sends = await writeAll(scene, random, { count: CUT_AFTER, troubles: LOST_AFTER });
      await scene.waitForStates(sends, ['accepted'], DECIDED_MS);
      expect(listNotOnce(scene, sends)).toEqual([]);
      const stored = await Promise.all(sends.map((send) => scene.read(send)));
      expect(stored.filter(({ check }) => check?.finding !== 'found')).toEqual([]);
      expect(stored.filter((send) => !isTheRightOne(scene, send))).toEqual([]);
      expect(scene.bugs).toEqual([]);
    },
    DECIDED_MS + 30_000,
  );

  it(
    `${String(CUT_BEFORE)} times before it did: not sent, said with its evidence, and once when a person sends it again`,
    async () => {
      const random = throwDice();
      const scene = await openScene(random);
      const sends = await writeAll(scene, random, { count: CUT_BEFORE, troubles: LOST_BEFORE });
      await scene.waitForStates(sends, ['not-sent'], DECIDED_MS);
      for (const send of sends) {
        expect(scene.count(send)).toBe(0);
        const { check } = await scene.read(send);
        expect(check).toMatchObject({ finding: 'not-there', readSends: true, alike: [], nextLookAt: null });
        expect(check?.readBackTo).toEqual(expect.any(Number));
        expect((check?.lastLookAt ?? 0) - (check?.lostAt ?? Infinity)).toBeGreaterThanOrEqual(2 * MINUTE_MS);
        await scene.outbox.retry(send.id, { mayDouble: false });
      }
      await scene.waitForStates(sends, ['accepted'], DECIDED_MS);
      expect(listNotOnce(scene, sends)).toEqual([]);
      expect(scene.bugs).toEqual([]);
    },
    2 * DECIDED_MS + 30_000,
  );

  it(
    'is no loss where the service says that it did not take the text: it leaves again by itself, once',
    async () => {
      const random = throwDice();
      const scene = await openScene(random);
      const sends = await writeAll(scene, random, { count: NOT_ACCEPTED, troubles: SURELY_NOT });
      await scene.waitForStates(sends, ['accepted'], DECIDED_MS);
      expect(listNotOnce(scene, sends)).toEqual([]);
      expect(scene.bugs).toEqual([]);
    },
    DECIDED_MS + 30_000,
  );

  it(
    'is no loss where nobody listened: texts wait, and leave in their order, once',
    async () => {
      const random = throwDice();
      const scene = await openScene(random);
      await scene.goOffline();
      scene.outbox.start();
      const [phone = ''] = PHONES;
      const sends: Send[] = [];
      for (let number = 1; number <= NOT_ACCEPTED; number += 1) {
        sends.push(await scene.write(phone, `Offline, ${String(number)}.`));
      }
      await scene.waitForStates(sends, ['queued', 'sending'], 10_000);
      await scene.goOnline();
      scene.outbox.wake();
      await scene.waitForStates(sends, ['accepted'], DECIDED_MS);
      const there = scene.demo.world.outbound.rows.filter(({ receiver }) => receiver === phone).map(({ text }) => text);
      expect(there).toEqual(sends.map(({ text }) => text));
    },
    DECIDED_MS + 30_000,
  );
});
