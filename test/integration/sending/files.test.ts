/** Files on their way with a text: store, client and demo service as they are. */
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Fault } from '#main/demo/steering/faults.ts';
import type { Send, SendFile } from '#shared/domain/sends.ts';
import { listShapes } from '#test/support/full-counts.ts';
import { until } from '#test/support/until.ts';
import { openOutboxOnDemo } from './outbox-on-demo.ts';
import type { OutboxOnDemo } from './outbox-on-demo.ts';

const UPLOAD = { method: 'POST', path: '/messages/attachment' } as const;
const BYTES = Buffer.from('%PDF-1.7 and whatever a document holds,\r\n--and a line');
const TIMEOUT_MS = 60_000;

const addCard = (setup: OutboxOnDemo): Promise<SendFile> => setup.addFile('card.pdf', BYTES);
const countUploads = (setup: OutboxOnDemo): number => setup.countRequests('POST', '/messages/attachment');
const countSends = (setup: OutboxOnDemo): number => setup.countRequests('POST', '/messages');
const waitForState = (setup: OutboxOnDemo, send: Send, state: Send['state']): Promise<Send> =>
  setup.waitFor(send, (stored) => stored.state === state);

/** Lets the wait of a failed attempt pass. */
async function passWait(setup: OutboxOnDemo, send: Send): Promise<void> {
  const stored = await setup.waitFor(send, ({ state, problem }) => state === 'queued' && problem !== null);
  await setup.clock.advance(Math.max(0, stored.dueAt - setup.clock.now()));
}

describe.each(listShapes(['spec', 'sdk'], 'spec'))('a text with files (%s)', (shapes) => {
  it('arrives once with links that lead to them, under both references', { timeout: TIMEOUT_MS }, async () => {
    const setup = await openOutboxOnDemo({ shapes });
    const files = [await addCard(setup), await setup.addFile('Größe.txt', Buffer.alloc(300_000, 'x'))];
    const send = await setup.write('Here they are.', { files, ownReference: 'order 9', partsPredicted: 1 });
    const accepted = await waitForState(setup, send, 'accepted');
    const [text = '', ...links] = accepted.sentText?.split('\n') ?? [];
    expect([text, links.length]).toEqual(['Here they are.', 2]);
    expect([setup.count(accepted.sentText ?? ''), countUploads(setup), countSends(setup)]).toEqual([1, 2, 1]);
    const answer = await fetch(`${links[0] ?? ''}/download`);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(BYTES);
    const { world } = setup.demo;
    const session = world.sessions.rows.find(({ id }) => id === world.outbound.rows.at(-1)?.sessionId);
    expect(session?.referenceId).toBe(`${send.id}.order 9`);
    expect(setup.uploading.at(-1)).toMatchObject({ sentBytes: 300_000 + BYTES.length });
    const entry = await setup.store.getLedgerEntry({ sendId: send.id });
    expect(entry?.events.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['queued', 'uploaded', 'uploaded', 'sending', 'accepted']),
    );
    expect(setup.bugs).toEqual([]);
  });
});

describe('a text of files alone', () => {
  it('arrives as their links', async () => {
    const setup = await openOutboxOnDemo();
    const send = await setup.write('', { files: [await addCard(setup)] });
    const { sentText } = await waitForState(setup, send, 'accepted');
    expect(sentText).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/click\/\w+$/);
    expect(setup.count(sentText ?? '')).toBe(1);
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
    const setup = await openOutboxOnDemo();
    setup.demo.faults.set([{ ...UPLOAD, ...fault, times: 1 }]);
    const send = await setup.write('In the end.', { files: [await addCard(setup)] });
    await passWait(setup, send);
    const accepted = await waitForState(setup, send, 'accepted');
    expect([accepted.attempts, countUploads(setup), countSends(setup)]).toEqual([1, 2, 1]);
    expect(setup.count(accepted.sentText ?? '')).toBe(1);
    expect(setup.bugs).toEqual([]);
  });

  it('that the service refuses is told with its file, and not made again for those it has', async () => {
    const setup = await openOutboxOnDemo();
    const files = [await addCard(setup), await setup.addFile('second.txt', BYTES)];
    setup.demo.faults.set([{ ...UPLOAD, kind: 'status', status: 400, containing: 'second.txt', times: 1 }]);
    const send = await setup.write('Two of them.', { files });
    const refused = await waitForState(setup, send, 'refused');
    expect(refused).toMatchObject({
      attempts: 0,
      problem: { code: 'validation', fields: { file: [expect.any(String)] } },
    });
    expect(refused.files.map(({ href }) => href)).toEqual([expect.stringMatching(/^click\//), null]);
    await setup.outbox.retry(send.id, { mayDouble: false });
    await waitForState(setup, send, 'accepted');
    expect([countUploads(setup), countSends(setup)]).toEqual([3, 1]);
  });

  it('of bytes that are gone says so, and gives everything back', async () => {
    const setup = await openOutboxOnDemo();
    const card = await addCard(setup);
    await rm(path.join(setup.filesFolder, card.id));
    const send = await setup.write('Where is it?', { files: [card] });
    expect(await waitForState(setup, send, 'refused')).toMatchObject({ problem: { fields: { file: ['gone'] } } });
    expect(await setup.outbox.discard(send.id)).toEqual({ text: 'Where is it?', files: [card] });
    expect([countUploads(setup), countSends(setup)]).toEqual([0, 0]);
  });

  it('that a person ends gives text and files back to the draft, from which they leave again', async () => {
    const setup = await openOutboxOnDemo();
    setup.demo.faults.set([{ ...UPLOAD, kind: 'delay', delayMs: 20_000 }]);
    const card = await addCard(setup);
    const send = await setup.write('Not yet.', { files: [card] });
    await until(() => expect(setup.uploading.length).toBeGreaterThan(0));
    expect(await setup.outbox.discard(send.id)).toEqual({ text: 'Not yet.', files: [card] });
    expect(await readdir(setup.filesFolder)).toEqual([card.id]);
    setup.demo.faults.set([]);
    const again = await setup.write('Now.', { files: [card] });
    await waitForState(setup, again, 'accepted');
    expect([countSends(setup), setup.bugs]).toEqual([1, []]);
  });

  it('that the end of the app cut off is made again by the next start', async () => {
    const setup = await openOutboxOnDemo();
    setup.demo.faults.set([{ ...UPLOAD, kind: 'delay', delayMs: 20_000 }]);
    const send = await setup.write('Later.', { files: [await addCard(setup)] });
    await until(() => expect(setup.uploading.length).toBeGreaterThan(0));
    await setup.outbox.dispose();
    expect(await setup.read(send)).toMatchObject({ state: 'queued', problem: null });
    setup.demo.faults.set([]);
    setup.reopen().start();
    const { sentText } = await waitForState(setup, send, 'accepted');
    expect([setup.count(sentText ?? ''), countSends(setup)]).toEqual([1, 1]);
  });
});

describe('a text with files whose answer got lost', () => {
  const lose = async (hasSends: boolean) => {
    const setup = await openOutboxOnDemo();
    if (!hasSends) setup.demo.settings.absent = ['sessions'];
    setup.demo.faults.set([{ kind: 'reset-after', method: 'POST', containing: 'Did it arrive?', times: 1 }]);
    const send = await setup.write('Did it arrive?', { files: [await addCard(setup)], ownReference: 'order.9' });
    const lost = await waitForState(setup, send, 'checking');
    return { setup, lost, looked: await setup.pass(lost, 1_000) };
  };

  it('is found once by its reference', { timeout: TIMEOUT_MS }, async () => {
    const { setup, lost, looked } = await lose(true);
    expect(looked).toMatchObject({ state: 'accepted', messageId: setup.demo.world.outbound.rows.at(-1)?.id });
    expect([setup.count(lost.sentText ?? ''), countUploads(setup), countSends(setup)]).toEqual([1, 1, 1]);
  });

  it('is shown by what left where the service has no list of sends', { timeout: TIMEOUT_MS }, async () => {
    const { setup, lost, looked } = await lose(false);
    const alike = [{ messageId: setup.demo.world.outbound.rows.at(-1)?.id, text: lost.sentText }];
    expect(looked).toMatchObject({ state: 'checking', check: { finding: 'alike', alike } });
    expect([setup.count(lost.sentText ?? ''), countUploads(setup), countSends(setup)]).toEqual([1, 1, 1]);
  });
});
