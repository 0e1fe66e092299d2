/** Made-up templates for the gallery. */
import type { PickerRow } from './picker-rows.ts';
import type { TemplateRow } from './templates-screen.svelte.ts';
import type { Measure, PreviewPerson } from './text-counts.svelte.ts';

const LONG = 'Aftercare for dogs and cats after dentistry under general anaesthesia, second week';

const buildRow = (changes: Partial<TemplateRow>): TemplateRow => ({
  ...{ key: 'service:1', keeper: 'service', name: 'Visit reminder', shortcut: 'visit', fallbacks: {} },
  content: 'Hi {First name}, {Pet} is booked for {Visit}. Reply YES to confirm',
  isUnsaved: false,
  ...changes,
});

export const templates: readonly TemplateRow[] = [
  buildRow({}),
  buildRow({ key: 'service:2', name: LONG, shortcut: 'aftercare-second-week-dental' }),
  buildRow({ key: 'own:3', keeper: 'computer', name: 'تذكير بالموعد', shortcut: 'ar', content: 'موعد {Pet} غداً' }),
  buildRow({ key: 'own:4', keeper: 'computer', name: '', shortcut: '', content: 'We are running', isUnsaved: true }),
];

export const templateRows: readonly PickerRow[] = templates
  .filter(({ isUnsaved }) => !isUnsaved)
  .map(({ key, name, content, shortcut }) => ({
    ...{ id: key, title: name, note: content, isCode: true },
    value: `/${shortcut}`,
  }));

export const fieldRows: readonly PickerRow[] = [
  { id: 'Pet', title: 'Pet', note: '4,610 of 4,812 have one', value: 'Biscuit', isCode: false },
  { id: 'Phone', title: 'Phone', note: 'everyone', value: '+44 7700 900318', isCode: false },
  { id: 'Payment plan', title: 'Payment plan', note: '212 of 4,812 have one', value: '—', isCode: false },
];

export const measure: Measure = {
  contactsCount: 4_812,
  shortest: 118,
  longest: 162,
  partsCounts: [
    { parts: 1, peopleCount: 4_716 },
    { parts: 2, peopleCount: 96 },
  ],
  empty: [
    { field: 'First name', peopleCount: 202, isKnown: true },
    { field: 'Pet', peopleCount: 202, isKnown: true },
    { field: 'Visit', peopleCount: 4_748, isKnown: true },
    { field: 'Day', peopleCount: 4_812, isKnown: false },
  ],
  partPrice: { amount: 0.038, currency: 'GBP' },
};

const text = (words: string) => ({ kind: 'text', text: words, field: '' }) as const;

export const people: readonly PreviewPerson[] = [
  {
    ...{ contactId: 1, name: 'Deborah Okonkwo', phone: '447700900318', length: 126, parts: 1 },
    ...{ isUnicode: false, isLongest: false },
    pieces: [
      text('Hi '),
      { kind: 'value', text: 'Deborah', field: 'First name' },
      text(', '),
      { kind: 'value', text: 'Biscuit', field: 'Pet' },
      text(' is booked.'),
    ],
  },
  {
    ...{ contactId: 2, name: 'Penhallow Farm Office', phone: '447700900319', length: 130, parts: 1 },
    ...{ isUnicode: false, isLongest: false },
    pieces: [
      text('Hi '),
      { kind: 'fallback', text: 'there', field: 'First name' },
      text(', '),
      { kind: 'missing', text: '{Visit}', field: 'Visit' },
      text(' is booked.'),
    ],
  },
  {
    ...{ contactId: 3, name: 'مريم الخطيب', phone: '447700900320', length: 162, parts: 3 },
    ...{ isUnicode: true, isLongest: true },
    pieces: [text('موعد '), { kind: 'value', text: 'Biscuit', field: 'Pet' }, text(' غداً')],
  },
];
