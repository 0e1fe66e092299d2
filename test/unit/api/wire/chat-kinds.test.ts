/** What entries of a chat are beside text messages: calls, notes, lines of the log, messages of other channels. */
import { describe, expect, it } from 'vitest';
import { decodeChatMessage } from '#main/api/wire/chats/chat-message.ts';
import { toPhoneKey } from '#shared/domain/phones.ts';
import { toPage, toValue } from '../support/fixtures.ts';

const phone = toPhoneKey('447700900318');
const decode = (row: unknown) => decodeChatMessage(row, phone);

describe('entries of a chat', () => {
  it.each(['spec', 'sdk'])('are calls with keys of their own in the shape of the %s', (shape) => {
    const { page, badPaths } = toPage(`${shape}/chat-messages-with-calls`, decode);
    expect(badPaths).toEqual([]);
    expect(page.items.slice(-2)).toMatchObject([
      { key: 'call:3001', kind: 'call', direction: 'in', phone, letter: null },
      { key: 'call:3002', kind: 'call', direction: 'out', phone },
    ]);
    expect(page.items.at(-1)?.initiatorId).toBe(shape === 'sdk' ? 305114 : undefined);
  });

  it('are notes with keys of their own, so that none hides a message with its id', () => {
    const { page } = toPage('sdk/chat-messages-with-notes', decode);
    expect(page.items[1]).toMatchObject({ key: 'note:5000001', kind: 'note', initiatorId: 305114 });
  });

  it('are notes of the team where no direction is told, and of nobody where that is all there is', () => {
    const row = { id: 9, messageTime: '2026-11-20T09:52:10Z', text: 'Kept', direction: null };
    expect(toValue(decode({ ...row, type: 'note' }))).toMatchObject({ key: 'note:9', direction: 'out', text: 'Kept' });
    expect(decode({ ...row, type: 'text' })).toEqual({ isOk: false, path: 'direction' });
  });

  it('are told by what they carry where a service writes them in another way', () => {
    const { page, badPaths } = toPage('odd/chat-messages-channels', decode);
    expect(badPaths).toEqual([]);
    expect(page.items).toMatchObject([
      { key: 'call:3001', kind: 'call' },
      { key: 'in:71', kind: 'text', channel: 'whatsapp_business', isEdited: true, files: [{ name: 'note.ogg' }] },
      { key: 'out:72', kind: 'text', channel: 'carrier_pigeon', rejectReason: '131047', initiatorId: 305114 },
      { key: 'out:73', kind: 'log', channel: 'live_chat' },
      { key: 'in:74', kind: 'log' },
    ]);
    // The documents' own sample says `text` where a text message is meant.
    expect(page.items[4]).not.toHaveProperty('channel');
  });

  it('is a call by its direction, whatever type it claims', () => {
    const row = {
      id: 9,
      direction: 'CO',
      messageTime: '2026-11-20T09:52:10Z',
      type: 'text',
      sender: '1',
      receiver: null,
    };
    expect(toValue(decode(row))).toMatchObject({ key: 'call:9', kind: 'call', direction: 'out' });
  });
});
