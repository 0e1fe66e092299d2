import { describe, expect, it } from 'vitest';
import { Formats } from '#renderer/lib/format.ts';
import { toCopyLines, toForwardText, toPlainText, findFileType } from '#renderer/features/thread/message-text.ts';
import { toDetails } from '#renderer/features/thread/message-details.svelte.ts';
import { toArrivalText, toMessageViewModel, toMessageMenu } from '#renderer/features/thread/message-view-model.ts';
import { isAtBottom, isStillFollowing } from '#renderer/features/thread/thread-scroll.svelte.ts';
import { findHeaderField } from '#renderer/lib/chat-title.ts';
import { Translator } from '#renderer/lib/messages.ts';
import { buildFile, buildMessage, buildSend } from '#test/support/fake-bridge.ts';
import { buildDetails } from '#test/support/fake-thread.ts';

const texts = new Translator('en-GB');
const formats = new Formats(texts, { timeFormat: '24h', currency: 'GBP', timeZone: 'UTC' });
const at = Date.UTC(2026, 10, 20, 9, 52);
const context = { texts, formats, name: 'Deborah Okonkwo', ownName: 'Northgate' };
const ours = (changes: Parameters<typeof buildMessage>[0]) =>
  buildMessage({ key: 'out:1', direction: 'out', ...changes });
const actsOf = (message: ReturnType<typeof buildMessage>) =>
  toMessageMenu(message, toMessageViewModel(message, 'live'), { selected: '', link: null, isChecked: false }).actions;

describe('messages as text', () => {
  it('carry date with its year, time and name, one line for each in their order', () => {
    const messages = [
      buildMessage({ text: 'Can he have his breakfast?', at }),
      ours({ text: 'Just water.', at: at + 60_000 }),
    ];
    expect(toCopyLines(messages, context)).toBe(
      '[20 Nov 2026, 09:52] Deborah Okonkwo: Can he have his breakfast?\n[20 Nov 2026, 09:53] Northgate: Just water.',
    );
  });

  it('name the files of one without words', () => {
    expect(
      toPlainText(buildMessage({ text: '', files: [{ ...buildFile({ name: 'Biscuit.jpg' }), mediaId: null }] }), texts),
    ).toBe('Biscuit.jpg');
  });

  it('are told as they arrive, a call as what it is', () => {
    const told = (changes: Parameters<typeof buildMessage>[0]) => toArrivalText(buildMessage(changes), context);
    expect(told({ text: 'On my way' })).toBe('Deborah Okonkwo: On my way');
    expect(told({ kind: 'call', text: '' })).toBe('Deborah Okonkwo called');
    expect(told({ kind: 'call', text: 'Missed call' })).toBe('Deborah Okonkwo: Missed call');
  });

  it('are forwarded as their texts below each other, without calls and notes', () => {
    const call = buildMessage({ kind: 'call', text: 'Missed call' });
    expect(toForwardText([buildMessage({ text: 'One ' }), call, buildMessage({ text: 'Two' })])).toBe('One\nTwo');
  });
});

describe('the menu of a message', () => {
  it('offers to edit and to send again what was not delivered', () => {
    expect(actsOf(ours({ mark: 'failed', letter: 'f', text: 'Hello' }))).toEqual(
      expect.arrayContaining(['edit-again', 'again', 'delete']),
    );
  });

  it('offers no deletion at the service of what has not left, and takes it out instead', () => {
    const refused = ours({ send: buildSend({ state: 'refused' }) });
    expect(actsOf(refused)).toEqual(expect.arrayContaining(['edit', 'retry']));
    expect(actsOf(refused)).not.toContain('delete');
    expect(actsOf(ours({ send: buildSend({ state: 'not-sent' }) }))).toContain('remove');
  });

  it('offers neither details nor deletion of notes and of the log', () => {
    for (const kind of ['note', 'log'] as const) {
      expect(actsOf(buildMessage({ kind, text: 'x' }))).toEqual(['copy', 'copy-with-time', 'check']);
    }
  });
});

describe('the details of a message', () => {
  const lines = (details: Parameters<typeof buildDetails>[0], message = ours({ mark: 'failed', letter: 'j', at })) =>
    Object.fromEntries(
      toDetails(message, { texts, formats, now: at, link: 'live' }, buildDetails(details)).map(({ label, value }) => [
        label,
        value,
      ]),
    );

  it('tell every change that was seen in its order, with letters that nobody knows', () => {
    const letters = [
      { letter: 'q', mark: 'queued' as const, at },
      { letter: 'z', mark: null, at: at + 60_000 },
    ];
    expect(lines({ letters })['History']).toBe('09:52  Queued (q)\n09:53  z');
  });

  it('say how many people it was sent to, and nothing of a send to one', () => {
    const session = { id: 81, text: null, recipientsCount: 64, source: null };
    expect(lines({ session })['Recipients']).toBe('64 people');
    expect(lines({ session: { ...session, recipientsCount: 1 } })['Recipients']).toBeUndefined();
  });

  it('leave reject codes as they are', () => {
    expect(lines({ rejectReason: 'ERR_17' })['Reject code']).toBe('ERR_17');
  });

  it('leave out what nobody told', () => {
    expect(Object.keys(lines({}))).not.toEqual(expect.arrayContaining(['From', 'Reference', 'Price']));
  });
});

describe('the field above a thread', () => {
  const contact = {
    ...{ id: 1, phone: '1', name: 'D', company: 'Kwikpet', email: 'd@mail.example', country: null, avatarId: null },
    ...{ isBlocked: false, isFavorite: false, isShared: false, lists: [] },
    fields: [{ id: 7, name: 'Pet', value: 'Biscuit, cockapoo' }],
  };

  it.each([
    ['company', 'Kwikpet'],
    ['email', 'd@mail.example'],
    ['field:7', 'Biscuit, cockapoo'],
    ['field:8', ''],
    ['shoe size', ''],
    [null, ''],
  ])('%s: %s', (chosen, said) => {
    expect(findHeaderField(contact, chosen)).toBe(said);
  });
});

describe('the kind of a file', () => {
  it.each([
    ['Biscuit.JPG', 'image/jpeg', 'JPG'],
    ['', 'application/pdf', 'pdf'],
    ['', 'application/x-zip', 'zip'],
    ['noname', '', ''],
  ])('%s %s: %s', (name, mimeType, type) => {
    expect(findFileType({ name, mimeType })).toBe(type);
  });
});

describe('following the newest', () => {
  const place = { offset: 1_000, viewport: 500, content: 1_500 };

  it('goes on where what is in view grew', () => {
    expect(isStillFollowing(place, { ...place, content: 2_000 })).toBe(true);
    expect(isAtBottom({ ...place, content: 2_000 })).toBe(false);
  });

  it('ends where somebody scrolled up, also while something grew', () => {
    expect(isStillFollowing(place, { ...place, offset: 800, content: 2_000 })).toBe(false);
    expect(isStillFollowing(place, { ...place, offset: 800 })).toBe(false);
  });
});
