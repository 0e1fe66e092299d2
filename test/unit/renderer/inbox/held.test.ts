import { describe, expect, it } from 'vitest';
import { toSecondsLeft } from '#renderer/features/composer/composer-words.ts';
import { splitName, toFileIcon, withFilesCount } from '#renderer/lib/own-files.ts';
import { toMessageLabel, toMessageViewModel } from '#renderer/features/thread/message-view-model.ts';
import { Formats } from '#renderer/lib/format.ts';
import { Translator } from '#renderer/lib/messages.ts';
import { isReference, toWaitingLine } from '#renderer/features/settings/sending.ts';
import { buildMessage, buildSend } from '#test/support/fake-bridge.ts';

const texts = new Translator('en-GB');
const formats = new Formats(texts, { timeFormat: '24h', currency: 'GBP', timeZone: 'Europe/London' });
const NOW = Date.UTC(2026, 10, 20, 9, 52);
const held = { createdAt: NOW, dueAt: NOW + 5_000 };

describe('the seconds until a text goes out', () => {
  it('are whole, and never more than its hold or less than none', () => {
    expect(toSecondsLeft(held, NOW)).toBe(5);
    expect(toSecondsLeft(held, NOW + 1)).toBe(5);
    expect(toSecondsLeft(held, NOW + 4_001)).toBe(1);
    expect(toSecondsLeft(held, NOW - 60_000)).toBe(5);
    expect(toSecondsLeft(held, NOW + 60_000)).toBe(0);
  });

  it('are said to a screen reader with the text, for as long as it goes out by itself', () => {
    const send = buildSend({ state: 'held', ...held });
    const message = buildMessage({ direction: 'out', text: 'Yes', at: NOW, mark: 'waiting', send });
    const say = (link: 'live' | 'offline') =>
      toMessageLabel(message, toMessageViewModel(message, link), { texts, formats, name: 'Deborah', now: NOW });
    expect(say('live')).toBe('You. Yes 09:52, waiting, sends in 5 seconds.');
    expect(say('offline')).toBe('You. Yes 09:52, waiting for connection.');
  });
});

describe('a held text', () => {
  it.each([
    ['live', ['undo', 'send-now']],
    ['slowed', ['undo', 'send-now']],
    ['offline', ['undo']],
    ['keyless', ['undo']],
  ] as const)('can be taken back while the link is %s', (link, actions) => {
    const message = buildMessage({ direction: 'out', mark: 'waiting', send: buildSend({ state: 'held' }) });
    expect(toMessageViewModel(message, link).actions).toEqual(actions);
  });
});

describe('the name of a file', () => {
  it.each(['Consent form.pdf', 'a.b', '', 'x', 'نموذج الموافقة.docx', '👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦', 'no extension at all here'])(
    'is whole in its two halves: %s',
    (name) => {
      const { head, tail } = splitName(name);
      expect(head + tail).toBe(name);
    },
  );

  it('keeps its type, and cuts no letter in two', () => {
    expect(splitName('Consent, dental under GA.docx').tail).toMatch(/GA\.docx$/);
    expect(splitName('👩‍👩‍👧‍👦👩‍👩‍👧‍👦').tail).toBe('👩‍👩‍👧‍👦');
  });

  it('says what stands for it', () => {
    const names = ['a.JPG', 'a.xlsx', 'a.ppt', 'a.vcf', 'a.pdf', 'a.zip'];
    expect(names.map(toFileIcon)).toEqual(['picture', 'table', 'slides', 'person', 'text', 'other']);
  });
});

it('files are counted behind a text, and in place of one', () => {
  expect(withFilesCount('', 2, texts)).toBe('2 files');
  expect(withFilesCount('Here', 1, texts)).toBe('Here · 1 file');
  expect(withFilesCount('Here', 0, texts)).toBe('Here');
});

describe('the settings of sending', () => {
  const counts = { waiting: 0, checking: 0, stopped: 0, actions: 0, drafts: 3 };

  it.each([
    [{ waiting: 2, checking: 1 }, '2 texts waiting, 1 unconfirmed'],
    [{ waiting: 1 }, '1 text waiting'],
    [{ checking: 2 }, '2 unconfirmed texts'],
    [{ stopped: 1, actions: 2 }, '1 text not sent, 2 chat changes waiting'],
  ])('say what waits', (changes, text) => {
    expect(toWaitingLine({ ...counts, ...changes }, texts)).toEqual({ text, hasList: true });
  });

  it('offer no list of nothing', () => {
    expect(toWaitingLine(counts, texts).hasList).toBe(false);
    expect(toWaitingLine(null, texts)).toEqual({ text: 'Loading', hasList: false });
  });

  it('take a reference that every report can carry', () => {
    expect(['', 'north-desk 2', 'A_b'].every(isReference)).toBe(true);
    expect(['a/b', 'ü', 'a.b', 'x'.repeat(41)].some(isReference)).toBe(false);
  });
});
