import { describe, expect, it } from 'vitest';
import { toSharedItems } from '#renderer/features/chat-media/shared-items.ts';
import { ChatMedia } from '#renderer/features/chat-media/chat-media.svelte.ts';
import { buildMessage, FakeBridge, toProblem } from '#test/support/fake-bridge.ts';
import { untilAnswered } from '#test/support/until-answered.ts';

const WEB = 'https://my.service.example/';
const picture = (name: string, mediaId: string | null = name) => ({
  ...{ name, mimeType: 'image/png', sizeBytes: 9, mediaId },
});

describe('what was shared, cut out of messages', () => {
  it('is pictures, files and links, in the order of the messages', () => {
    const items = toSharedItems(
      [
        buildMessage({
          key: 'in:2',
          text: 'See https://www.kwikpet.example/a?b=1, or info@kwikpet.example, or https://kwikpet.example/',
          files: [
            picture('cat.png'),
            { ...picture('bill.pdf'), mimeType: 'application/pdf' },
            picture('lost.png', null),
          ],
        }),
        buildMessage({ key: 'out:1', direction: 'out', text: 'The form:\nmy.service.example/click/AbC123' }),
      ],
      WEB,
    );
    expect(items.pictures.map(({ id, mediaId }) => [id, mediaId])).toEqual([['in:2 0', 'cat.png']]);
    expect(items.files.map(({ name, opens }) => [name, opens])).toEqual([
      ['bill.pdf', { kind: 'media', mediaId: 'bill.pdf' }],
      ['lost.png', null],
      ['', { kind: 'upload', url: `${WEB}click/AbC123`, shown: 'my.service.example/click/AbC123' }],
    ]);
    expect(items.links.map(({ host, rest }) => `${host}|${rest}`)).toEqual([
      'kwikpet.example|/a?b=1',
      'kwikpet.example|',
    ]);
  });

  it('names a link once that a text has twice', () => {
    const text = 'https://x.example/1 and again https://x.example/1';
    expect(toSharedItems([buildMessage({ text })], '').links).toHaveLength(1);
  });
});

describe('what was shared in the open chat', () => {
  const setUp = (count: number) => {
    const bridge = new FakeBridge();
    const write = (id: number) =>
      buildMessage({ key: `in:${String(id)}`, at: id, text: `https://x.example/${String(id)}` });
    bridge.data.messages.set(
      1,
      Array.from({ length: count }, (_, index) => write(index + 1)),
    );
    const media = new ChatMedia(bridge, { chatId: 1, webUrl: () => WEB });
    return { bridge, media, write };
  };

  it('is read a portion at a time, and stays that long when texts come in', async () => {
    const { bridge, media, write } = setUp(130);
    await media.refresh();
    expect([media.items.links.length, media.hasOlder]).toEqual([60, true]);
    await media.loadOlder();
    await media.loadOlder();
    expect([media.items.links.length, media.hasOlder]).toEqual([130, false]);
    bridge.data.messages.set(1, [...(bridge.data.messages.get(1) ?? []), write(131)]);
    bridge.emit('messages.changed', { chatIds: [2], everything: false });
    bridge.emit('messages.changed', { chatIds: [1], everything: false });
    await untilAnswered();
    expect(media.items.links[0]?.key).toBe('in:131');
    media.dispose();
  });

  it('says where main did not answer, and keeps what was there', async () => {
    const { bridge, media } = setUp(1);
    bridge.fail('messages.listShared', toProblem('not-found'));
    await media.refresh();
    expect([media.hasFailed, media.items.links]).toEqual([true, []]);
    bridge.fail('messages.listShared', null);
    await media.refresh();
    bridge.fail('messages.listShared', toProblem('not-found'));
    await media.refresh();
    expect([media.hasFailed, media.items.links.length]).toEqual([false, 1]);
    media.dispose();
  });
});
