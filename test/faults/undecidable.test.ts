/** Lost answers about which nobody can know: they stay as they are, with their evidence, until a person decides. */
import { afterEach, describe, expect, it } from 'vitest';
import type { Fault } from '#main/demo/steering/faults.ts';
import type { Send } from '#shared/domain/sends.ts';
import { isFull } from '#test/support/full-counts.ts';
import { throwDice } from '#test/support/random.ts';
import { OutboxOnLossyService } from './support/outbox-on-lossy-service.ts';

const COUNT = isFull ? 20 : 3;
/** Quick time, longer than the app waits before it says “not sent”. */
const LONG_MS = 160_000;
const LIMIT_MS = 300_000;
const SENDING = { method: 'POST', path: '/messages' } as const;

const scenes: OutboxOnLossyService[] = [];
afterEach(async () => {
  for (const setup of scenes.splice(0)) await setup.dispose();
});

async function openSetup(): Promise<OutboxOnLossyService> {
  const setup = await OutboxOnLossyService.open(throwDice());
  scenes.push(setup);
  return setup;
}

/** One text to each of some people whose first names the service knows. */
async function writeToPeople(
  setup: OutboxOnLossyService,
  text: string,
  more: Parameters<OutboxOnLossyService['write']>[2] = {},
): Promise<readonly Send[]> {
  const people = setup.demo.world.contacts.rows.filter(({ blocked, firstName }) => !blocked && firstName !== '');
  const sends: Send[] = [];
  for (const { phone } of people.slice(0, COUNT)) sends.push(await setup.write(phone, text, more));
  return sends;
}

const countTo = ({ demo }: OutboxOnLossyService, { phone }: Send, piece: string): number =>
  demo.world.outbound.rows.filter(({ receiver, text }) => receiver === phone && text.includes(piece)).length;

describe('a lost answer that nobody can find out about', () => {
  it.each([
    ['the service took', 'reset-after', 1],
    ['the service did not take', 'reset-before', 0],
  ] as const)(
    'because the service answers no question: stays open, of a text that %s, and is decided when it answers again',
    async (_name, kind, count) => {
      const setup = await openSetup();
      const sends = await writeToPeople(setup, 'Unanswered.', { fileNames: ['card.txt'], ownReference: 'order 9' });
      const silence: Fault = { kind: 'status', status: 500, method: 'GET' };
      setup.setFaults([{ kind, ...SENDING, containing: 'Unanswered.' }, silence]);
      setup.outbox.start();
      await setup.waitSinceLoss(sends, LONG_MS);
      for (const send of sends) {
        const { state, attempts, check, problem } = await setup.read(send);
        expect({ state, attempts }).toEqual({ state: 'checking', attempts: 1 });
        expect(check).toMatchObject({ finding: 'unreachable', readSends: false, readBackTo: null });
        expect(problem).not.toBeNull();
        expect(countTo(setup, send, 'Unanswered.')).toBe(count);
      }
      setup.setFaults([]);
      for (const send of sends) if ((await setup.read(send)).state === 'checking') await setup.outbox.lookNow(send.id);
      await setup.waitForStates(sends, [count === 1 ? 'accepted' : 'not-sent'], 30_000);
      for (const send of sends) expect(countTo(setup, send, 'Unanswered.')).toBe(count);
      expect(setup.bugs).toEqual([]);
    },
    LIMIT_MS,
  );

  it(
    'because half of what there is to read cannot be read: stays open, and nothing is called not sent',
    async () => {
      const setup = await openSetup();
      const sends = await writeToPeople(setup, 'Half read.');
      setup.setFaults([
        { kind: 'reset-before', ...SENDING },
        { kind: 'status', status: 500, method: 'GET', path: '/sessions' },
      ]);
      setup.outbox.start();
      await setup.waitSinceLoss(sends, LONG_MS);
      for (const send of sends) {
        const { state, attempts, check } = await setup.read(send);
        expect({ state, attempts }).toEqual({ state: 'checking', attempts: 1 });
        expect(check).toMatchObject({ finding: 'partly', readSends: false });
        expect(check?.readBackTo).toEqual(expect.any(Number));
      }
      expect(setup.bugs).toEqual([]);
    },
    LIMIT_MS,
  );

  it(
    'because the service wrote something like it: shows what is there, and only a person who saw it sends it twice',
    async () => {
      const setup = await openSetup();
      setup.demo.settings.absent = ['sessions'];
      const sends = await writeToPeople(setup, 'Dear {First name}, your table is ready.');
      setup.setFaults([{ kind: 'reset-after', ...SENDING }]);
      setup.outbox.start();
      await setup.waitSinceLoss(sends, LONG_MS);
      setup.setFaults([]);
      for (const send of sends) {
        const { state, attempts, check } = await setup.read(send);
        expect({ state, attempts, finding: check?.finding }).toEqual({
          state: 'checking',
          attempts: 1,
          finding: 'alike',
        });
        expect(check?.alike.map(({ text }) => text)).toEqual([expect.stringContaining('your table is ready.')]);
        await expect(setup.outbox.retry(send.id, { mayDouble: false })).rejects.toMatchObject({
          code: 'validation',
        });
        expect(countTo(setup, send, 'your table')).toBe(1);
        await setup.outbox.retry(send.id, { mayDouble: true });
      }
      await setup.waitForStates(sends, ['accepted'], 30_000);
      for (const send of sends) expect(countTo(setup, send, 'your table')).toBe(2);
      expect(setup.bugs).toEqual([]);
    },
    LIMIT_MS,
  );
});
