import { describe, expect, it } from 'vitest';
import {
  toContent,
  toSafeText,
  toTestContent,
  toUnsentContent,
  type ContentContext,
} from '#main/services/notifications/content.ts';
import { toFilesText, words } from '#main/services/notifications/words.ts';
import { DEFAULT_SETTINGS, type SettingsView } from '#shared/contract/index.ts';
import { toPhoneKey } from '#shared/domain/phones.ts';

const contextOf = (chosen: Partial<SettingsView> = {}, more: Partial<ContentContext> = {}): ContentContext => ({
  ...{ accountId: 'abc', accountTitle: 'Ada Quill', settings: { ...DEFAULT_SETTINGS, ...chosen } },
  ...{ hasReply: true, isMac: false, ...more },
});
const texts = (said: Partial<Parameters<typeof toContent>[0]> = {}): Parameters<typeof toContent>[0] => ({
  ...{ phone: toPhoneKey('447700900318'), name: 'Deborah Okonkwo', text: 'Can he have it at ten?' },
  ...{ fileTypes: [], count: 1, ...said },
});

describe('the content of a notification', () => {
  it('names sender and text, and belongs to its account', () => {
    expect(toContent(texts(), contextOf())).toEqual({
      ...{ id: 'abc/447700900318', group: { id: 'abc', title: 'Ada Quill' } },
      ...{ title: 'Deborah Okonkwo', body: 'Can he have it at ten?', isSilent: false },
      reply: { placeholder: 'Reply' },
      buttons: { read: 'Mark as read', open: 'Open to reply' },
    });
  });

  it('shows a number as people read it, and a sender with letters as it is', () => {
    expect(toContent(texts({ name: '' }), contextOf()).title).toBe('+44 7700 900318');
    expect(toContent(texts({ name: '', phone: toPhoneKey('kwikpet') }), contextOf())).toMatchObject({
      title: 'kwikpet',
      reply: null,
    });
  });

  it.each([
    ['sender', 1, 'Deborah Okonkwo', 'New text'],
    ['sender', 2, 'Deborah Okonkwo', '2 new texts'],
    ['nothing', 1, 'Switchboard', 'New text'],
    ['nothing', 3, 'Switchboard', '3 new texts'],
  ] as const)('says no more than is wanted: %s, %i', (notificationPreview, count, title, body) => {
    expect(toContent(texts({ count }), contextOf({ notificationPreview }))).toMatchObject({ title, body });
  });

  it('offers a reply where the desktop has a box, the user wants it, and who wrote is shown', () => {
    const replyOf = (context: ContentContext) => toContent(texts(), context).reply;
    expect(replyOf(contextOf({ notificationPreview: 'sender' }))).not.toBeNull();
    expect(replyOf(contextOf({ notificationPreview: 'nothing' }))).toBeNull();
    expect(replyOf(contextOf({ repliesFromNotifications: false }))).toBeNull();
    expect(replyOf(contextOf({}, { hasReply: false }))).toBeNull();
  });

  it('is silent where no sound is wanted, and writes its button as macOS does', () => {
    const content = toContent(texts(), contextOf({ notificationSound: false }, { isMac: true }));
    expect(content).toMatchObject({ isSilent: true, buttons: { read: 'Mark as Read' } });
  });

  it('says in a word what came without one', () => {
    expect(toContent(texts({ text: '  ', fileTypes: ['image/png'] }), contextOf()).body).toBe('Picture');
    expect(toFilesText(['image/png', 'image/jpeg'])).toBe('2 pictures');
    expect(toFilesText(['image/png', 'video/mp4'])).toBe('2 files');
    expect(toFilesText(['application/pdf'])).toBe('File');
    expect(toFilesText([''])).toBe('File');
    expect(toFilesText([])).toBe('No text');
  });

  it('turns no direction, holds no control character, and is not endless', () => {
    const name = 'Deb\u202eorah\nOkonkwo\u0000';
    const { title, body } = toContent(texts({ name, text: 'one\r\ntwo\u2066\u0007 👩‍👧' }), contextOf());
    expect(title).toBe('Deborah Okonkwo');
    expect(body).toBe('one\ntwo  👩‍👧');
    expect(toContent(texts({ name: '\u202e' }), contextOf()).title).toBe('+44 7700 900318');
    expect(toSafeText('👩‍👧'.repeat(9), 12)).toBe('👩‍👧👩‍👧…');
    expect(toSafeText('\ud83d', 12)).toBe('\ufffd');
    expect(toContent(texts({ text: 'x'.repeat(5_000) }), contextOf()).body).toHaveLength(400);
  });

  it('says that a reply is kept as a draft, with the name only where names are shown', () => {
    const who = { phone: toPhoneKey('447700900318'), name: 'Deborah Okonkwo' };
    expect(toUnsentContent(who, words.keptAsDraft, contextOf())).toMatchObject({
      ...{ id: 'abc/447700900318/unsent', title: 'Switchboard', reply: null, buttons: null },
      body: 'Your reply to Deborah Okonkwo wasn’t sent. We saved it as a draft.',
    });
    const { body } = toUnsentContent(who, words.keptAsDraft, contextOf({ notificationPreview: 'nothing' }));
    expect(body).toBe('Your reply wasn’t sent. We saved it as a draft.');
  });

  it('shows how new texts are shown', () => {
    const content = toTestContent(contextOf());
    expect(content).toMatchObject({ id: 'test', title: 'Switchboard', body: 'New texts will look like this' });
  });
});
