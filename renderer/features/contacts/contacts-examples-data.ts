/** Made-up contacts for the gallery. */
import type { ContactRow } from '#shared/contract/index.ts';
import { NOW } from '#renderer/gallery/statuses.ts';

const PET = [{ id: 1, value: 'Biscuit' }];
const USUAL: ContactRow = {
  id: 1,
  contactId: 1,
  phone: '447700900317',
  name: 'Adaeze Okonkwo',
  email: 'adaeze@mail.example',
  company: '',
  country: 'GB',
  phoneType: 'mobile',
  avatarId: null,
  isBlocked: false,
  isUnsubscribed: false,
  unsubscribedAt: null,
  isFavorite: false,
  isReadOnly: false,
  fields: PET,
  lists: [
    { id: 1, name: 'Reminders, dogs' },
    { id: 2, name: 'Dental clients' },
  ],
  lastTextAt: NOW,
  hasLastTextFailed: false,
  isWaiting: false,
};

const OTHERS: readonly Partial<ContactRow>[] = [
  {},
  { name: 'Gareth Pugh', isUnsubscribed: true, lists: [{ id: 1, name: 'Reminders, dogs' }] },
  { name: 'Penhallow Farm Office', phoneType: 'landline', fields: [{ id: 1, value: 'Six collies' }] },
  { name: 'Tom Abara', hasLastTextFailed: true },
  { name: 'مريم الخطيب', fields: [{ id: 1, value: 'لولو' }], isWaiting: true },
  { name: 'Priya Raghunathan', isBlocked: true },
  { name: 'Wilhelmina Featherstonehaugh-Cholmondeley', isReadOnly: true },
  { name: '', lastTextAt: null },
];

export const contactRows: readonly ContactRow[] = OTHERS.map((changes, index) => ({
  ...USUAL,
  ...{ id: index + 1, contactId: index + 1, phone: String(447_700_900_317 + index) },
  ...changes,
}));
