import { describe, expect, it } from 'vitest';
import { decodeChatMessage } from '#main/api/wire/chats/chat-message.ts';
import { decodeChat, decodeUnreadTotal } from '#main/api/wire/chats/chat.ts';
import { toPhoneKey } from '#shared/domain/phones.ts';
import { toPage, toValue, readFixture } from '../support/fixtures.ts';

const deborah = {
  id: 410088,
  phone: '447700900318',
  contactId: 220418,
  firstName: 'Deborah',
  lastName: 'Okonkwo',
  company: '',
  avatarHref: 'avatars/contact-220418.png',
  isBlocked: false,
  isUnsubscribed: false,
  unreadCount: 2,
  updatedAt: Date.UTC(2026, 10, 20, 9, 52, 10),
  status: 'active',
  isMuted: false,
  mutedUntil: null,
  isPinned: true,
  lastText: 'Can he have his breakfast or should I keep him nil by mouth? 🐶',
  lastDirection: 'in',
  from: null,
  country: 'GB',
};

describe('decodeChat', () => {
  it.each(['spec', 'sdk'])('reads a whole chat in the shape of the %s', (shape) => {
    const tags = shape === 'sdk' ? { tags: [{ id: 12, title: 'VIP' }] } : {};
    expect(toPage(`${shape}/chats`, decodeChat).page.items[0]).toEqual({ ...deborah, ...tags });
  });

  it.each(['spec', 'sdk'])('reads closed, muted and unsubscribed in the shape of the %s', (shape) => {
    expect(toPage(`${shape}/chats`, decodeChat).page.items[1]).toMatchObject({
      status: 'closed',
      isMuted: true,
      mutedUntil: Date.UTC(2026, 10, 20, 18),
      isUnsubscribed: true,
      lastDirection: 'out',
      from: '447700900002',
      firstName: '美咲',
    });
  });

  it('reads a chat with a number that no contact has', () => {
    expect(toPage('sdk/chats', decodeChat).page.items[2]).toMatchObject({
      phone: '447700900461',
      contactId: null,
      firstName: '',
      lastText: '',
      lastDirection: null,
    });
  });

  it('takes the echoed numbers of a page, and the asked ones for a bare array', () => {
    expect(toPage('sdk/chats', decodeChat).page).toMatchObject({ page: 1, limit: 10, pageCount: 5 });
    expect(toPage('spec/chats', decodeChat).page).toMatchObject({ page: 7, limit: 70, pageCount: null });
    expect(toPage('sdk/chats-empty', decodeChat).page).toEqual({ page: 1, limit: 10, pageCount: 0, items: [] });
  });

  it('reads numbers as text, a plus, nulls and letters that nobody knows', () => {
    expect(toPage('odd/chats-quirks', decodeChat)).toEqual({
      page: {
        page: 1,
        limit: 10,
        pageCount: 1,
        items: [
          {
            ...deborah,
            contactId: null,
            firstName: '',
            lastName: '',
            avatarHref: null,
            status: 'unknown',
            lastDirection: null,
            country: null,
            channel: 'carrier_pigeon',
          },
        ],
      },
      badPaths: [],
    });
  });

  it('names what is missing in a row without an id', () => {
    expect(decodeChat({ phone: '447700900318' })).toEqual({ isOk: false, path: 'id' });
  });

  it.each(['chat', 'chat-by-phone'])('reads the single chat of %s', (name) => {
    expect(toValue(decodeChat(readFixture(`sdk/${name}`).body)).phone).toMatch(/^\d+$/);
    expect(toValue(decodeChat(readFixture(`spec/${name}`).body)).phone).toMatch(/^\d+$/);
  });
});

describe('the tags of a chat', () => {
  const tagsOf = (tags: unknown) => toValue(decodeChat({ id: 1, tags })).tags;

  it('are read where the service says them, and absent where it does not say all of them', () => {
    const vip = { id: 12, title: 'VIP' };
    expect([tagsOf([vip]), tagsOf({ 2: vip }), tagsOf([])]).toEqual([[vip], [vip], []]);
    expect([tagsOf(null), tagsOf([vip, {}])]).toEqual([undefined, undefined]);
    expect(toValue(decodeChat({ id: 1 }))).not.toHaveProperty('tags');
  });
});

describe('decodeUnreadTotal', () => {
  it('reads the total in either form', () => {
    expect(toValue(decodeUnreadTotal(readFixture('sdk/chats-unread-count').body))).toBe(17);
    expect(toValue(decodeUnreadTotal('3'))).toBe(3);
    expect(toValue(decodeUnreadTotal({ total: 0 }))).toBe(0);
  });

  it('takes what is no count for none, rather than for nothing unread', () => {
    for (const body of [{}, { total: 'many' }, { total: null }, { total: -1 }, 'many', -2, [3]])
      expect(decodeUnreadTotal(body)).toMatchObject({ isOk: false });
  });
});

describe('decodeChatMessage', () => {
  const phone = toPhoneKey('447700900318');
  const decode = (row: unknown) => decodeChatMessage(row, phone);

  it.each(['spec', 'sdk'])('reads both directions in the shape of the %s', (shape) => {
    const items = toPage(`${shape}/chat-messages`, decode).page.items;
    const inbound = items.find(({ key }) => key === 'in:900104');
    const outbound = items.find(({ key }) => key === 'out:900104');
    expect(inbound).toEqual({
      key: 'in:900104',
      direction: 'in',
      id: 900104,
      phone,
      text: deborah.lastText,
      at: deborah.updatedAt,
      kind: 'text',
      letter: null,
      rejectReason: null,
      sessionId: null,
      contactId: null,
      firstName: 'Deborah',
      lastName: 'Okonkwo',
      ownNumber: '447700900002',
      partsCount: null,
      price: null,
      files: [],
    });
    expect(outbound).toMatchObject({
      direction: 'out',
      phone,
      letter: 'd',
      sessionId: 730051,
      ownNumber: '447700900002',
    });
  });

  it('reads files and the error of a channel', () => {
    const items = toPage('sdk/chat-messages', decode).page.items;
    expect(items[1]?.files).toEqual([
      {
        name: 'biscuit-paw.png',
        mimeType: 'image/png',
        sizeBytes: 48213,
        url: 'https://text.example/files/f2c1a9d0.png',
        previewUrl: 'https://text.example/files/f2c1a9d0-preview.png',
      },
    ]);
    expect(items[3]).toMatchObject({ letter: 'f', rejectReason: '30003', ownNumber: null });
  });

  it('takes a direction that nobody knows from the numbers, and keeps a letter that nobody knows to itself', () => {
    expect(toPage('odd/chat-messages-quirks', decode).page.items[0]).toMatchObject({
      direction: 'in',
      kind: 'text',
      letter: null,
      at: deborah.updatedAt,
      files: [],
    });
    const outbound = {
      id: 5,
      direction: null,
      receiver: `+${phone}`,
      messageTime: '2026-11-20T09:52:10Z',
      status: 'Z',
    };
    expect(toValue(decode(outbound))).toMatchObject({ direction: 'out', letter: 'z' });
  });

  it('gives up a row whose direction cannot be told', () => {
    expect(decode({ id: 5, direction: 'x', messageTime: '2026-11-20T09:52:10Z' })).toEqual({
      isOk: false,
      path: 'direction',
    });
  });

  it.each([
    [{ type: 'note' }, 'note'],
    [{ type: 'log' }, 'log'],
    [{ type: 'initial' }, 'log'],
    [{ type: 'call' }, 'call'],
    [{ direction: 'ci' }, 'call'],
    [{ direction: 'co' }, 'call'],
    [{ type: 'video' }, 'text'],
    [{ type: 'constructor' }, 'text'],
  ])('takes %j for a %s', (fields, kind) => {
    const row = { id: 5, direction: 'o', messageTime: '2026-11-20T09:52:10Z', ...fields };
    expect(toValue(decode(row)).kind).toBe(kind);
  });

  it('reads team notes where they are answered', () => {
    const items = toPage('sdk/chat-messages-with-notes', decode).page.items;
    expect(items.map(({ kind }) => kind)).toEqual(['text', 'note']);
  });
});
