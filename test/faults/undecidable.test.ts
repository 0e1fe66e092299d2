/** Lost answers about which nobody can know: they stay as they are, with their evidence, until a person decides. */
import { afterEach, describe, expect, it } from 'vitest';
import type { Fault } from '#main/demo/steering/faults.ts';
import type { Send } from '#shared/domain/sends.ts';
import { isFullScale, throwDice } from '#test/support/random.ts';
import { LossyScene } from './support/lossy-scene.ts';

const COUNT = isFullScale() ? 20 : 3;
/** Quick time, longer than the app waits before it says “not sent”. */
const LONG_MS = 160_000;
const LIMIT_MS = 300_000;
const SENDING = { method: 'POST', path: '/messages' } as const;

const scenes: LossyScene[] = [];
afterEach(async () => {
  for (const scene of scenes.splice(0)) await scene.dispose();
});

async function openScene(): Promise<LossyScene> {
  const scene = await LossyScene.open(throwDice());
  scenes.push(scene);
  return scene;
}

/** One text to each of some people whose first names the service knows. */
async function writeToPeople(
  scene: LossyScene,
  text: string,
  more: Parameters<LossyScene['write']>[2] = {},
): Promise<readonly Send[]> {
  const people = scene.demo.world.contacts.rows.filter(({ blocked, firstName }) => !blocked && firstName !== '');
  const sends: Send[] = [];
  for (const { phone } of people.slice(0, COUNT)) sends.push(await scene.write(phone, text, more));
  return sends;
}

const countTo = ({ demo }: LossyScene, { phone }: Send, piece: string): number =>
  demo.world.outbound.rows.filter(({ receiver, text }) => receiver === phone && text.includes(piece)).length;

describe('a lost answer that nobody can find out about', () => {
  it.each([
    ['the service took', 'reset-after', 1],
    ['the service did not take', 'reset-before', 0],
  ] as const)(
    'because the service answers no question: stays open, of a text that %s, and is decided when it answers again',
    async (_name, kind, count) => {
      const scene = await openScene();
      const sends = await writeToPeople(scene, 'Unanswered.', { fileNames: ['card.txt'], ownReference: 'order 9' });
      const silence: Fault = { kind: 'status', status: 500, method: 'GET' };
      scene.setFaults([{ kind, ...SENDING, containing: 'Unanswered.' }, silence]);
      scene.outbox.start();
      await scene.waitSinceLoss(sends, LONG_MS);
      for (const send of sends) {
        const { state, attempts, check, problem } = await scene.read(send);
        expect({ state, attempts }).toEqual({ state: 'checking', attempts: 1 });
        expect(check).toMatchObject({ finding: 'unreachable', readSends: false, readBackTo: null });
        expect(problem).not.toBeNull();
        expect(countTo(scene, send, 'Unanswered.')).toBe(count);
      }
      scene.setFaults([]);
      for (const send of sends) if ((await scene.read(send)).state === 'checking') await scene.outbox.lookNow(send.id);
      await scene.waitForStates(sends, [count === 1 ? 'accepted' : 'not-sent'], 30_000);
      for (const send of sends) expect(countTo(scene, send, 'Unanswered.')).toBe(count);
      expect(scene.bugs).toEqual([]);
    },
    LIMIT_MS,
  );

  it(
    'because half of what there is to read cannot be read: stays open, and nothing is called not sent',
    async () => {
      const scene = await openScene();
      const sends = await writeToPeople(scene, 'Half read.');
      scene.setFaults([
        { kind: 'reset-before', ...SENDING },
        { kind: 'status', status: 500, method: 'GET', path: '/sessions' },
      ]);
      scene.outbox.start();
      await scene.waitSinceLoss(sends, LONG_MS);
      for (const send of sends) {
        const { state, attempts, check } = await scene.read(send);
        expect({ state, attempts }).toEqual({ state: 'checking', attempts: 1 });
        expect(check).toMatchObject({ finding: 'partly', readSends: false });
        expect(check?.readBackTo).toEqual(expect.any(Number));
      }
      expect(scene.bugs).toEqual([]);
    },
    LIMIT_MS,
  );

  it(
    'because the service wrote something like it: shows what is there, and only a person who saw it sends it twice',
    async () => {
      const scene = await openScene();
      scene.demo.settings.absent = ['sessions'];
      const sends = await writeToPeople(scene, 'Dear {First name}, your table is ready.');
      scene.setFaults([{ kind: 'reset-after', ...SENDING }]);
      scene.outbox.start();
      await scene.waitSinceLoss(sends, LONG_MS);
      scene.setFaults([]);
      for (const send of sends) {
        const { state, attempts, check } = await scene.read(send);
        expect({ state, attempts, finding: check?.finding }).toEqual({
          state: 'checking',
          attempts: 1,
          finding: 'alike',
        });
        expect(check?.alike.map(({ text }) => text)).toEqual([expect.stringContaining('your table is ready.')]);
        await expect(scene.outbox.retry(send.id, { mayDouble: false })).rejects.toMatchObject({
          code: 'validation',
        });
        expect(countTo(scene, send, 'your table')).toBe(1);
        await scene.outbox.retry(send.id, { mayDouble: true });
      }
      await scene.waitForStates(sends, ['accepted'], 30_000);
      for (const send of sends) expect(countTo(scene, send, 'your table')).toBe(2);
      expect(scene.bugs).toEqual([]);
    },
    LIMIT_MS,
  );
});
