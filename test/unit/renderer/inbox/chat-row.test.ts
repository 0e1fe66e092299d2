import { describe, expect, it } from 'vitest';
import type { ChatView } from '#shared/contract/index.ts';
import { Formats } from '#renderer/lib/format.ts';
import { toChatRow } from '#renderer/lib/inbox/chat-row.ts';
import { toMessageLabel } from '#renderer/lib/inbox/message-label.ts';
import { toMessageLook } from '#renderer/lib/inbox/message-look.ts';
import { Texts } from '#renderer/lib/messages.ts';
import { buildChat, buildMessage } from '#test/support/fake-bridge.ts';

const texts = new Texts('en-GB');
const formats = new Formats(texts, { timeFormat: '24h', currency: 'GBP', timeZone: 'Europe/London' });
const now = Date.parse('2026-11-20T09:54:00Z');
const at = Date.parse('2026-11-20T09:52:00Z');
const row = (changes: Partial<ChatView>) => toChatRow(buildChat({ lastAt: at, ...changes }), { texts, formats, now });

describe('a row of the chat list', () => {
  it('is one sentence to a screen reader', () => {
    const { label } = row({ unreadCount: 2, isPinned: true, lastText: 'Can he have his breakfast?' });
    expect(label).toBe('Deborah Okonkwo, 2 unread, pinned. Can he have his breakfast? 09:52');
  });

  it('shows the number where nobody gave it a name', () => {
    expect(row({ name: '', phone: '447700900461' })).toMatchObject({ title: '+44 7700 900461', name: '' });
  });

  it('leads with the draft', () => {
    const line = row({ draft: 'Bella’s bloods\nare back', lastDirection: 'out', lastMark: 'failed' });
    expect(line).toMatchObject({
      lead: { text: 'Draft:', tone: 'draft' },
      text: 'Bella’s bloods are back',
      mark: null,
    });
  });

  it('leads with what went wrong', () => {
    expect(row({ lastDirection: 'out', lastMark: 'failed' })).toMatchObject({
      mark: 'failed',
      lead: { text: 'Not delivered.', tone: 'bad' },
    });
    expect(row({ lastDirection: 'out', lastMark: 'waiting', lastSendState: 'refused' })).toMatchObject({
      mark: 'failed',
      lead: { text: 'Not sent.', tone: 'bad' },
    });
  });

  it('shows a mark only when the last one is ours, and says it', () => {
    expect(row({ lastDirection: 'in', lastMark: 'delivered' }).mark).toBeNull();
    const ours = row({ lastDirection: 'out', lastMark: 'delivered', lastText: 'Great.' });
    expect(ours).toMatchObject({ mark: 'delivered', lead: null });
    expect(ours.label).toBe('Deborah Okonkwo. Delivered: Great. 09:52');
  });

  it('says who asked for no more texts, and with STOP only where that was written', () => {
    expect(row({ isUnsubscribed: true, lastText: 'Stop ' })).toMatchObject({
      badge: 'ban',
      text: 'Unsubscribed with STOP',
    });
    expect(row({ isUnsubscribed: true, lastText: 'See you' }).text).toBe('Unsubscribed');
    expect(row({ isBlocked: true, draft: 'x' })).toMatchObject({ badge: 'lock', text: 'Blocked', lead: null });
  });

  it('is never empty where there was a message', () => {
    expect(row({ lastText: '' }).text).toBe('No text');
    expect(row({ lastText: '', lastDirection: 'call-in' }).text).toBe('Call');
    expect(row({ lastText: '', lastDirection: null, lastAt: null })).toMatchObject({ text: '', time: '' });
  });
});

describe('a message to a screen reader', () => {
  const say = (message: ReturnType<typeof buildMessage>) =>
    toMessageLabel(message, toMessageLook(message, 'live'), { texts, formats, name: 'Deborah Okonkwo' });

  it('says who, what, when and what became of it', () => {
    expect(say(buildMessage({ direction: 'out', text: 'Of course.', at, mark: 'delivered' }))).toBe(
      'You. Of course. 09:52, delivered.',
    );
    expect(say(buildMessage({ text: 'YES', at }))).toBe('Deborah Okonkwo. YES 09:52.');
  });

  it('names pictures and files', () => {
    const files = [
      { name: 'x', mimeType: 'image/jpeg', sizeBytes: null, mediaId: 'm' },
      { name: 'form.pdf', mimeType: 'application/pdf', sizeBytes: 1, mediaId: 'n' },
    ];
    expect(say(buildMessage({ text: '', at, files }))).toBe('Deborah Okonkwo. Picture form.pdf 09:52.');
  });
});
