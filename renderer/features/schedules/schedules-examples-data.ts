/** Made-up scheduled texts for the gallery. */
import type { RequestOutput, ScheduleView } from '#shared/contract/index.ts';
import { NOW } from '#renderer/gallery/statuses.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const ONE: ScheduleView = {
  key: 'service:1',
  keeper: 'service',
  state: 'coming',
  work: null,
  question: null,
  missedAt: null,
  problem: null,
  undoableUntil: null,
  text: 'Hi Priya, Milo’s nail trim is tomorrow at 16:10.',
  filledText: 'Hi Priya, Milo’s nail trim is tomorrow at 16:10.',
  from: null,
  recipients: {
    phones: ['447700900310'],
    contactIds: [],
    listIds: [],
    listNames: [],
    hasViews: false,
    count: 1,
    name: 'Priya Raghunathan',
    phone: '447700900310',
    chatId: 1,
    contactId: 1,
  },
  time: null,
  summary: '',
  nextAt: NOW + 8 * HOUR_MS,
  lastAt: null,
  overAt: null,
  endAt: null,
  endsOnReply: false,
  quietReason: null,
  price: { amount: 0.04, currency: 'GBP' },
  parts: 1,
  createdAt: NOW - DAY_MS,
};

const MANY = {
  ...ONE.recipients,
  ...{ phones: [], phone: null, name: '', chatId: null, contactId: null },
};

function toOne(key: string, changes: Partial<ScheduleView>): ScheduleView {
  return { ...ONE, key, filledText: changes.text ?? ONE.filledText, ...changes };
}

/** One of each look, in the order of their times. */
export const scheduleViews: readonly ScheduleView[] = [
  toOne('own:missed', {
    ...{ state: 'asking', question: 'missed', keeper: 'computer' },
    ...{ missedAt: NOW - HOUR_MS, nextAt: null },
  }),
  ONE,
  toOne('own:here', {
    ...{ keeper: 'computer', endsOnReply: true, nextAt: NOW + 10 * HOUR_MS },
    recipients: { ...ONE.recipients, name: 'Oluwaseun Adebayo-Whitmore' },
  }),
  toOne('service:2', {
    recipients: { ...MANY, listNames: ['Tomorrow’s visits'], count: 64 },
    text: 'Hi {First name}, {Pet} is booked for {Visit}. Reply YES to confirm. Northgate Vets',
    time: {
      ...{ wall: '2026-11-21T09:00', timeZone: 'Europe/London', overlap: 'first' },
      rule: 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA',
    },
    nextAt: NOW + DAY_MS,
    price: { amount: 2.43, currency: 'GBP' },
  }),
  toOne('own:waiting', { state: 'leaving', work: 'create', nextAt: NOW + DAY_MS + HOUR_MS }),
  toOne('service:3', {
    state: 'paused',
    recipients: { ...MANY, listNames: ['Insurance renewals, winter'], count: 640 },
    text: 'Your cover for {Pet} ends on {Renewal date}.',
    time: { wall: '2026-11-23T10:00', timeZone: 'Europe/London', overlap: 'first', rule: 'FREQ=MONTHLY' },
    nextAt: NOW + 3 * DAY_MS,
    price: { amount: 26.88, currency: 'GBP' },
  }),
  toOne('own:refused', {
    state: 'refused',
    nextAt: NOW + 3 * DAY_MS + HOUR_MS,
    problem: { code: 'validation', detail: 'Insufficient funds', fields: {}, at: NOW },
  }),
  toOne('own:unclear', { state: 'asking', question: 'unclear', nextAt: NOW + 4 * DAY_MS }),
  toOne('service:4', {
    recipients: { ...ONE.recipients, name: 'مريم الخطيب' },
    text: 'تذكير: موعد لولو غداً الساعة 16:40.',
    nextAt: NOW + 5 * DAY_MS,
  }),
];

export const scheduleDetail: RequestOutput<'schedules.get'> = {
  schedule: scheduleViews[3] ?? ONE,
  events: [
    { at: NOW - HOUR_MS, kind: 'at-service', detail: '' },
    { at: NOW - DAY_MS, kind: 'made', detail: '' },
  ],
  lastTime: { at: NOW - DAY_MS, letters: { d: 61, f: 2, u: 1 } },
};
