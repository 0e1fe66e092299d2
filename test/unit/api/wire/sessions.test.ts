import { describe, expect, it } from 'vitest';
import { decodeOutboundMessage } from '#main/api/wire/messages/message.ts';
import { decodeSendStatistics, decodeSession } from '#main/api/wire/messages/session.ts';
import { toPage, toValue, readFixture } from '../support/fixtures.ts';

describe('decodeSession', () => {
  it.each(['spec', 'sdk'])('reads what it says of a send in the shape of the %s', (shape) => {
    const { page, badPaths } = toPage(`${shape}/sessions`, decodeSession);
    expect(badPaths).toEqual([]);
    expect(page.items).toMatchObject([
      { id: 730052, source: 'A', referenceId: 'kq3zt7w2mabcdefghi2x', at: Date.UTC(2026, 10, 18, 10, 40, 7) },
      { id: 730051, source: 'O', referenceId: null },
      { id: 730044, source: null, referenceId: null, at: null, text: '' },
    ]);
    expect(page.items[0]).toEqual({
      ...{ id: 730052, at: Date.UTC(2026, 10, 18, 10, 40, 7), text: 'Yes, we are open until six today.' },
      ...{ source: 'A', referenceId: 'kq3zt7w2mabcdefghi2x' },
      ...{ price: 0.038, recipientsCount: 1, destination: 't' },
    });
    if (shape === 'sdk') expect(page.items[1]).toMatchObject({ initiatorId: 305114, title: 'Reminder' });
  });

  it('reads numbers for texts, sources in any case or unheard of, and dates that are none', () => {
    const { page, badPaths } = toPage('odd/sessions-quirks', decodeSession);
    expect(badPaths).toEqual([]);
    expect(page.items).toEqual([
      {
        ...{ id: 730052, at: Date.UTC(2026, 10, 18, 10, 40, 7), text: 'Yes, we are open until six today.' },
        ...{ source: 'A', referenceId: '730052', price: 0.038, recipientsCount: 1, destination: 't' },
      },
      { id: 730051, at: null, text: '', source: 'SMOKE', referenceId: 'kq3zt7w2mabcdefghi2x.order 7' },
    ]);
  });

  it('takes nothing without an id', () => {
    expect(decodeSession({ text: 'Hello', referenceId: 'x' })).toEqual({ isOk: false, path: 'id' });
  });
});

describe('messages of a session', () => {
  it.each(['spec', 'sdk'])('are outbound messages in the shape of the %s', (shape) => {
    const { page } = toPage(`${shape}/session-messages`, decodeOutboundMessage);
    expect(page.items).toMatchObject([
      { id: 900104, sessionId: 730051, phone: '447700900318' },
      { id: 900103, sessionId: 730051, phone: '447700900461', letter: 'q' },
    ]);
  });
});

describe('decodeSendStatistics', () => {
  const counts = { sent: 2, delivered: 58, accepted: 2, rejected: 1, failed: 1, scheduled: 0 };

  it('reads every count', () => {
    expect(toValue(decodeSendStatistics(readFixture('sdk/session-statistics').body))).toEqual({ all: 64, ...counts });
  });

  it('reads text as numbers, and adds up a total that is not said', () => {
    const { body } = readFixture('odd/session-statistics-quirks');
    expect(toValue(decodeSendStatistics(body))).toEqual({ all: 61, ...counts, accepted: 0, rejected: 0 });
  });

  it('takes an answer without a single number for no statistics', () => {
    expect(decodeSendStatistics({ delivered: null, all: 'many' })).toEqual({ isOk: false, path: 'all' });
  });
});
