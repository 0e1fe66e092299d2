/** Files on their way with a text: store, client and demo service as they are. */
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Fault } from '#main/demo/steering/faults.ts';
import type { Send, SendFile } from '#shared/domain/sends.ts';
import { until } from '#test/support/until.ts';
import { openScene } from './scene.ts';
import type { Scene } from './scene.ts';

const UPLOAD = { method: 'POST', path: '/messages/attachment' } as const;
const BYTES = Buffer.from('%PDF-1.7 and whatever a document holds,\r\n--and a line');
const TIMEOUT_MS = 60_000;

const addCard = (scene: Scene): Promise<SendFile> => scene.addFile('card.pdf', BYTES);
const countUploads = (scene: Scene): number => scene.countRequests('POST', '/messages/attachment');
const countSends = (scene: Scene): number => scene.countRequests('POST', '/messages');
const waitForState = (scene: Scene, send: Send, state: Send['state']): Promise<Send> =>
  scene.waitFor(send, (stored) => stored.state === state);

/** Lets the wait of a failed attempt pass. */
async function passWait(scene: Scene, send: Send): Promise<void> {
  const stored = await scene.waitFor(send, ({ state, problem }) => state === 'queued' && problem !== null);
  await scene.clock.advance(Math.max(0, stored.dueAt - scene.clock.now()));
}

describe.each(['spec', 'sdk'] as const)('a text with files (%s)', (shapes) => {
  it('arrives once with links that lead to them, under both references', { timeout: TIMEOUT_MS }, async () => {
    const scene = await openScene({ shapes });
    const files = [await addCard(scene), await scene.addFile('Größe.txt', Buffer.alloc(300_000, 'x'))];
    const send = await scene.write('Here they are.', { files, ownReference: 'order 9', partsPredicted: 1 });
    const accepted = await waitForState(scene, send, 'accepted');
    const [text = '', ...links] = accepted.sentText?.split('\n') ?? [];
    expect([text, links.length]).toEqual(['Here they are.', 2]);
    expect([scene.count(accepted.sentText ?? ''), countUploads(scene), countSends(scene)]).toEqual([1, 2, 1]);
    const answer = await fetch(`${links[0] ?? ''}/download`);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(BYTES);
    const { world } = scene.demo;
    const session = world.sessions.rows.find(({ id }) => id === world.outbound.rows.at(-1)?.sessionId);
    expect(session?.referenceId).toBe(`${send.id}.order 9`);
    expect(scene.uploading.at(-1)).toMatchObject({ sentBytes: 300_000 + BYTES.length });
    const entry = await scene.store.getLedgerEntry({ sendId: send.id });
    expect(entry?.events.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['queued', 'uploaded', 'uploaded', 'sending', 'accepted']),
    );
    expect(scene.bugs).toEqual([]);
  });
});

describe('a text of files alone', () => {
  it('arrives as their links', async () => {
    const scene = await openScene();
    const send = await scene.write('', { files: [await addCard(scene)] });
    const { sentText } = await waitForState(scene, send, 'accepted');
    expect(sentText).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/click\/\w+$/);
    expect(scene.count(sentText ?? '')).toBe(1);
  });
});

describe('an upload', () => {
  it.each<readonly [string, Fault]>([
    ['asked to come later', { kind: 'status', status: 429 }],
    ['met by a maintenance', { kind: 'maintenance' }],
    ['met by a gateway', { kind: 'status-page', status: 502 }],
    ['that breaks off before the work', { kind: 'reset-before' }],
    ['whose answer got lost after the work', { kind: 'reset-after' }],
    ['whose answer nobody understands', { kind: 'truncated' }],
  ])('%s is made again, and the text leaves once', { timeout: TIMEOUT_MS }, async (_what, fault) => {
    const scene = await openScene();
    scene.demo.faults.set([{ ...UPLOAD, ...fault, times: 1 }]);
    const send = await scene.write('In the end.', { files: [await addCard(scene)] });
    await passWait(scene, send);
    const accepted = await waitForState(scene, send, 'accepted');
    expect([accepted.attempts, countUploads(scene), countSends(scene)]).toEqual([1, 2, 1]);
    expect(scene.count(accepted.sentText ?? '')).toBe(1);
    expect(scene.bugs).toEqual([]);
  });

  it('that the service refuses is told with its file, and not made again for those it has', async () => {
    const scene = await openScene();
    const files = [await addCard(scene), await scene.addFile('second.txt', BYTES)];
    scene.demo.faults.set([{ ...UPLOAD, kind: 'status', status: 400, containing: 'second.txt', times: 1 }]);
    const send = await scene.write('Two of them.', { files });
    const refused = await waitForState(scene, send, 'refused');
    expect(refused).toMatchObject({
      attempts: 0,
      problem: { code: 'validation', fields: { file: [expect.any(String)] } },
    });
    expect(refused.files.map(({ href }) => href)).toEqual([expect.stringMatching(/^click\//), null]);
    await scene.outbox.retry(send.id, { mayDouble: false });
    await waitForState(scene, send, 'accepted');
    expect([countUploads(scene), countSends(scene)]).toEqual([3, 1]);
  });

  it('of bytes that are gone says so, and gives everything back', async () => {
    const scene = await openScene();
    const card = await addCard(scene);
    await rm(path.join(scene.filesFolder, card.id));
    const send = await scene.write('Where is it?', { files: [card] });
    expect(await waitForState(scene, send, 'refused')).toMatchObject({ problem: { fields: { file: ['gone'] } } });
    expect(await scene.outbox.discard(send.id)).toEqual({ text: 'Where is it?', files: [card] });
    expect([countUploads(scene), countSends(scene)]).toEqual([0, 0]);
  });

  it('that a person ends gives text and files back to the draft, from which they leave again', async () => {
    const scene = await openScene();
    scene.demo.faults.set([{ ...UPLOAD, kind: 'delay', delayMs: 20_000 }]);
    const card = await addCard(scene);
    const send = await scene.write('Not yet.', { files: [card] });
    await until(() => expect(scene.uploading.length).toBeGreaterThan(0));
    expect(await scene.outbox.discard(send.id)).toEqual({ text: 'Not yet.', files: [card] });
    expect(await readdir(scene.filesFolder)).toEqual([card.id]);
    scene.demo.faults.set([]);
    const again = await scene.write('Now.', { files: [card] });
    await waitForState(scene, again, 'accepted');
    expect([countSends(scene), scene.bugs]).toEqual([1, []]);
  });

  it('that the end of the app cut off is made again by the next start', async () => {
    const scene = await openScene();
    scene.demo.faults.set([{ ...UPLOAD, kind: 'delay', delayMs: 20_000 }]);
    const send = await scene.write('Later.', { files: [await addCard(scene)] });
    await until(() => expect(scene.uploading.length).toBeGreaterThan(0));
    await scene.outbox.dispose();
    expect(await scene.read(send)).toMatchObject({ state: 'queued', problem: null });
    scene.demo.faults.set([]);
    scene.reopen().start();
    const { sentText } = await waitForState(scene, send, 'accepted');
    expect([scene.count(sentText ?? ''), countSends(scene)]).toEqual([1, 1]);
  });
});

describe('a text with files whose answer got lost', () => {
  const lose = async (hasSends: boolean) => {
    const scene = await openScene();
    if (!hasSends) scene.demo.settings.absent = ['sessions'];
    scene.demo.faults.set([{ kind: 'reset-after', method: 'POST', containing: 'Did it arrive?', times: 1 }]);
    const send = await scene.write('Did it arrive?', { files: [await addCard(scene)], ownReference: 'order.9' });
    const lost = await waitForState(scene, send, 'checking');
    return { scene, lost, looked: await scene.pass(lost, 1_000) };
  };

  it('is found once by its reference', { timeout: TIMEOUT_MS }, async () => {
    const { scene, lost, looked } = await lose(true);
    expect(looked).toMatchObject({ state: 'accepted', messageId: scene.demo.world.outbound.rows.at(-1)?.id });
    expect([scene.count(lost.sentText ?? ''), countUploads(scene), countSends(scene)]).toEqual([1, 1, 1]);
  });

  it('is shown by what left where the service has no list of sends', { timeout: TIMEOUT_MS }, async () => {
    const { scene, lost, looked } = await lose(false);
    const alike = [{ messageId: scene.demo.world.outbound.rows.at(-1)?.id, text: lost.sentText }];
    expect(looked).toMatchObject({ state: 'checking', check: { finding: 'alike', alike } });
    expect([scene.count(lost.sentText ?? ''), countUploads(scene), countSends(scene)]).toEqual([1, 1, 1]);
  });
});
