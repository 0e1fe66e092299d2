import { describe, expect, it } from 'vitest';
import type { MessageView } from '#shared/contract/index.ts';
import { toMessageBody } from '#renderer/features/thread/message-text.ts';
import { buildFile, buildMessage, buildSend } from '#test/support/fake-views.ts';

const WEB = 'https://web.example';
const body = (text: string, changes: Partial<MessageView> = {}, webUrl = WEB) =>
  toMessageBody(buildMessage({ direction: 'out', text, ...changes }), webUrl);
const uploaded = (...names: string[]) => names.map((name) => buildFile({ id: name, name, isUploaded: true }));
const sent = (...names: string[]) => ({ send: buildSend({ state: 'accepted', files: uploaded(...names) }) });

describe('what the bubbles of a message hold', () => {
  it('is the text alone where nothing of ours is in it', () => {
    const text = 'See https://northgate.example/click/Ab3xYz and web.example/prices';
    expect(body(text)).toEqual({ text, attached: [] });
  });

  it('is of a file that was added here its name and size, and its link is taken out of the words', () => {
    expect(body('The second page:\nweb.example/click/Ab3xYz', sent('Consent.pdf'))).toEqual({
      text: 'The second page:',
      attached: [
        {
          ...{ key: 'Consent.pdf', name: 'Consent.pdf', sizeBytes: 214_000, isUploaded: true },
          link: { url: 'https://web.example/click/Ab3xYz', shown: 'web.example/click/Ab3xYz' },
        },
      ],
    });
  });

  it('joins several files to their links in order, wherever the service keeps them', () => {
    const { text, attached } = body('files.example/x/1\nweb.example/click/two', sent('a', 'b'), '');
    expect(text).toBe('');
    expect(attached.map(({ name, link }) => [name, link?.url])).toEqual([
      ['a', 'https://files.example/x/1'],
      ['b', 'https://web.example/click/two'],
    ]);
  });

  it('leaves a typed link alone while the text has not left', () => {
    const send = buildSend({ state: 'queued', files: uploaded('a') });
    const { text, attached } = body('Look:\nhttps://northgate.example/a', { send });
    expect(text).toBe('Look:\nhttps://northgate.example/a');
    expect(attached).toMatchObject([{ name: 'a', link: null, isUploaded: true }]);
  });

  it('shows a file that is not uploaded without a link', () => {
    const send = buildSend({ state: 'held', files: [buildFile({ isUploaded: false })] });
    expect(body('Here', { send })).toMatchObject({ text: 'Here', attached: [{ link: null, isUploaded: false }] });
  });

  it('finds uploads that were made elsewhere by the web address, without their names', () => {
    expect(body('Prices:\nweb.example/click/one\nhttps://web.example/click/two')).toMatchObject({
      text: 'Prices:',
      attached: [
        { name: '', sizeBytes: null, link: { url: 'https://web.example/click/one', shown: 'web.example/click/one' } },
        { link: { url: 'https://web.example/click/two' } },
      ],
    });
    expect(body('web.example/click/one\nand the rest')).toMatchObject({ text: 'and the rest' });
  });

  it('keeps a link in its sentence, and shows its file too', () => {
    const { text, attached } = body('The form web.example/click/one is for Friday');
    expect(text).toBe('The form web.example/click/one is for Friday');
    expect(attached).toHaveLength(1);
  });

  it('takes nothing that comes from others for a file of ours, nor what only looks like the address', () => {
    expect(body('web.example/click/one', { direction: 'in' }).attached).toEqual([]);
    for (const text of [
      'notweb.example/click/one',
      'x.web.example/click/one',
      'ada@web.example/click/one',
      'https://evil.example/web.example/click/one',
      'webxexample/click/one',
      'web.example/click/one/../../evil',
    ]) {
      expect(body(text).attached, text).toEqual([]);
    }
  });
});
