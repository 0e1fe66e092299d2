/** Texts that wait for their time, and the end of the app meanwhile: store, client and demo service as they are. */
import { describe, expect, it } from 'vitest';
import type { Send } from '#shared/domain/sends.ts';
import { openScene } from './scene.ts';
import type { Scene } from './scene.ts';

const HOLD_MS = 5_000;

const hold = (scene: Scene, text: string): Promise<Send> =>
  scene.write(text, { state: 'held', dueAt: scene.clock.now() + HOLD_MS });
const waitForState = (scene: Scene, send: Send, state: Send['state']): Promise<Send> =>
  scene.waitFor(send, (stored) => stored.state === state);
const countSends = (scene: Scene): number => scene.countRequests('POST', '/messages');

describe('a held text', () => {
  it('leaves when its hold is over, once, and the ledger tells of it', async () => {
    const scene = await openScene();
    const send = await hold(scene, 'In five seconds.');
    await scene.clock.advance(HOLD_MS - 1);
    expect([(await scene.read(send)).state, countSends(scene)]).toEqual(['held', 0]);
    await scene.clock.advance(1);
    await waitForState(scene, send, 'accepted');
    expect(scene.count(send.text)).toBe(1);
    const entry = await scene.store.getLedgerEntry({ sendId: send.id });
    expect(entry?.events.map(({ kind }) => kind).slice(0, 4)).toEqual(['held', 'queued', 'sending', 'accepted']);
  });

  it('that is taken back never leaves', async () => {
    const scene = await openScene();
    const [gone, kept] = [await hold(scene, 'Oops.'), await hold(scene, 'This one.')];
    expect(await scene.outbox.discard(gone.id)).toEqual({ text: 'Oops.', files: [] });
    await scene.clock.advance(HOLD_MS);
    await waitForState(scene, kept, 'accepted');
    expect([scene.count('Oops.'), countSends(scene)]).toEqual([0, 1]);
  });

  it('that is to leave now takes those before it along, in the order written (SEND-5)', async () => {
    const scene = await openScene();
    await hold(scene, 'one');
    const [second, third] = [await hold(scene, 'two'), await hold(scene, 'three')];
    await scene.outbox.sendNow(second.id);
    await waitForState(scene, second, 'accepted');
    expect(scene.demo.world.outbound.rows.slice(-2).map(({ text }) => text)).toEqual(['one', 'two']);
    expect((await scene.read(third)).state).toBe('held');
  });

  it('whose hold passed while the app was not there leaves at the next start (SEND-12)', async () => {
    const scene = await openScene();
    const send = await hold(scene, 'While you were away.');
    await scene.outbox.dispose();
    scene.clock.jump(HOLD_MS);
    scene.reopen().start();
    await waitForState(scene, send, 'accepted');
    expect([scene.count(send.text), countSends(scene)]).toEqual([1, 1]);
  });

  it('leaves before the app ends where a person wants that, in order and once', async () => {
    const scene = await openScene();
    const sends = [await hold(scene, 'one'), await hold(scene, 'two')];
    await scene.outbox.flush({ withinMs: 10_000 });
    const states = await Promise.all(sends.map(async (send) => (await scene.read(send)).state));
    expect(states).toEqual(['accepted', 'accepted']);
    expect(scene.demo.world.outbound.rows.slice(-2).map(({ text }) => text)).toEqual(['one', 'two']);
  });

  it('stays for the next start where the service is away when the app ends', async () => {
    const scene = await openScene();
    scene.demo.faults.set([{ kind: 'maintenance', method: 'POST' }]);
    const send = await hold(scene, 'Next time.');
    await scene.outbox.flush({ withinMs: 10_000 });
    expect(await scene.read(send)).toMatchObject({ state: 'queued', problem: { code: 'maintenance' } });
    await scene.outbox.dispose();
    scene.demo.faults.set([]);
    scene.clock.jump(3_600_000);
    scene.reopen().start();
    await waitForState(scene, send, 'accepted');
    expect(scene.count(send.text)).toBe(1);
  });
});
