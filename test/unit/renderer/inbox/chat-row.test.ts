import { describe, expect, it } from 'vitest';
import type { ChatView } from '#shared/contract/index.ts';
import { Formats } from '#renderer/lib/format.ts';
import { toChatRow, type RowContext } from '#renderer/features/chat-list/chat-row.ts';
import { SCOPES } from '#renderer/data/scopes.ts';
import { toMessageLabel, toMessageViewModel } from '#renderer/features/thread/message-view-model.ts';
import { Translator } from '#renderer/lib/messages.ts';
import { buildChat, buildMessage } from '#test/support/fake-bridge.ts';

const texts = new Translator('en-GB');
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
      lead: { text: 'Not delivered:', tone: 'bad' },
    });
    expect(row({ lastDirection: 'out', lastMark: 'waiting', lastSendState: 'refused' })).toMatchObject({
      mark: 'failed',
      lead: { text: 'Not sent:', tone: 'bad' },
    });
  });

  it('says of a text that waits that it is being sent, unless there is no connection', () => {
    const chat = buildChat({
      lastAt: at,
      lastDirection: 'out',
      lastMark: 'waiting',
      lastSendState: 'held',
      lastText: 'On our way',
    });
    const label = (link: 'live' | 'offline'): string => toChatRow(chat, { texts, formats, now, link }).label;
    expect(label('live')).toBe('Deborah Okonkwo. Sending: On our way 09:52');
    expect(label('offline')).toBe('Deborah Okonkwo. Waiting for connection: On our way 09:52');
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

describe('the last text of a chat with files of ours', () => {
  const last = (lastText: string, lastDirection: 'in' | 'out' = 'out'): string =>
    toChatRow(buildChat({ lastAt: at, lastText, lastDirection }), { texts, formats, now, webUrl: 'https://sb.example' })
      .text;

  it('is its words, without the links that the files became', () => {
    expect(last('The picture\nsb.example/click/abc123')).toBe('The picture');
  });

  it('counts the files where there is no word', () => {
    expect(last('sb.example/click/abc123')).toBe('1 file');
    expect(last('sb.example/click/a1\nsb.example/click/b2')).toBe('2 files');
  });

  it('is left as it is where they wrote it', () => {
    expect(last('sb.example/click/abc123', 'in')).toBe('sb.example/click/abc123');
  });
});

describe('a row of a list that is about something', () => {
  const HOUR = 3_600_000;
  const inList = (changes: Partial<ChatView>, list: RowContext['list'], openWeek: RowContext['openWeek'] = null) =>
    toChatRow(buildChat({ lastAt: at, ...changes }), { texts, formats, now, openWeek, ...(list ? { list } : {}) });
  const waiting = { scope: SCOPES.waiting, sort: 'waiting' } as const;
  const any = { scope: SCOPES.drafts, sort: 'newest' } as const;

  it('says how long they have waited in place of the time', () => {
    const line = inList({ waitingSince: now - 2 * HOUR - 600_000, lastText: 'Hello?' }, waiting);
    expect(line).toMatchObject({ time: '2 h 10 min', timeNote: 'Waiting for 2 hours 10 minutes' });
    expect(line.label).toBe('Deborah Okonkwo, waiting for 2 hours 10 minutes. Hello? 09:52');
    expect(inList({ waitingSince: now - HOUR }, { scope: SCOPES.open, sort: 'newest' }).time).toBe('09:52');
    expect(line.needsReply).toBe(false);
    expect(inList({ waitingSince: now - HOUR }, { scope: SCOPES.open, sort: 'waiting' }).time).toBe('1 h 0 min');
    expect(inList({ waitingSince: now - 23 * HOUR }, waiting).time).toBe('23 h');
    expect(inList({ waitingSince: now - 30 * HOUR }, waiting).time).toBe('1 day');
    expect(inList({ waitingSince: null }, waiting).time).toBe('09:52');
  });

  it('counts only the hours in which somebody is there', () => {
    const day = { opensAt: 0, closesAt: 1_440 };
    // 20 November 2026 is a Friday: nobody is there on that day, nor on Thursday.
    const week = [day, day, day, null, null, day, day];
    expect(inList({ waitingSince: now - 30 * HOUR }, waiting, week)).toMatchObject({
      time: '< 1 min',
      timeNote: 'Waiting for less than a minute (business hours)',
    });
  });

  it('says until when it is snoozed, and that it came back', () => {
    const snoozed = inList(
      { snoozedUntil: Date.parse('2026-11-23T09:00:00Z') },
      { scope: SCOPES.snoozed, sort: 'newest' },
    );
    expect(snoozed.time).toBe('until Mon 09:00');
    expect(snoozed.label).toContain('Deborah Okonkwo, snoozed until Mon 09:00.');
    const back = row({ returnedAt: now - HOUR });
    expect(back).toMatchObject({ isReturned: true, time: '09:52' });
    expect(back.label).toContain('Deborah Okonkwo, back from snooze.');
  });

  it('says how much is left of being muted', () => {
    const muted = row({ isMuted: true, mutedUntil: now + 7 * HOUR });
    expect(muted.muteNote).toBe('Muted until Fri 20 Nov, 16:54, 7 hours left');
    expect(muted.label).toContain('Deborah Okonkwo, muted, 7 hours left.');
    expect(row({ isMuted: true, mutedUntil: null }).label).toContain('Deborah Okonkwo, muted.');
  });

  it('leads with the time of a scheduled text, unless something went wrong', () => {
    const scheduledAt = Date.parse('2026-11-20T18:00:00Z');
    const line = row({ scheduledAt, scheduledText: 'See you', lastText: 'At six?', unreadCount: 0 });
    expect(line).toMatchObject({ mark: 'scheduled', lead: { text: '18:00', tone: 'scheduled' }, text: 'See you' });
    const unread = row({ scheduledAt, scheduledText: 'See you', lastText: 'At six?', unreadCount: 1 });
    expect(unread).toMatchObject({ lead: null, text: 'At six?' });
    expect(line.label).toBe('Deborah Okonkwo. Scheduled for 18:00: See you 09:52');
    const asked = {
      scheduledAt,
      scheduledText: 'See you',
      lastText: 'At six?',
      unreadCount: 0,
      waitingSince: now - HOUR,
    };
    expect(row(asked).text).toBe('See you');
    expect(inList(asked, waiting)).toMatchObject({ lead: null, text: 'At six?' });
    expect(row({ scheduledAt, hasFailed: true, lastDirection: 'out', lastMark: 'failed' }).lead?.tone).toBe('bad');
    expect(inList({ scheduledAt, hasFailed: true }, { scope: SCOPES.scheduled, sort: 'newest' }).lead?.text).toBe(
      '18:00',
    );
  });

  it('says what failed although a draft is there, where the list is about that', () => {
    const chat = { hasFailed: true, draft: 'Once more', lastDirection: 'out', lastMark: 'failed' } as const;
    expect(row(chat).lead?.tone).toBe('draft');
    expect(inList(chat, { scope: SCOPES.failed, sort: 'newest' }).lead?.text).toBe('Not delivered:');
    expect(row({ hasFailed: true, lastDirection: 'out', lastMark: 'sent' }).lead?.text).toBe('Not delivered:');
  });

  it('says which are closed where open ones stand beside them, and only there', () => {
    expect(inList({ status: 'closed' }, any)).toMatchObject({ shelf: 'closed', isClosed: true });
    expect(inList({ status: 'closed' }, any).label).toContain('Deborah Okonkwo, closed.');
    expect(inList({ status: 'closed' }, { scope: SCOPES.closed, sort: 'newest' }).shelf).toBeNull();
    expect(row({ status: 'closed' }).shelf).toBeNull();
  });
});

describe('a message to a screen reader', () => {
  const say = (message: ReturnType<typeof buildMessage>) =>
    toMessageLabel(message, toMessageViewModel(message, 'live'), { texts, formats, name: 'Deborah Okonkwo', now: at });

  it('says who, what, when and what became of it', () => {
    expect(say(buildMessage({ direction: 'out', text: 'Of course.', at, mark: 'delivered' }))).toBe(
      'You. Of course. 09:52, delivered.',
    );
    expect(say(buildMessage({ text: 'YES', at }))).toBe('Deborah Okonkwo. YES 09:52.');
  });

  it('adds where it comes from and who wrote it', () => {
    const origin = { sessionId: 5, name: 'Reminder', recipientsCount: 64 };
    const sent = { direction: 'out', text: 'Hi.', at, mark: 'delivered' } as const;
    expect(say(buildMessage({ ...sent, origin, author: 'Ruth Bell' }))).toBe(
      'You. Hi. 09:52, delivered. Reminder, sent to 64 people. Written by Ruth Bell.',
    );
    expect(say(buildMessage({ ...sent, origin: { ...origin, name: null } }))).toBe(
      'You. Hi. 09:52, delivered. Sent to 64 people.',
    );
  });

  it('names pictures and files', () => {
    const files = [
      { name: 'x', mimeType: 'image/jpeg', sizeBytes: null, mediaId: 'm' },
      { name: 'form.pdf', mimeType: 'application/pdf', sizeBytes: 1, mediaId: 'n' },
    ];
    expect(say(buildMessage({ text: '', at, files }))).toBe('Deborah Okonkwo. Picture form.pdf 09:52.');
  });
});
