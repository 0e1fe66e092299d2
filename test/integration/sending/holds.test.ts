/** Texts that wait for their time, and the end of the app meanwhile: store, client and demo service as they are. */
import { describe, expect, it } from 'vitest';
import type { Send } from '#shared/domain/sends.ts';
import { openOutboxOnDemo } from './outbox-on-demo.ts';
import type { OutboxOnDemo } from './outbox-on-demo.ts';

const HOLD_MS = 5_000;

const hold = (setup: OutboxOnDemo, text: string): Promise<Send> =>
  setup.write(text, { state: 'held', dueAt: setup.clock.now() + HOLD_MS });
const waitForState = (setup: OutboxOnDemo, send: Send, state: Send['state']): Promise<Send> =>
  setup.waitFor(send, (stored) => stored.state === state);
const countSends = (setup: OutboxOnDemo): number => setup.countRequests('POST', '/messages');

describe('a held text', () => {
  it('leaves when its hold is over, once, and the ledger tells of it', async () => {
    const setup = await openOutboxOnDemo();
    const send = await hold(setup, 'In five seconds.');
    await setup.clock.advance(HOLD_MS - 1);
    expect([(await setup.read(send)).state, countSends(setup)]).toEqual(['held', 0]);
    await setup.clock.advance(1);
    await waitForState(setup, send, 'accepted');
    expect(setup.count(send.text)).toBe(1);
    const entry = await setup.store.getLedgerEntry({ sendId: send.id });
    expect(entry?.events.map(({ kind }) => kind).slice(0, 4)).toEqual(['held', 'queued', 'sending', 'accepted']);
  });

  it('that is taken back never leaves', async () => {
    const setup = await openOutboxOnDemo();
    const [gone, kept] = [await hold(setup, 'Oops.'), await hold(setup, 'This one.')];
    expect(await setup.outbox.discard(gone.id)).toEqual({ text: 'Oops.', files: [] });
    await setup.clock.advance(HOLD_MS);
    await waitForState(setup, kept, 'accepted');
    expect([setup.count('Oops.'), countSends(setup)]).toEqual([0, 1]);
  });

  it('that is to leave now takes those before it along, in the order written (SEND-5)', async () => {
    const setup = await openOutboxOnDemo();
    await hold(setup, 'one');
    const [second, third] = [await hold(setup, 'two'), await hold(setup, 'three')];
    await setup.outbox.sendNow(second.id);
    await waitForState(setup, second, 'accepted');
    expect(setup.demo.world.outbound.rows.slice(-2).map(({ text }) => text)).toEqual(['one', 'two']);
    expect((await setup.read(third)).state).toBe('held');
  });

  it('whose hold passed while the app was not there leaves at the next start (SEND-12)', async () => {
    const setup = await openOutboxOnDemo();
    const send = await hold(setup, 'While you were away.');
    await setup.outbox.dispose();
    setup.clock.jump(HOLD_MS);
    setup.reopen().start();
    await waitForState(setup, send, 'accepted');
    expect([setup.count(send.text), countSends(setup)]).toEqual([1, 1]);
  });

  it('leaves before the app ends where a person wants that, in order and once', async () => {
    const setup = await openOutboxOnDemo();
    const sends = [await hold(setup, 'one'), await hold(setup, 'two')];
    await setup.outbox.flush({ withinMs: 10_000 });
    const states = await Promise.all(sends.map(async (send) => (await setup.read(send)).state));
    expect(states).toEqual(['accepted', 'accepted']);
    expect(setup.demo.world.outbound.rows.slice(-2).map(({ text }) => text)).toEqual(['one', 'two']);
  });

  it('stays for the next start where the service is away when the app ends', async () => {
    const setup = await openOutboxOnDemo();
    setup.demo.faults.set([{ kind: 'maintenance', method: 'POST' }]);
    const send = await hold(setup, 'Next time.');
    await setup.outbox.flush({ withinMs: 10_000 });
    expect(await setup.read(send)).toMatchObject({ state: 'queued', problem: { code: 'maintenance' } });
    await setup.outbox.dispose();
    setup.demo.faults.set([]);
    setup.clock.jump(3_600_000);
    setup.reopen().start();
    await waitForState(setup, send, 'accepted');
    expect(setup.count(send.text)).toBe(1);
  });
});
