import { afterEach, describe, expect, it } from 'vitest';
import type { ContractError, Reply, RequestName, SwitchboardBridge } from '#shared/contract/index.ts';
import type { QuietHours, ScheduleTime } from '#shared/domain/scheduling/schedule-time.ts';
import { RequestIds } from '#renderer/data/request-ids.ts';
import type { ScheduleStart } from '#renderer/features/schedule-picker/ask-to-save.ts';
import { ScheduleChoice, type ScheduleOptions } from '#renderer/features/schedule-picker/schedule-choice.svelte.ts';

/** Friday 20 November 2026, 09:56 in London. */
const NOW = Date.UTC(2026, 10, 20, 9, 56);
const LONDON = 'Europe/London';
const JOHANNESBURG = 'Africa/Johannesburg';

const OPTIONS: ScheduleOptions = {
  accountTimeZone: LONDON,
  serviceTimeZones: null,
  hasServiceSchedules: true,
  recipient: { country: 'ZA', timeZones: [JOHANNESBURG], name: 'Ottilie' },
  lastTime: null,
  partPrice: { amount: 0.06, currency: 'GBP' },
};
const START: ScheduleStart = {
  ...{ phone: '27825550164', text: 'Biltong’s tablet is due today.', from: null, keeper: 'service' },
  ...{ time: null, endsOnReply: false, quietReason: null, key: null },
};
const AT_NIGHT: QuietHours = { startsAt: 21 * 60, endsAt: 8 * 60 };

interface Setup {
  readonly start?: Partial<ScheduleStart>;
  readonly options?: Partial<ScheduleOptions>;
  readonly quietHours?: QuietHours | null;
  readonly replies?: readonly Reply<{ key: string; undoId: string | null; chatId: number }>[];
}

/** What main was asked beyond the options. */
interface Asked {
  readonly name: RequestName;
  readonly input: Record<string, unknown>;
}

let open: ScheduleChoice[] = [];
afterEach(() => {
  for (const choice of open) choice.dispose();
  open = [];
});

async function setUp({ start = {}, options = {}, quietHours = null, replies = [] }: Setup = {}) {
  const asked: Asked[] = [];
  const left = [...replies];
  const made = { ok: true, value: { key: 'own:a', undoId: 'undo', chatId: 4 } } as const;
  const bridge = {
    request: (name: RequestName, input: Record<string, unknown>) => {
      if (name === 'schedules.options') return Promise.resolve({ ok: true, value: { ...OPTIONS, ...options } });
      asked.push({ name, input });
      return Promise.resolve(left.shift() ?? made);
    },
    on: () => () => undefined,
    onResync: () => () => undefined,
  } as unknown as SwitchboardBridge;
  const choice = new ScheduleChoice(
    bridge,
    { ...START, ...start },
    {
      ids: new RequestIds(() => 'account'),
      now: () => NOW,
      homeTimeZone: LONDON,
      quietHours: () => quietHours,
    },
  );
  open.push(choice);
  // Main has told its options.
  await Promise.resolve();
  await new Promise((resolve) => setImmediate(resolve));
  return { choice, asked };
}

const toTime = (wall: string, timeZone = LONDON, rule: string | null = null): ScheduleTime => ({
  wall,
  timeZone,
  rule,
  overlap: 'first',
});

describe('what is offered', () => {
  it('is tomorrow morning on the clock of the number’s country', async () => {
    const { choice } = await setUp();
    expect(choice.time).toEqual(toTime('2026-11-21T09:00', JOHANNESBURG));
    expect(choice.fault).toBeNull();
  });

  it('has the service’s own name of the zone, and refuses one that the service does not take', async () => {
    const taken = ['Asia/Kolkata', LONDON];
    const recipient = { country: 'IN', timeZones: ['Asia/Calcutta'], name: '' };
    const { choice } = await setUp({ options: { recipient, serviceTimeZones: taken } });
    expect(choice.time.timeZone).toBe('Asia/Kolkata');
    expect(choice.fault).toBeNull();
    choice.chooseZone('Pacific/Auckland');
    expect(choice.fault).toEqual({ field: 'zone', kind: 'not-at-service' });
    choice.keeper = 'computer';
    expect(choice.fault).toBeNull();
  });

  it('is on this computer’s clock where the country has several', async () => {
    const timeZones = ['America/New_York', 'America/Los_Angeles'];
    const { choice } = await setUp({ options: { recipient: { country: 'US', timeZones, name: '' } } });
    expect(choice.recipientTimeZone).toBeNull();
    expect(choice.time.timeZone).toBe(LONDON);
  });

  it('keeps a time that was chosen before main told the zone', async () => {
    const before = setUp();
    const pending = open.at(-1);
    pending?.typePhrase('3 dec 14:30');
    const { choice } = await before;
    expect(choice.time.wall).toBe('2026-12-03T14:30');
  });

  it('has the last time again on its next day', async () => {
    const { choice } = await setUp({
      options: { lastTime: toTime('2026-11-02T09:30', LONDON, 'FREQ=WEEKLY;BYDAY=MO') },
    });
    const last = choice.presets.find(({ id }) => id === 'last-used');
    expect(last?.time).toEqual(toTime('2026-11-21T09:30', LONDON, 'FREQ=WEEKLY;BYDAY=SA'));
  });
});

describe('words, fields and calendar say the same', () => {
  it('words set the day, the time and the repetition', async () => {
    const { choice } = await setUp();
    choice.typePhrase('30th of every month 10am');
    expect(choice.day).toBe('2026-11-30');
    expect(choice.clock).toBe('10:00');
    expect(choice.form).toMatchObject({ unit: 'month', every: 1 });
    expect(choice.time.rule).toContain('FREQ=MONTHLY');
  });

  it('a field that changes takes the words away', async () => {
    const { choice } = await setUp();
    choice.typePhrase('tue 9am');
    choice.typeClock('10:15');
    expect(choice.phrase).toBe('');
    expect(choice.time.wall).toBe('2026-11-24T10:15');
  });

  it('the day of a month follows the calendar in the way in which it is said', async () => {
    const { choice } = await setUp({ start: { time: toTime('2026-11-30T10:00', LONDON, 'FREQ=MONTHLY;BYDAY=-1MO') } });
    choice.chooseDay('2026-12-25');
    expect(choice.time.rule).toBe('FREQ=MONTHLY;BYDAY=-1FR');
    choice.chooseMonthDay({ kind: 'last-day' });
    expect(choice.time).toMatchObject({ wall: '2026-12-31T10:00', rule: 'FREQ=MONTHLY;BYMONTHDAY=-1' });
    choice.chooseDay('2026-12-10');
    expect(choice.time.rule).toBe('FREQ=MONTHLY;BYMONTHDAY=10');
  });

  it('the day follows the weekdays, and a weekday the day', async () => {
    const { choice } = await setUp({ start: { time: toTime('2026-11-23T10:00') } });
    choice.chooseUnit('week');
    choice.toggleWeekday(3);
    choice.toggleWeekday(1);
    expect(choice.time).toMatchObject({ wall: '2026-11-25T10:00', rule: 'FREQ=WEEKLY;BYDAY=WE' });
    choice.toggleWeekday(3);
    expect(choice.time.rule).toBe('FREQ=WEEKLY;BYDAY=WE');
    choice.chooseDay('2026-11-27');
    expect(choice.time.rule).toBe('FREQ=WEEKLY;BYDAY=FR');
  });

  it('another unit keeps the number and the end', async () => {
    const { choice } = await setUp({
      start: { time: toTime('2026-11-30T10:00', LONDON, 'FREQ=DAILY;INTERVAL=2;COUNT=6') },
    });
    choice.chooseUnit('month');
    expect(choice.time.rule).toBe('FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=30;COUNT=6');
    choice.chooseEnd('until');
    choice.chooseLastDay('2027-06-30');
    expect(choice.time.rule).toBe('FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=30;UNTIL=20270630T235959');
    choice.chooseUnit(null);
    expect(choice.time.rule).toBeNull();
  });

  it('lists the next ten with the date that is skipped and the clocks that change', async () => {
    const rule = 'FREQ=MONTHLY;BYMONTHDAY=30;COUNT=10';
    const { choice } = await setUp({ start: { time: toTime('2026-11-30T10:00', JOHANNESBURG, rule) } });
    const rows = choice.coming?.rows.map((row) => (row.kind === 'text' ? row.wall.slice(0, 10) : `${row.day} skipped`));
    expect(rows).toEqual([
      ...['2026-11-30', '2026-12-30', '2027-01-30', '2027-02-30 skipped', '2027-03-30', '2027-04-30'],
      ...['2027-05-30', '2027-06-30', '2027-07-30', '2027-08-30', '2027-09-30'],
    ]);
    expect(choice.coming).toMatchObject({ total: 10, isEndless: false });
    expect(choice.coming?.change).toMatchObject({ timeZone: LONDON, minutes: 60, at: Date.UTC(2027, 2, 28, 1) });
  });

  it('keeps a rule that the fields cannot say until the user repeats otherwise', async () => {
    const rule = 'FREQ=MONTHLY;BYDAY=TU;BYSETPOS=-2';
    const { choice } = await setUp({ start: { key: 'service:7', time: toTime('2026-12-22T09:00', LONDON, rule) } });
    expect(choice.keptRule).toBe(rule);
    choice.typeClock('11:00');
    expect(choice.time).toMatchObject({ wall: '2026-12-22T11:00', rule });
    choice.chooseUnit('week');
    expect(choice.keptRule).toBeNull();
    expect(choice.time.rule).toBe('FREQ=WEEKLY;BYDAY=TU');
  });

  it('a repetition that has begun goes on with what is left of it', async () => {
    const rule = 'FREQ=WEEKLY;BYDAY=MO;COUNT=5';
    const { choice } = await setUp({ start: { key: 'own:a', time: toTime('2026-11-09T09:00', LONDON, rule) } });
    expect(choice.time).toMatchObject({ wall: '2026-11-23T09:00', rule: 'FREQ=WEEKLY;BYDAY=MO;COUNT=3' });
    expect(choice.fault).toBeNull();
  });
});

describe('faults', () => {
  it.each([
    ['an empty text', (choice: ScheduleChoice) => (choice.text = ' '), { field: 'text', kind: 'empty' }],
    [
      'a text of seven parts',
      (choice: ScheduleChoice) => (choice.text = 'x'.repeat(919)),
      { field: 'text', kind: 'too-long' },
    ],
    [
      'words that say no time',
      (choice: ScheduleChoice) => choice.typePhrase('soonish'),
      { field: 'phrase', kind: 'not-understood' },
    ],
    ['no time of the day', (choice: ScheduleChoice) => choice.typeClock('25:00'), { field: 'clock', kind: 'no-clock' }],
    [
      'a zone that is not known',
      (choice: ScheduleChoice) => choice.chooseZone('Mars/Olympus'),
      { field: 'zone', kind: 'unknown-zone' },
    ],
    [
      'no number of units',
      (choice: ScheduleChoice) => {
        choice.chooseUnit('day');
        choice.typeEvery('0');
      },
      { field: 'every', kind: 'bad-number' },
    ],
    [
      'no number of texts',
      (choice: ScheduleChoice) => {
        choice.chooseUnit('day');
        choice.chooseEnd('count');
        choice.typeCount('');
      },
      { field: 'ends', kind: 'bad-number' },
    ],
    [
      'an end before the beginning',
      (choice: ScheduleChoice) => {
        choice.chooseUnit('day');
        choice.chooseEnd('until');
        choice.chooseLastDay('2026-11-20');
      },
      { field: 'ends', kind: 'ends-before' },
    ],
    [
      'no last day',
      (choice: ScheduleChoice) => {
        choice.chooseUnit('day');
        choice.chooseEnd('until');
        choice.chooseLastDay('');
      },
      { field: 'ends', kind: 'no-last-day' },
    ],
  ])('%s is one, and nothing leaves', async (_, act, fault) => {
    const { choice, asked } = await setUp({ start: { time: toTime('2026-11-25T10:00') } });
    act(choice);
    expect(await choice.save()).toEqual({ kind: 'fault', fault });
    expect(asked).toEqual([]);
  });

  it('less than a minute ahead is past', async () => {
    const { choice } = await setUp({ start: { time: toTime('2026-11-20T09:56') } });
    expect(choice.fault).toEqual({ field: 'clock', kind: 'past' });
    choice.typeClock('09:57');
    expect(choice.fault).toBeNull();
  });

  it('of two the one that stands higher is first', async () => {
    const { choice } = await setUp({ start: { time: toTime('2026-11-20T09:00') } });
    choice.typePhrase('whenever');
    expect(choice.fault?.field).toBe('phrase');
    choice.typePhrase('');
    expect(choice.fault?.kind).toBe('past');
  });
});

describe('quiet hours', () => {
  const sydney = { recipient: { country: 'AU', timeZones: ['Australia/Sydney'], name: '' } };

  it('a time in them needs a reason, or moves to where they end', async () => {
    const { choice } = await setUp({
      ...{ options: sydney, quietHours: AT_NIGHT },
      start: { time: toTime('2026-11-23T16:10') },
    });
    expect(choice.clash).toMatchObject({ wall: '2026-11-24T03:10', timeZone: 'Australia/Sydney', isFirst: true });
    expect(choice.fault).toEqual({ field: 'quiet', kind: 'quiet' });
    choice.quietReason = '  ';
    expect(choice.fault).toEqual({ field: 'reason', kind: 'no-reason' });
    choice.quietReason = ' She asked for it ';
    expect(choice.fault).toBeNull();
    expect(choice.toChoices().quietReason).toBe('She asked for it');
    choice.moveOutOfQuiet();
    expect(choice.time.wall).toBe('2026-11-23T21:00');
    expect(choice.clash).toBeNull();
    expect(choice.toChoices().quietReason).toBeNull();
  });

  it('count in every zone of the country', async () => {
    const timeZones = ['America/New_York', 'America/Los_Angeles'];
    const { choice } = await setUp({
      ...{ options: { recipient: { country: 'US', timeZones, name: '' } }, quietHours: AT_NIGHT },
      start: { time: toTime('2026-11-23T14:00') },
    });
    expect(choice.clash).toMatchObject({ timeZone: 'America/Los_Angeles', wall: '2026-11-23T06:00' });
    choice.moveOutOfQuiet();
    expect(choice.time.wall).toBe('2026-11-23T16:00');
  });

  it('a later text of a repetition moves the time of the day', async () => {
    // 13:00 of UTC is 09:00 in New York until its clocks go back on 7 November, and 08:00 from then on.
    const { choice } = await setUp({
      options: { recipient: { country: 'US', timeZones: ['America/New_York'], name: '' } },
      quietHours: { startsAt: 21 * 60, endsAt: 9 * 60 },
      start: { time: toTime('2027-10-22T13:00', 'UTC', 'FREQ=WEEKLY;BYDAY=FR;COUNT=6') },
    });
    expect(choice.clash).toMatchObject({ isFirst: false, wall: '2027-11-12T08:00' });
    choice.moveOutOfQuiet();
    expect(choice.time).toMatchObject({ wall: '2027-10-22T14:00', rule: 'FREQ=WEEKLY;BYDAY=FR;COUNT=6' });
    expect(choice.clash).toBeNull();
  });
});

describe('who keeps it', () => {
  it('stopping on a reply is for this computer, which chooses it', async () => {
    const { choice } = await setUp();
    choice.endsOnReply = true;
    expect(choice.toChoices()).toMatchObject({ keeper: 'computer', endsOnReply: true });
    choice.keeper = 'service';
    expect(choice.toChoices()).toMatchObject({ keeper: 'service', endsOnReply: false });
  });

  it('is this computer where the service keeps no schedules', async () => {
    const { choice } = await setUp({ options: { hasServiceSchedules: false } });
    expect(choice.isServiceAbsent).toBe(true);
    expect(choice.toChoices().keeper).toBe('computer');
  });
});

describe('saving', () => {
  it('schedules the text with all that was chosen', async () => {
    const { choice, asked } = await setUp({ start: { account: 'acme' } });
    choice.typePhrase('tue 9am');
    const outcome = await choice.save();
    expect(outcome).toMatchObject({ kind: 'saved', key: 'own:a', chatId: 4, undoId: 'undo' });
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject({
      name: 'schedules.create',
      input: {
        account: 'acme',
        phone: '27825550164',
        text: 'Biltong’s tablet is due today.',
        keeper: 'service',
        time: toTime('2026-11-24T09:00', JOHANNESBURG),
      },
    });
  });

  it('asks again under the same id after a lost answer, with everything as it was chosen', async () => {
    const lost: ContractError = { code: 'disconnected', detail: null, fields: {}, retryAfterMs: null };
    const { choice, asked } = await setUp({ replies: [{ ok: false, error: lost }] });
    choice.typePhrase('tue 9am');
    expect(await choice.save()).toEqual({ kind: 'failed', problem: lost });
    expect(choice.phrase).toBe('tue 9am');
    expect(choice.isSaving).toBe(false);
    expect(await choice.save()).toMatchObject({ kind: 'saved' });
    expect(asked[0]?.input).toEqual(asked[1]?.input);
  });

  it('changes the one that it began with', async () => {
    const { choice, asked } = await setUp({ start: { key: 'service:7', time: toTime('2026-12-01T09:00') } });
    choice.chooseDay('2026-12-02');
    expect(await choice.save()).toMatchObject({ kind: 'saved', key: 'own:a' });
    expect(asked[0]).toMatchObject({
      name: 'schedules.change',
      input: { key: 'service:7', time: toTime('2026-12-02T09:00') },
    });
  });
});

describe('clock changes', () => {
  it('an hour that does not exist goes out as much later as the clocks jump', async () => {
    const { choice } = await setUp({ start: { time: toTime('2027-03-28T01:30') } });
    expect(choice.resolved).toMatchObject({ kind: 'gap', shiftedWall: '2027-03-28T02:30' });
  });

  it('of an hour that comes twice one is chosen', async () => {
    const { choice } = await setUp({ start: { time: toTime('2027-10-31T01:30') } });
    expect(choice.resolved).toMatchObject({ kind: 'overlap', at: Date.UTC(2027, 9, 31, 0, 30) });
    choice.chooseOverlap('second');
    expect(choice.resolved).toMatchObject({ at: Date.UTC(2027, 9, 31, 1, 30) });
    expect(choice.toChoices().time.overlap).toBe('second');
    choice.chooseDay('2027-11-01');
    expect(choice.resolved?.kind).toBe('exact');
  });
});
