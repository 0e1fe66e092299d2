import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toPhoneKey } from '#shared/domain/phones.ts';
import type { Send } from '#shared/domain/sends.ts';
import { makeFile } from '#test/support/sending/builders.ts';
import { OutboxOnFakes } from '#test/support/sending/outbox-on-fakes.ts';

let fakes: OutboxOnFakes;
const HOUR = 3_600_000;
const other = toPhoneKey('447700900002');
const [one, two] = [makeFile(1), makeFile(2)];
const LINKS = 'text 1\nweb.example/click/1\nweb.example/click/2';

beforeEach(() => {
  fakes = new OutboxOnFakes();
  fakes.outbox.start();
});
afterEach(async () => {
  await fakes.dispose();
  expect(fakes.clock.sleepers).toBe(0);
});

const uploads = () => fakes.service.uploads;
const stored = (send: Send) => fakes.store.get(send.id);

describe('a text with files', () => {
  it('leaves with their links once the service has all of them (SEND-14)', async () => {
    const send = await fakes.write(1, { files: [one, two], ownReference: 'order 9' });
    let isOnDisk: unknown;
    fakes.service.onRequest = () => (isOnDisk = [fakes.stateOf(send), stored(send).sentText]);
    await fakes.clock.advance(0);
    expect(uploads().taken).toEqual([one.name, two.name]);
    expect(isOnDisk).toEqual(['sending', LINKS]);
    expect(fakes.service.requests).toMatchObject([{ text: LINKS, referenceId: `${send.id}.order 9` }]);
    expect(stored(send)).toMatchObject({ state: 'accepted', text: 'text 1', sentText: LINKS, attempts: 1 });
  });

  it('uploads nothing while it is held (SEND-12)', async () => {
    await fakes.hold(1, 5_000, { files: [one] });
    await fakes.clock.advance(4_999);
    expect(uploads().begun).toEqual([]);
    await fakes.clock.advance(1);
    expect(fakes.asked).toEqual(['text 1\nweb.example/click/1']);
  });

  it('is queued while they are uploaded, and nothing to its number overtakes it (SEND-5)', async () => {
    uploads().isHolding = true;
    const send = await fakes.write(1, { files: [one] });
    await fakes.write(2);
    await fakes.write(3, { phone: other });
    await fakes.clock.advance(HOUR);
    expect([fakes.stateOf(send), fakes.asked]).toEqual(['queued', ['text 3']]);
    uploads().held[0]?.end();
    await fakes.clock.advance(0);
    expect(fakes.asked).toEqual(['text 3', 'text 1\nweb.example/click/1', 'text 2']);
  });

  it('uploads only what the service has not got', async () => {
    await fakes.write(1, { files: [makeFile(1, { href: 'click/old' }), two] });
    await fakes.clock.advance(0);
    expect(uploads().begun).toEqual([two.name]);
    expect(fakes.asked).toEqual(['text 1\nweb.example/click/old\nweb.example/click/1']);
  });

  it('that was refused does not upload again when a person sends it again', async () => {
    fakes.service.failNext({ code: 'validation', outcome: 'refused' });
    const send = await fakes.write(1, { files: [one, two] });
    await fakes.clock.advance(0);
    expect(fakes.stateOf(send)).toBe('refused');
    await fakes.outbox.retry(send.id, { mayDouble: false });
    await fakes.clock.advance(0);
    expect([uploads().begun.length, fakes.asked]).toEqual([2, [LINKS, LINKS]]);
  });

  it('that is too long with its links is refused, and the next one leaves', async () => {
    const send = await fakes.write(1, { text: 'x'.repeat(918), files: [one] });
    await fakes.write(2);
    await fakes.clock.advance(0);
    expect(stored(send)).toMatchObject({ state: 'refused', problem: { fields: { text: ['too-long'] } } });
    expect(fakes.asked).toEqual(['text 2']);
  });
});

describe('an upload that fails', () => {
  it.each([
    ['surely did not arrive', { code: 'offline', outcome: 'not-accepted' }, false],
    ['lost its answer', { code: 'timeout', outcome: 'unknown' }, true],
    ['met a service that failed', { code: 'server', outcome: 'unknown' }, false],
    ['was answered in words that nobody understands', { code: 'bad-response', outcome: 'unknown' }, true],
  ] as const)('because it %s is made again after a wait, and the text leaves once', async (_what, error, isAfter) => {
    uploads().failNext(error, { times: 3, isAfter });
    const send = await fakes.write(1, { files: [one] });
    await fakes.clock.advance(0);
    expect(stored(send)).toMatchObject({ state: 'queued', attempts: 0, problem: { code: error.code } });
    const waits: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      waits.push(stored(send).dueAt - fakes.clock.now());
      await fakes.clock.advance(waits.at(-1) ?? 0);
    }
    expect(waits).toEqual([1_500, 3_000, 6_000]);
    expect(stored(send)).toMatchObject({ state: 'accepted', attempts: 1, problem: null });
    expect([uploads().begun.length, fakes.asked.length]).toEqual([4, 1]);
  });

  it('waits as long as the service asks', async () => {
    uploads().failNext({ code: 'rate-limited', retryAfterMs: 90_000 });
    await fakes.write(1, { files: [one] });
    await fakes.clock.advance(0);
    fakes.outbox.wake();
    await fakes.clock.advance(89_999);
    expect(uploads().begun).toHaveLength(1);
    await fakes.clock.advance(1);
    expect(fakes.asked).toHaveLength(1);
  });

  it('goes on at once when the service is back', async () => {
    uploads().failNext({ code: 'offline' }, { times: 100 });
    const send = await fakes.write(1, { files: [one] });
    await fakes.clock.advance(HOUR);
    uploads().heal();
    fakes.outbox.wake();
    await fakes.clock.advance(0);
    expect(fakes.stateOf(send)).toBe('accepted');
  });

  it('keeps what the service has of the others', async () => {
    uploads().isHolding = true;
    await fakes.write(1, { files: [one, two] });
    await fakes.clock.advance(0);
    uploads().held[0]?.end();
    await fakes.clock.advance(0);
    uploads().failNext({ code: 'offline' });
    uploads().isHolding = false;
    uploads().held[1]?.end();
    await fakes.clock.advance(10_000);
    expect([uploads().begun, fakes.asked]).toEqual([[one.name, two.name, two.name], [LINKS]]);
  });

  it('because the service does not take the file is refused with its words', async () => {
    uploads().failNext({ code: 'validation', outcome: 'refused', fields: { file: ['No sounds'] } });
    const send = await fakes.write(1, { files: [one] });
    await fakes.write(2);
    await fakes.clock.advance(HOUR);
    expect(stored(send)).toMatchObject({ state: 'refused', problem: { fields: { file: ['No sounds'] } } });
    expect([uploads().begun, fakes.asked]).toEqual([[one.name], ['text 2']]);
  });

  it('because its bytes are gone from this computer is refused, and says so', async () => {
    fakes.files.gone.add(two.id);
    const send = await fakes.write(1, { files: [one, two] });
    await fakes.clock.advance(HOUR);
    expect(stored(send)).toMatchObject({ state: 'refused', problem: { fields: { file: ['gone'] } } });
    expect([uploads().taken, fakes.asked]).toEqual([[one.name], []]);
  });

  it('because the key is refused pauses everything, and goes on when woken', async () => {
    uploads().failNext({ code: 'unauthorized', outcome: 'refused' });
    const send = await fakes.write(1, { files: [one] });
    await fakes.clock.advance(0);
    await fakes.write(2, { phone: other, files: [two] });
    await fakes.clock.advance(HOUR);
    expect([fakes.pauses, uploads().begun, fakes.asked]).toEqual([[true], [one.name], []]);
    fakes.outbox.wake();
    await fakes.clock.advance(0);
    expect(fakes.stateOf(send)).toBe('accepted');
  });

  it.each(['setFileUploaded', 'findSend', 'updateSend'] as const)(
    'by the disk (%s) neither doubles nor loses anything',
    async (method) => {
      if (method !== 'setFileUploaded') uploads().failNext({ code: 'offline' });
      const send = await fakes.write(1, { files: [one] });
      fakes.store.failNext(method, 2);
      await fakes.clock.advance(60_000);
      expect([fakes.stateOf(send), fakes.asked.length, fakes.broken.length]).toEqual(['accepted', 1, 2]);
      expect(uploads().taken).toHaveLength(1);
    },
  );

  it('because the bytes cannot be read now is told of, and made again', async () => {
    fakes.files.isDiskFailing = true;
    const send = await fakes.write(1, { files: [one] });
    await fakes.clock.advance(0);
    expect(stored(send)).toMatchObject({ state: 'queued', problem: { code: 'disk' } });
    fakes.files.isDiskFailing = false;
    await fakes.clock.advance(2_000);
    expect([fakes.stateOf(send), fakes.broken.length]).toEqual(['accepted', 1]);
  });

  it('by a bug is told of, and made again', async () => {
    uploads().failNext(new TypeError('a bug'));
    const send = await fakes.write(1, { files: [one] });
    await fakes.clock.advance(2_000);
    expect([fakes.stateOf(send), fakes.broken.length]).toEqual(['accepted', 1]);
  });
});

describe('a person who takes it out during the upload', () => {
  it('ends that, gets text and files back, and nothing leaves', async () => {
    uploads().isHolding = true;
    const send = await fakes.write(1, { files: [one, two] });
    await fakes.write(2);
    await fakes.clock.advance(0);
    const back = await fakes.outbox.discard(send.id);
    expect(back).toEqual({ text: 'text 1', files: [one, two] });
    await fakes.clock.advance(HOUR);
    expect([uploads().begun, uploads().taken, fakes.asked]).toEqual([[one.name], [], ['text 2']]);
    expect([fakes.store.sends.size, fakes.broken]).toEqual([1, []]);
  });

  it('between two files ends the rest', async () => {
    uploads().isHolding = true;
    const send = await fakes.write(1, { files: [one, two] });
    await fakes.clock.advance(0);
    uploads().held[0]?.end();
    await fakes.outbox.discard(send.id);
    await fakes.clock.advance(HOUR);
    expect([uploads().begun, fakes.asked, fakes.store.sends.size]).toEqual([[one.name], [], 0]);
  });
});

describe('the end of the app', () => {
  it('does not wait for an upload, and the next start makes it again', async () => {
    uploads().isHolding = true;
    const send = await fakes.write(1, { files: [one] });
    await fakes.clock.advance(0);
    await fakes.outbox.dispose();
    expect(stored(send)).toMatchObject({ state: 'queued', problem: null });
    uploads().isHolding = false;
    await fakes.restart();
    await fakes.clock.advance(0);
    expect([fakes.stateOf(send), fakes.asked.length, fakes.broken]).toEqual(['accepted', 1, []]);
  });
});

describe('progress', () => {
  const steps = () => fakes.uploading.map(({ sentBytes }) => sentBytes);

  it('is told for all files together, four times a second at most, and at the end', async () => {
    uploads().isHolding = true;
    const send = await fakes.write(1, {
      files: [makeFile(1, { href: 'click/0' }), makeFile(2, { sizeBytes: 10_000 })],
    });
    await fakes.clock.advance(0);
    for (let tenth = 1; tenth <= 10; tenth += 1) {
      uploads().held[0]?.move(tenth * 1_000);
      await fakes.clock.advance(100);
    }
    uploads().held[0]?.end();
    await fakes.clock.advance(0);
    expect(steps()).toEqual([2_000, 5_000, 8_000, 11_000, 11_000]);
    expect(fakes.uploading.at(-1)).toEqual({ sendId: send.id, sentBytes: 11_000, totalBytes: 11_000 });
  });

  it('says at the end what the service has, also where it failed', async () => {
    uploads().failNext({ code: 'offline' });
    await fakes.write(1, { files: [one, two] });
    await fakes.clock.advance(0);
    expect(fakes.uploading.at(-1)).toMatchObject({ sentBytes: 0, totalBytes: 2_000 });
    await fakes.clock.advance(2_000);
    expect(fakes.uploading.at(-1)).toMatchObject({ sentBytes: 2_000, totalBytes: 2_000 });
  });
});
