import { describe, expect, it } from 'vitest';
import { decodeOutboundMessage, decodeReply } from '#main/api/wire/messages/message.ts';
import { decodeReceipt } from '#main/api/wire/messages/receipt.ts';
import { toPage, toValue, readFixture } from '../support/fixtures.ts';

describe('decodeOutboundMessage', () => {
  it.each(['spec', 'sdk'])('reads a whole message in the shape of the %s', (shape) => {
    expect(toPage(`${shape}/messages`, decodeOutboundMessage).page.items[0]).toEqual({
      key: 'out:900104',
      direction: 'out',
      id: 900104,
      phone: '447700900318',
      text: 'Hi Deborah, this is a reminder that Biscuit is booked in for his dental on Friday 20 November at 11:00. Please reply YES to confirm, or call us on 020 7946 0321.',
      at: Date.UTC(2026, 10, 18, 10, 2),
      kind: 'text',
      letter: 'd',
      rejectReason: null,
      sessionId: 730051,
      contactId: 220418,
      firstName: 'Deborah',
      lastName: 'Okonkwo',
      ownNumber: '447700900002',
      partsCount: 1,
      price: 0.038,
      files: [],
      ...(shape === 'sdk' ? { initiatorId: 305114 } : {}),
    });
  });

  it('tells deleted messages, and takes the send from what comes along', () => {
    const [deleted, other] = toPage('odd/history-quirks', decodeOutboundMessage).page.items;
    expect([deleted?.isDeleted, other?.isDeleted]).toEqual([true, undefined]);
    expect(deleted).not.toHaveProperty('initiatorId');
    const nested = { id: 5, messageTime: '2026-11-20T09:52:10Z', session: { id: '77', initiatorId: '8' } };
    expect(toValue(decodeOutboundMessage(nested))).toMatchObject({ sessionId: 77, initiatorId: 8 });
  });

  it('reads a message of which the service says next to nothing', () => {
    expect(toPage('sdk/messages', decodeOutboundMessage).page.items[1]).toMatchObject({
      letter: 'j',
      rejectReason: 'if',
      sessionId: null,
      contactId: null,
      firstName: '',
      ownNumber: null,
      partsCount: null,
      price: null,
    });
  });

  it('keeps the name of an alphanumeric sender', () => {
    expect(toPage('spec/messages', decodeOutboundMessage).page.items[1]).toMatchObject({
      ownNumber: 'NORTHGATE',
      letter: 'q',
    });
  });

  it('reads numbers as text, a plus and letters that nobody knows', () => {
    expect(toPage('odd/messages-quirks', decodeOutboundMessage)).toMatchObject({
      page: {
        page: 7,
        limit: 70,
        pageCount: null,
        items: [{ id: 900104, phone: '447700900318', letter: 'z', price: 0.038, partsCount: 1 }],
      },
      badPaths: [],
    });
  });

  it.each(['spec', 'sdk'])('reads the search and the single message of the %s', (shape) => {
    expect(toPage(`${shape}/messages-search`, decodeOutboundMessage).badPaths).toEqual([]);
    expect(toValue(decodeOutboundMessage(readFixture(`${shape}/message`).body)).direction).toBe('out');
  });
});

describe('decodeReply', () => {
  it('reads a whole reply', () => {
    expect(toPage('sdk/replies', decodeReply).page.items[0]).toEqual({
      key: 'in:900104',
      direction: 'in',
      id: 900104,
      phone: '447700900318',
      text: 'Can he have his breakfast or should I keep him nil by mouth? 🐶',
      at: Date.UTC(2026, 10, 20, 9, 52, 10),
      kind: 'text',
      letter: null,
      rejectReason: null,
      sessionId: null,
      contactId: 220418,
      firstName: 'Deborah',
      lastName: 'Okonkwo',
      ownNumber: '447700900002',
      partsCount: null,
      price: null,
      files: [],
    });
  });

  it.each(['spec/replies', 'odd/replies-quirks'])('reads the replies of %s', (name) => {
    const { page, badPaths } = toPage(name, decodeReply);
    expect(badPaths).toEqual([]);
    expect(page.items[0]).toMatchObject({
      key: 'in:900104',
      phone: '447700900318',
      at: Date.UTC(2026, 10, 20, 9, 52, 10),
    });
  });

  it('names the field of a reply without a time', () => {
    expect(decodeReply({ id: 1, sender: '447700900318', text: 'x' })).toEqual({ isOk: false, path: 'messageTime' });
  });
});

describe('decodeReceipt', () => {
  const nothing = { messageId: null, sessionId: null, bulkId: null, scheduleId: null, chatId: null };

  it('reads the receipt of one message in both shapes', () => {
    const receipt = { ...nothing, type: 'message', messageId: 905001, sessionId: 731200 };
    expect(toValue(decodeReceipt(readFixture('spec/send-one').body))).toEqual(receipt);
    expect(toValue(decodeReceipt(readFixture('sdk/send-one').body))).toEqual({ ...receipt, chatId: 410088 });
    expect(toValue(decodeReceipt(readFixture('sdk/send-one-without-chat').body)).chatId).toBeNull();
  });

  it.each(['message', 'session', 'bulk', 'schedule'])('takes the id for the id of what it names: %s', (type) => {
    expect(toValue(decodeReceipt({ id: '9', type: type.toUpperCase() }))).toEqual({
      ...nothing,
      type,
      [`${type}Id`]: 9,
    });
  });

  it('takes a type that nobody knows for unknown', () => {
    expect(toValue(decodeReceipt({ id: 9, type: 'carrier-pigeon' }))).toEqual({ ...nothing, type: 'unknown' });
  });

  it.each([[{}], [[]], [{ status: 'ok' }], ['created'], [null]])('does not take %j for a receipt', (body) => {
    expect(decodeReceipt(body)).toMatchObject({ isOk: false });
  });
});
