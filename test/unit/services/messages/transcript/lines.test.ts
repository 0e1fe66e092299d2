import { describe, expect, it } from 'vitest';
import { readLines } from '#main/services/messages/transcript/lines.ts';
import type { MessagePage, MessageView } from '#shared/contract/index.ts';
import { toChatId } from '#shared/domain/ids.ts';
import { collect } from '#test/support/collect.ts';

const makeMessage = (at: number, changes: Partial<MessageView> = {}): MessageView => ({
  key: `in:${String(at)}`,
  direction: 'in',
  text: `Text ${String(at)}`,
  at,
  kind: 'text',
  mark: null,
  letter: null,
  rejectReason: null,
  files: [],
  partsCount: null,
  price: null,
  origin: null,
  author: null,
  send: null,
  ...changes,
});

const page = (items: MessageView[], isLast: boolean, gaps: MessagePage['gaps'] = []): MessagePage => {
  const last = items.at(-1);
  const newer = isLast || last === undefined ? null : { at: last.at, key: last.key };
  return { items, older: null, newer, isCompleteBefore: true, gaps };
};

async function read(pages: (MessagePage | null)[], hrefs: Record<string, string> = {}) {
  const asked: unknown[] = [];
  const store = {
    listNewerMessages: ({ after }: { readonly after: unknown }) => {
      asked.push(after);
      return Promise.resolve(pages[asked.length - 1] ?? null);
    },
    findMedia: ({ mediaId }: { readonly mediaId: string }) => {
      const href = hrefs[mediaId];
      return Promise.resolve(href === undefined ? null : { href, mimeType: null });
    },
  };
  const lines = await collect(readLines(store, toChatId(1), { us: 'Ada', them: 'Bea' }));
  return { lines: lines.flat(), asked };
}

describe('the lines of a conversation', () => {
  it('are all of it, oldest first, a page after the other', async () => {
    const { lines, asked } = await read([page([makeMessage(1), makeMessage(2)], false), page([makeMessage(3)], true)]);
    expect(lines.map(({ at }) => at)).toEqual([1, 2, 3]);
    expect(asked).toEqual([
      { at: -1, key: 'in:0' },
      { at: 2, key: 'in:2' },
    ]);
  });

  it('say who wrote, and how far ours got: also of what has not left', async () => {
    const ours = { direction: 'out', mark: 'delivered' } as const;
    const send = { state: 'refused' } as MessageView['send'];
    const { lines } = await read([
      page([makeMessage(1), makeMessage(2, ours), makeMessage(3, { ...ours, mark: 'failed', send })], true),
    ]);
    expect(lines.map(({ who, state }) => [who, state])).toEqual([
      ['Bea', null],
      ['Ada', 'delivered'],
      ['Ada', 'refused'],
    ]);
  });

  it('have the addresses of their files, and say where something is missing', async () => {
    const file = { name: 'cat.png', mimeType: 'image/png', sizeBytes: null };
    const files = [
      { ...file, mediaId: 'known' },
      { ...file, mediaId: null },
    ];
    const gap = { itemKey: 'in:1', fromAt: null, toAt: 1 };
    const { lines } = await read([page([makeMessage(1, { files })], true, [gap])], { known: 'https://example.test/c' });
    expect(lines).toMatchObject([
      {
        files: [
          { name: 'cat.png', href: 'https://example.test/c' },
          { name: 'cat.png', href: null },
        ],
        gap: { fromAt: null, toAt: 1 },
      },
    ]);
  });

  it('end where the chat is gone meanwhile', async () => {
    expect((await read([page([makeMessage(1)], false), null])).lines).toHaveLength(1);
  });
});
