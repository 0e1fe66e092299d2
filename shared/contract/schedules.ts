/** Texts that go out at a time to come, once or again and again, kept by the service or by this computer. */
import * as v from 'valibot';
import {
  chatId,
  instant,
  instantInput,
  moneySchema,
  nothing,
  OPEN_ERRORS,
  phone,
  phoneInput,
  problemViewSchema,
  requestId,
  SERVICE_ERRORS,
} from './common.ts';

/** `own:…` or `service:…` (`toScheduleKey`). The key of a schedule that this computer made stays when it is changed. */
export const scheduleKey = v.pipe(v.string(), v.minLength(1), v.maxLength(64));

/** See `ScheduleTime` in `shared/domain/scheduling`. */
export const scheduleTimeSchema = v.object({
  wall: v.pipe(v.string(), v.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/)),
  timeZone: v.pipe(v.string(), v.minLength(1), v.maxLength(64)),
  rule: v.nullable(v.pipe(v.string(), v.minLength(1), v.maxLength(400))),
  overlap: v.picklist(['first', 'second']),
});

export const scheduleViewSchema = v.object({
  key: scheduleKey,
  keeper: v.picklist(['service', 'computer']),
  /**
   * `leaving`: the work on it (`work`) waits or is under way · `checking`: an answer got lost, and it is looked for · `coming`:
   * waits for its time · `paused`: the service has stopped it · `asking`: the user decides (`question`) · `refused` (`problem`) ·
   * `done` · `stopped`: the person replied · `cancelled` · `dropped`: a missed time that the user gave up.
   */
  state: v.picklist([
    'leaving',
    'checking',
    'coming',
    'paused',
    'asking',
    'refused',
    'done',
    'stopped',
    'cancelled',
    'dropped',
  ]),
  /**
   * Null: nothing is under way at the service. Of a refused one: what did not come about because the service keeps the one that
   * was to go, which goes out as it was.
   */
  work: v.nullable(v.picklist(['create', 'change', 'cancel', 'send-now'])),
  question: v.nullable(v.picklist(['missed', 'passed', 'not-made', 'unclear'])),
  /** The time that the question is about. */
  missedAt: v.nullable(instant),
  /** Why it waits or is refused. */
  problem: v.nullable(problemViewSchema),
  /** Can still be taken back; null: not any more. */
  undoableUntil: v.nullable(instant),
  text: v.string(),
  /** The text, for one person with what is known of them in place of fields. */
  filledText: v.string(),
  from: v.nullable(v.string()),
  recipients: v.object({
    phones: v.array(phone),
    contactIds: v.array(v.number()),
    listIds: v.array(v.number()),
    listNames: v.array(v.string()),
    /** Of the service's own views of contacts, which only its own pages can make: changing it would lose their people. */
    hasViews: v.boolean(),
    /** Null: not known. */
    count: v.nullable(v.number()),
    /** Of its one person; '' where there are several, or no name. */
    name: v.string(),
    /** Number of its one person; null: several. */
    phone: v.nullable(phone),
    chatId: v.nullable(chatId),
    contactId: v.nullable(v.number()),
  }),
  /** Null: the service did not say enough to know. */
  time: v.nullable(scheduleTimeSchema),
  /** In the service's own words, where it has some; ''. */
  summary: v.string(),
  /** When it goes out next; null: never again, or not known. */
  nextAt: v.nullable(instant),
  lastAt: v.nullable(instant),
  /** The last time of all; null: without end, or not known. */
  endAt: v.nullable(instant),
  /** Of what is over, its place in `done`: when it went out last, or when it was cancelled or ended otherwise; null: not known. */
  overAt: v.nullable(instant),
  endsOnReply: v.boolean(),
  quietReason: v.nullable(v.string()),
  /** Of one time, in account money. */
  price: v.nullable(moneySchema),
  parts: v.nullable(v.number()),
  createdAt: v.nullable(instant),
});
export type ScheduleView = v.InferOutput<typeof scheduleViewSchema>;
export type ScheduleState = ScheduleView['state'];
export type ScheduleQuestion = NonNullable<ScheduleView['question']>;

/** `attention`: those that ask, are refused or paused; they are among `upcoming` too. `done`: all that is over. */
export const scheduleScopeSchema = v.picklist(['upcoming', 'recurring', 'attention', 'done']);
export type ScheduleScope = v.InferOutput<typeof scheduleScopeSchema>;

const scheduledText = v.pipe(v.string(), v.maxLength(5_000));

/** What the user decides about a scheduled text. */
const choices = {
  text: scheduledText,
  from: v.nullable(v.string()),
  keeper: v.picklist(['service', 'computer']),
  time: scheduleTimeSchema,
  /** Only where this computer keeps it. */
  endsOnReply: v.boolean(),
  /** Why it may go out within the recipient's quiet hours; null: it must not. */
  quietReason: v.nullable(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200))),
};

export const scheduleRequests = {
  /** What the choice of a time needs to know. `phone` null: no recipient yet. */
  'schedules.options': {
    input: v.object({ phone: v.nullable(phoneInput) }),
    output: v.object({
      /** IANA name; null: not known. */
      accountTimeZone: v.nullable(v.string()),
      /** Zones that the service takes; null: it did not say. */
      serviceTimeZones: v.nullable(v.array(v.string())),
      /** Whether the service keeps schedules. */
      hasServiceSchedules: v.boolean(),
      /** ISO 3166 alpha-2 of the number, and the zones of that country; null: not known. */
      recipient: v.nullable(v.object({ country: v.string(), timeZones: v.array(v.string()), name: v.string() })),
      /** The time and zone that were chosen last; null: none yet. */
      lastTime: v.nullable(scheduleTimeSchema),
      /** Of one part to this number; null: not known. */
      partPrice: v.nullable(moneySchema),
    }),
    errors: [...OPEN_ERRORS],
  },
  /**
   * Keeps a text for its time. On disk when it is answered; at the service a little later (`leaving`), in the order in which
   * they were made. `validation`: `time` (`past`: or under a minute ahead, `unknown-zone`, `bad-rule`, `no-times`, `quiet`: needs a
   * reason), `text` (`empty`, `too-long`), `phone` (as `sends.create`), `keeper` (`not-here`: the service keeps no schedules),
   * `requestId` (`used`). `undoId` takes it back while it waits here, as with `schedules.cancel`; its text is not put back into
   * the draft.
   */
  'schedules.create': {
    input: v.object({ requestId, phone: phoneInput, ...choices, account: v.optional(v.string()) }),
    output: v.object({ key: scheduleKey, chatId, undoId: v.nullable(v.string()) }),
    errors: ['validation', ...OPEN_ERRORS],
  },
  /**
   * Changes one that is still to come. At the service the old one is deleted first and the new one made after; what comes in
   * between is asked. `validation` as above, and `schedule` (`over`: it has gone out, or is under way; `views`: it goes to
   * people that only the service's own pages can choose). `undoId` as above: it is as it was before.
   */
  'schedules.change': {
    input: v.object({ requestId, key: scheduleKey, ...choices }),
    output: v.object({ key: scheduleKey, undoId: v.nullable(v.string()) }),
    errors: ['validation', 'not-found', ...OPEN_ERRORS],
  },
  /** They go out no more. `undoId` takes it back while it waits here (`schedules.undo`); null: nothing to take back. */
  'schedules.cancel': {
    input: v.object({ requestId, keys: v.pipe(v.array(scheduleKey), v.minLength(1), v.maxLength(500)) }),
    output: v.object({ count: v.number(), undoId: v.nullable(v.string()) }),
    errors: ['not-found', ...OPEN_ERRORS],
  },
  /** False: too late, it is at the service by now. */
  'schedules.undo': {
    input: v.object({ requestId, undoId: v.string() }),
    output: v.object({ isUndone: v.boolean() }),
    errors: ['not-found', ...OPEN_ERRORS],
  },
  /** One of it leaves now. A recurring one goes on; a single one is over. At the service a single one is deleted first. */
  'schedules.sendNow': {
    input: v.object({ requestId, key: scheduleKey }),
    output: nothing,
    errors: ['validation', 'not-found', ...OPEN_ERRORS],
  },
  /**
   * Answers its question. `send`: the time that it is about leaves now · `drop`: it is given up; a recurring one goes on · `again`:
   * the creation is made once more (`not-made`, `unclear`; the user has seen that it may double), or tried again after a refusal.
   */
  'schedules.decide': {
    input: v.object({ requestId, key: scheduleKey, decision: v.picklist(['send', 'drop', 'again']) }),
    output: nothing,
    errors: ['validation', 'not-found', ...OPEN_ERRORS],
  },

  /** Those of a scope by their next time, of `done` the newest first. `query`: words of the text, names or digits. */
  'schedules.list': {
    input: v.object({
      scope: scheduleScopeSchema,
      query: v.pipe(v.string(), v.maxLength(200)),
      limit: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(200)),
      /** Of the answer before; null: from the beginning. */
      cursor: v.nullable(v.pipe(v.string(), v.maxLength(100))),
    }),
    output: v.object({
      items: v.array(scheduleViewSchema),
      cursor: v.nullable(v.string()),
      total: v.number(),
    }),
    errors: [...OPEN_ERRORS],
  },
  'schedules.counts': {
    input: nothing,
    output: v.object({
      upcoming: v.number(),
      recurring: v.number(),
      attention: v.number(),
      done: v.number(),
      /** Texts that go out within the next seven days, all times of recurring ones, and what of them is charged already. */
      weekTexts: v.number(),
      weekCharged: v.nullable(moneySchema),
    }),
    errors: [...OPEN_ERRORS],
  },
  /**
   * Every time between two instants of those of a scope, also those of recurring ones; of `done`, when each was over. At most
   * 5,000, earliest first.
   */
  'schedules.calendar': {
    input: v.object({ scope: scheduleScopeSchema, from: instantInput, to: instantInput }),
    output: v.object({
      items: v.array(
        v.object({
          key: scheduleKey,
          at: instant,
          /** Name of the person or the lists; '' where only the number is known. */
          name: v.string(),
          phone: v.nullable(phone),
          /** The beginning of it, at most 120 characters. */
          text: v.string(),
          keeper: v.picklist(['service', 'computer']),
          isRecurring: v.boolean(),
          /** Kept here and single: can be moved to another day. */
          state: scheduleViewSchema.entries.state,
        }),
      ),
      isCut: v.boolean(),
    }),
    errors: [...OPEN_ERRORS],
  },
  'schedules.get': {
    input: v.object({ key: scheduleKey }),
    output: v.object({
      schedule: scheduleViewSchema,
      /** What happened to it, newest first; of others' schedules nothing is known. */
      events: v.array(v.object({ at: instant, kind: v.string(), detail: v.string() })),
      /** Its last time: how many texts have which delivery status (the service's letters). */
      lastTime: v.nullable(v.object({ at: instant, letters: v.record(v.string(), v.number()) })),
    }),
    errors: ['not-found', ...OPEN_ERRORS],
  },
  /** Those to one number that are not over, by their next time; at most 50. */
  'schedules.ofChat': {
    input: v.object({ phone: phoneInput }),
    output: v.object({ items: v.array(scheduleViewSchema) }),
    errors: [...OPEN_ERRORS],
  },
  /** Asks the service for its schedules now. */
  'schedules.refresh': { input: nothing, output: nothing, errors: [...OPEN_ERRORS, ...SERVICE_ERRORS] },
} as const;
