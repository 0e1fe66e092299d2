import { describe, expect, it } from 'vitest';
import type { SendCheckView } from '#shared/contract/index.ts';
import { Formats } from '#renderer/lib/format.ts';
import { findLookNote, toEvidence } from '#renderer/features/outbox/lost-answer.ts';
import { toDetails } from '#renderer/features/thread/message-details.svelte.ts';
import { Translator } from '#renderer/lib/messages.ts';
import { buildMessage, buildSend } from '#test/support/fake-bridge.ts';

const texts = new Translator('en-GB');
const formats = new Formats(texts, { timeFormat: '24h', currency: 'GBP', timeZone: 'Europe/London' });
const now = Date.UTC(2026, 10, 20, 10, 3);
const at = (hour: number, minute: number): number => Date.UTC(2026, 10, 20, hour, minute);
const context = { texts, formats, now };

function check(changes: Partial<SendCheckView> = {}): SendCheckView {
  return {
    lostAt: at(9, 58),
    looks: 3,
    lastLookAt: at(10, 2),
    nextLookAt: at(10, 5),
    finding: 'not-there',
    readBackTo: Date.UTC(2026, 10, 19, 9, 58),
    readSends: true,
    alike: [],
    ...changes,
  };
}

describe('what is said of the last look', () => {
  const noteOf = (changes: Partial<SendCheckView>): string | null =>
    findLookNote({ text: 'On our way', check: check(changes) }, context);
  const same = { messageId: 9, at: at(9, 59), text: 'On our way' };
  const other = { messageId: 10, at: at(10, 0), text: 'On our way, Northgate Vets' };

  it.each([
    ['not-there', 'The service didn’t have it at 10:02. We’ll check again at 10:05.'],
    ['partly', 'Our check at 10:02 only covered part of what the service has. We’ll check again at 10:05.'],
    ['unreachable', 'We couldn’t reach the service to check. We’ll check again at 10:05.'],
  ] as const)('%s', (finding, said) => {
    expect(noteOf({ finding })).toBe(said);
  });

  it.each([
    ['the same words, before other texts', [other, same], 'The same text was sent to this number at 09:59.'],
    [
      'the same words but for blanks',
      [{ ...same, text: ' On  our way\n' }],
      'The same text was sent to this number at 09:59.',
    ],
    ['a similar text', [other], 'A similar text was sent to this number at 10:00.'],
  ])('is when %s went to this number', (_what, alike, said) => {
    expect(noteOf({ finding: 'alike', alike })).toBe(
      `${said} We can’t tell if that was us. We’ll check again at 10:05.`,
    );
  });

  it('is that there was none yet, and when it is', () => {
    const none = { finding: 'not-looked', looks: 0, lastLookAt: null } as const;
    expect(noteOf(none)).toBe('We haven’t checked yet. We’ll check at 10:05.');
    expect(noteOf({ ...none, nextLookAt: now })).toBe('We haven’t checked yet. We’ll check within a minute.');
  });

  it('claims no look in the past or by itself that does not come', () => {
    expect(noteOf({ nextLookAt: now - 1 })).toContain('We’ll check again within a minute.');
    expect(noteOf({ nextLookAt: null })).toContain('We won’t check again automatically.');
  });

  it('names the day where that is not today', () => {
    const yesterday = Date.UTC(2026, 10, 19, 10, 2);
    expect(noteOf({ lastLookAt: yesterday })).toContain('The service didn’t have it on Thu 19 Nov at 10:02.');
  });

  it('is nothing once it was found, or where no answer was lost', () => {
    expect(noteOf({ finding: 'found' })).toBeNull();
    expect(findLookNote({ text: 'On our way', check: null }, context)).toBeNull();
  });
});

describe('the evidence', () => {
  const linesOf = (changes: Partial<SendCheckView>): Record<string, string> =>
    Object.fromEntries(toEvidence(check(changes), context).lines.map(({ label, value }) => [label, value]));

  it('says when it was lost, how often we looked, how far back we read, and what there was', () => {
    expect(linesOf({})).toEqual({
      'No response': '09:58',
      Checked: '3 times, last at 10:02',
      'Texts on the service': 'Checked back to Thu 19 Nov, 09:58',
      'The service’s sending history': 'Checked',
      Found: 'Nothing like it',
    });
  });

  it('claims nothing that was not done', () => {
    const never = { finding: 'not-looked', looks: 0, lastLookAt: null, readBackTo: null, readSends: false } as const;
    expect(linesOf(never)).toEqual({
      'No response': '09:58',
      Checked: 'Not yet',
      'Texts on the service': 'Not checked',
      'The service’s sending history': 'Not checked',
    });
    expect(linesOf({ looks: 1 })['Checked']).toBe('Once, at 10:02');
  });

  it('names the possible matches, with their times', () => {
    const alike = [{ messageId: 9, at: at(9, 59), text: 'On our way' }];
    const evidence = toEvidence(check({ finding: 'alike', alike }), context);
    expect(evidence.alike).toEqual([{ id: 9, time: '09:59', text: 'On our way' }]);
    expect(evidence.lines.at(-1)?.value).toBe('1 possible match');
  });
});

describe('the details of a text', () => {
  const send = buildSend({ id: 'a', state: 'accepted', attempts: 1 });
  const detailsOf = (changes: Partial<SendCheckView>): Record<string, string> => {
    const message = buildMessage({ direction: 'out', mark: 'sent', send: { ...send, check: check(changes) } });
    const lines = toDetails(message, { ...context, link: 'live' });
    return Object.fromEntries(lines.map(({ label, value }) => [label, value]));
  };

  it('keep that the answer was lost and when it was found', () => {
    expect(detailsOf({ finding: 'found' })).toMatchObject({
      'No response': 'Fri 20 Nov, 09:58',
      'Found on the service': 'Fri 20 Nov, 10:02',
    });
    expect(detailsOf({ finding: 'found' })).not.toHaveProperty('Looks again');
  });

  it('say when the next look is while it is not found', () => {
    expect(detailsOf({})).toMatchObject({
      Checked: '3 times, last at 10:02',
      'Next check': 'Fri 20 Nov, 10:05',
    });
    expect(detailsOf({})).not.toHaveProperty('Found on the service');
  });
});
