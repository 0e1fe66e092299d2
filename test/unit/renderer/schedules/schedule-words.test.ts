import { expect, it } from 'vitest';
import { findFrom, toAgendaRows } from '#renderer/features/schedules/agenda-rows.ts';
import { listComingTimes, toRuleText, toWhenText } from '#renderer/features/schedules/rule-words.ts';
import {
  canCancel,
  canChange,
  canMove,
  canSendNow,
  findNearestAt,
  toAskedWords,
  toBadges,
  toCount,
  toEventDetail,
  toEventText,
  toIcon,
  toQuestion,
  toRecipientText,
  toTitle,
  toZoneText,
} from '#renderer/features/schedules/schedule-words.ts';
import { Formats } from '#renderer/lib/format.ts';
import { Translator } from '#renderer/lib/messages.ts';
import { buildSchedule } from '#test/support/fake-schedules.ts';

const texts = new Translator('en-GB');
const formats = new Formats(texts, { timeFormat: '24h', currency: 'GBP', timeZone: 'Europe/London' });
/** A Friday. */
const now = Date.parse('2026-11-20T12:00Z');
const say = { texts, formats, now };
const at = (text: string): number => Date.parse(`${text}Z`);
const london = { timeZone: 'Europe/London', overlap: 'first' } as const;

it('puts texts under the days on which they go out, near ones by their names', () => {
  const views = [
    buildSchedule({ key: 'a', state: 'asking', question: 'missed', missedAt: at('2026-11-19T09:00') }),
    buildSchedule({ key: 'b', nextAt: at('2026-11-20T14:30') }),
    buildSchedule({ key: 'c', nextAt: at('2026-11-20T18:00') }),
    buildSchedule({ key: 'd', nextAt: at('2026-11-21T00:10') }),
    buildSchedule({ key: 'e', nextAt: at('2026-11-23T09:00') }),
    buildSchedule({ key: 'f', nextAt: at('2027-01-04T09:00') }),
    buildSchedule({ key: 'g', nextAt: null }),
  ];
  const rows = toAgendaRows(views, say).map((row) =>
    row.kind === 'day' ? `${row.title} ${row.note}`.trim() : `${String(row.index)} ${row.id}`,
  );
  expect(rows).toEqual([
    'Yesterday Thursday 19 November',
    '0 a',
    'Today Friday 20 November',
    '1 b',
    '2 c',
    'Tomorrow Saturday 21 November',
    '3 d',
    'Monday 23 November',
    '4 e',
    'Monday 4 January 2027',
    '5 f',
    'No time',
    '6 g',
  ]);
});

it('puts what is over under the day on which it was cancelled, else under the one it was for', () => {
  const over = {
    state: 'cancelled',
    nextAt: null,
    createdAt: at('2026-10-01T09:00'),
    endAt: at('2026-11-23T09:00'),
  } as const;
  const rows = toAgendaRows([buildSchedule({ ...over, overAt: at('2026-11-19T09:00') }), buildSchedule(over)], say);
  expect(rows.flatMap((row) => (row.kind === 'day' ? row.title : []))).toEqual(['Yesterday', 'Monday']);
});

it('names who gets it by name, number, lists or how many', () => {
  const one = buildSchedule();
  const nameless = buildSchedule({ recipients: { name: '' } });
  const list = buildSchedule({ recipients: { phone: null, name: '', listNames: ['Puppy club'], count: 147 } });
  const several = buildSchedule({ recipients: { phone: null, name: '', count: 9 } });
  const unknown = buildSchedule({ recipients: { phone: null, name: '', count: null } });
  expect([one, nameless, list, several, unknown].map((view) => toTitle(view, say))).toEqual([
    ...['Deborah Okonkwo', '+44 7700 900318', 'Puppy club', '9 people', 'No recipient'],
  ]);
  expect([one, list, several].map((view) => toCount(view, say))).toEqual([null, '147 people', null]);
  expect(toRecipientText(list, say)).toBe('Puppy club, 147 people');
  expect(toRecipientText(one, say)).toBe('Deborah Okonkwo');
  expect([one, list].map(toIcon)).toEqual(['person', 'people']);
  expect(toIcon(buildSchedule({ time: { ...london, wall: '2026-11-30T10:00', rule: 'FREQ=DAILY' } }))).toBe('repeat');
});

it('says of each state what is the matter', () => {
  const say1 = (changes: Parameters<typeof buildSchedule>[0]): string =>
    toBadges(buildSchedule(changes), say)
      .map(({ text, tone }) => `${text} (${tone})`)
      .join(', ');
  expect(say1({})).toBe('');
  expect(say1({ keeper: 'computer' })).toBe('On this computer (plain)');
  expect(say1({ state: 'leaving', work: 'create' })).toBe('Waiting (plain)');
  expect(say1({ state: 'leaving', work: 'cancel' })).toBe('Cancelling (plain)');
  expect(say1({ state: 'checking', work: 'create' })).toBe('Checking (plain)');
  expect(say1({ state: 'paused' })).toBe('Paused by the service (caution)');
  expect(say1({ state: 'asking', question: 'missed', keeper: 'computer' })).toBe(
    'On this computer (plain), Missed (caution)',
  );
  expect(say1({ state: 'asking', question: 'not-made' })).toBe('Not scheduled (caution)');
  expect(say1({ state: 'refused' })).toBe('Not scheduled (danger)');
  expect(say1({ state: 'refused', work: 'change' })).toBe('Not changed (danger)');
  expect(say1({ state: 'refused', work: 'cancel' })).toBe('Not cancelled (danger)');
  expect(say1({ state: 'stopped', keeper: 'computer' })).toBe('Stopped by a reply (plain)');
});

it('asks in a sentence with two or three answers', () => {
  const missed = buildSchedule({ state: 'asking', question: 'missed', missedAt: at('2026-11-20T09:00') });
  const question = toQuestion(missed, say);
  expect(question?.text).toBe(
    'It was due at 09:00, while Switchboard wasn’t running or had no connection. Send it now?',
  );
  const dayBefore = toQuestion({ ...missed, missedAt: at('2026-11-19T09:00') }, say);
  expect(dayBefore?.text).toContain('It was due on Thu 19 Nov at 09:00, while Switchboard wasn’t running');
  expect(question?.answers.map(({ decision, label }) => `${decision}: ${label}`)).toEqual([
    'send: Send now',
    'drop: Don’t send it',
  ]);
  const recurring = { ...missed, time: { ...london, wall: '2026-11-16T09:00', rule: 'FREQ=DAILY' } };
  expect(toQuestion(recurring, say)?.answers.at(-1)?.label).toBe('Skip this time');
  const unclear = toQuestion(buildSchedule({ state: 'asking', question: 'unclear' }), say);
  expect(unclear?.text).toContain('sent twice');
  expect(unclear?.answers.map(({ decision, isMain }) => [decision, isMain])).toEqual([
    ['again', false],
    ['drop', false],
  ]);
  const perhapsSent = buildSchedule({ state: 'asking', question: 'unclear', missedAt: missed.missedAt });
  expect(toQuestion(perhapsSent, say)).toMatchObject({
    text: 'It was due at 09:00. The service no longer has it and doesn’t say whether it was sent. Check the chat before you send it again, or it may arrive twice.',
    answers: [
      { decision: 'send', label: 'Send it anyway' },
      { decision: 'drop', label: 'Don’t send it again' },
    ],
    canChange: false,
  });
  const problem = { code: 'validation', detail: 'Insufficient funds', fields: {}, at: now };
  const refused = toQuestion(buildSchedule({ state: 'refused', problem }), say);
  expect(refused).toMatchObject({
    text: 'The service didn’t accept it: Insufficient funds. The text is kept here.',
    canChange: true,
    canKeepHere: true,
  });
  const zone = { code: 'validation', detail: null, fields: { time: ['unknown-zone'] }, at: now };
  expect(toQuestion(buildSchedule({ state: 'refused', problem: zone }), say)?.text).toBe(
    'This computer doesn’t know its time zone. Choose another. The text is kept here.',
  );
  expect(toQuestion(buildSchedule({ state: 'refused', work: 'cancel', problem }), say)).toMatchObject({
    text: 'The service didn’t delete it, so it’ll still be sent. Insufficient funds.',
    answers: [{ decision: 'again' }],
    canKeepHere: false,
  });
  expect(toQuestion(buildSchedule({ state: 'refused', work: 'change', problem }), say)).toMatchObject({
    text: 'The service didn’t delete the old version, so it’ll still be sent as it was. Insufficient funds.',
    canKeepHere: false,
  });
  expect(toQuestion(buildSchedule(), say)).toBeNull();
});

it('offers only what can be done', () => {
  const time = { ...london, wall: '2026-11-30T10:00', rule: null };
  expect(canMove(buildSchedule({ time }))).toBe(true);
  expect(canMove(buildSchedule({ time: { ...time, rule: 'FREQ=DAILY' } }))).toBe(false);
  expect(canChange(buildSchedule({ recipients: { hasViews: true } }))).toBe(false);
  // A change would make one time of a repetition that the service does not tell whole.
  const vague = buildSchedule({ time: null });
  expect([canChange(vague), canMove(vague), canCancel(vague), canSendNow(vague)]).toEqual([false, false, true, true]);
  expect(canChange(buildSchedule({ state: 'leaving', work: 'cancel' }))).toBe(false);
  expect(canChange(buildSchedule({ state: 'done' }))).toBe(false);
  expect(canChange(buildSchedule({ state: 'asking', question: 'unclear' }))).toBe(false);
  expect(canCancel(buildSchedule({ state: 'asking', question: 'unclear' }))).toBe(true);
  expect(canCancel(buildSchedule({ state: 'checking', work: 'create' }))).toBe(false);
  expect(canSendNow(buildSchedule({ state: 'asking', question: 'missed' }))).toBe(false);
  expect(canSendNow(buildSchedule({ recipients: { phone: null } }))).toBe(false);
});

it('says how often in few words, and when in full', () => {
  const weekly = buildSchedule({ time: { ...london, wall: '2026-11-23T09:00', rule: 'FREQ=WEEKLY;BYDAY=MO,TU' } });
  expect(toRuleText(weekly, say)).toBe('Mon, Tue');
  expect(toWhenText(weekly, say)).toBe('Every week on Monday and Tuesday at 09:00, no end');
  const twice = buildSchedule({
    time: { ...london, wall: '2026-11-23T09:00', rule: 'FREQ=WEEKLY;INTERVAL=2;COUNT=3' },
  });
  expect(toRuleText(twice, say)).toBe('Every 2 weeks');
  const workdays = { ...london, wall: '2026-11-23T09:00', rule: 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR' };
  expect(toRuleText(buildSchedule({ time: workdays }), say)).toBe('Every weekday');
  expect(toRuleText(buildSchedule({ time: { ...london, wall: '2026-11-23T09:00', rule: null } }), say)).toBeNull();
  expect(toRuleText(buildSchedule({ summary: 'Every third Friday' }), say)).toBe('Every third Friday');
});

it('names the next times, with those on the clocks of its zone where they differ', () => {
  const time = {
    wall: '2026-11-30T10:00',
    timeZone: 'Africa/Johannesburg',
    rule: 'FREQ=MONTHLY',
    overlap: 'first',
  } as const;
  const view = buildSchedule({ time, nextAt: at('2026-11-30T08:00') });
  expect(toWhenText(view, say)).toBe('Every month on the 30th at 10:00, no end (Johannesburg)');
  const times = listComingTimes(view, 4, say).map(({ text, there }) => `${text} · ${there ?? ''}`);
  expect(times).toEqual([
    'Mon 30 Nov, 08:00 · Mon 30 Nov, 10:00 in Johannesburg',
    'Wed 30 Dec, 08:00 · Wed 30 Dec, 10:00 in Johannesburg',
    'Sat 30 Jan 2027, 08:00 · Sat 30 Jan 2027, 10:00 in Johannesburg',
    'Tue 30 Mar 2027, 09:00 · Tue 30 Mar 2027, 10:00 in Johannesburg',
  ]);
});

it('says which clocks the times are of', () => {
  expect(toZoneText('Europe/London', say)).toBe('Times in London (GMT)');
  expect(toZoneText('UTC', say)).toBe('Times in UTC');
});

it('tells what happened without words of the program', () => {
  const tell = (kind: string, detail: string): string =>
    [toEventText({ kind, detail }, say), toEventDetail({ kind, detail }, say)]
      .filter((part) => part !== null)
      .join(': ');
  expect(tell('changed', '2026-11-30T10:00')).toBe('Changed: Mon 30 Nov, 10:00');
  expect(tell('changed', 'Bring a blanket.')).toBe('Changed: Bring a blanket.');
  expect(tell('refused', 'validation')).toBe('Rejected by the service');
  expect(tell('missed', '2026-11-30T10:00 +2')).toBe('Missed its time: Mon 30 Nov, 10:00, and 2 times before that');
  expect(tell('fired', 'before-cancel')).toBe('Sent before it was cancelled');
  expect(tell('cancelled', 'elsewhere')).toBe('Deleted on the service');
  expect(tell('asked', 'again')).toBe('You tried again');
});

it('asks before all times of some are cancelled, and before one is sent now', () => {
  const daily = { wall: '2026-11-20T10:00', rule: 'FREQ=DAILY', ...london };
  const [single, repeating] = [buildSchedule(), buildSchedule({ time: daily })];
  const unknown = buildSchedule({ summary: 'Every other Monday', recipients: { name: '', phone: null, count: null } });
  const ask = (kind: 'cancel' | 'send', ...views: readonly (typeof single)[]): string => {
    const asked = toAskedWords({ kind, views }, say);
    return asked === null ? '' : `${asked.title} ${asked.text} [${asked.keep}] [${asked.go}]`;
  };
  const plain = (text: string): string => text.replaceAll(/[\u2066-\u2069]/g, '');
  expect(plain(ask('cancel', repeating))).toBe(
    'Cancel the repeating text to Deborah Okonkwo? This stops all its future texts. A single date can’t be cancelled. ' +
      '[Keep them] [Cancel all future texts]',
  );
  expect(ask('cancel', unknown)).toMatch(/^Cancel this repeating text\? /);
  expect(ask('cancel', single, repeating, unknown)).toBe(
    'Cancel 3 scheduled texts? 2 of them repeat. This stops all their future texts, not just the next ones. ' +
      '[Keep them] [Cancel texts]',
  );
  expect(plain(ask('send', single))).toBe(
    'Send this text now? It’ll be sent to Deborah Okonkwo straight away. This can’t be undone. [Don’t send] [Send now]',
  );
  expect(ask('send', repeating)).toMatch(/straight away, as well as at its scheduled times\./);
  expect(ask('cancel')).toBe('');
});

it('leads to a day of the list, also where the newest come first', () => {
  const day = (text: string) => ({ from: at(`${text}T00:00`), to: at(`${text}T00:00`) + 86_400_000 });
  const coming = [buildSchedule({ nextAt: at('2026-11-20T14:30') }), buildSchedule({ nextAt: at('2026-11-23T09:00') })];
  expect(['2026-11-20', '2026-11-21', '2026-11-24'].map((one) => findFrom(coming, day(one), false))).toEqual([
    0, 1, -1,
  ]);
  const done = ['2026-11-19T10:00', '2026-11-12T10:00'].map((one) => buildSchedule({ state: 'done', overAt: at(one) }));
  expect(['2026-11-20', '2026-11-18', '2026-11-12', '2026-11-01'].map((one) => findFrom(done, day(one), true))).toEqual(
    [0, 1, 1, -1],
  );
});

it('finds the text nearest to days without any: the next one, of what is over the last one', () => {
  const period = { from: 100, to: 200 };
  const coming = (...times: readonly (number | null)[]) => times.map((nextAt) => buildSchedule({ nextAt }));
  const over = (...times: readonly number[]) => times.map((overAt) => buildSchedule({ state: 'done', overAt }));
  expect(findNearestAt(coming(10, 50, 210, 300), period)).toBe(210);
  expect(findNearestAt(coming(10, 50), period)).toBe(50);
  expect(findNearestAt(over(300, 210, 50, 10), period)).toBe(50);
  expect(findNearestAt(over(300, 210), period)).toBe(210);
  expect(findNearestAt(coming(null, 150), period)).toBeNull();
  expect(findNearestAt([], period)).toBeNull();
});
