import { describe, expect, it } from 'vitest';
import { decodeOutboundMessage } from '#main/api/wire/message.ts';
import { decodeSession } from '#main/api/wire/session.ts';
import { toPage } from '../support/decode.ts';

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
    });
  });

  it('reads numbers for texts, sources in any case or unheard of, and dates that are none', () => {
    const { page, badPaths } = toPage('odd/sessions-quirks', decodeSession);
    expect(badPaths).toEqual([]);
    expect(page.items).toEqual([
      {
        ...{ id: 730052, at: Date.UTC(2026, 10, 18, 10, 40, 7), text: 'Yes, we are open until six today.' },
        ...{ source: 'A', referenceId: '730052' },
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
