/** The account's lists, as they are called and what they are for. */
export interface ListSeed {
  readonly name: string;
  readonly description: string;
  readonly favorited?: boolean;
  readonly shared?: boolean;
  readonly isDefault?: boolean;
  /** A sign-up form fills it. */
  readonly service?: true;
}

export const listSeeds: readonly ListSeed[] = [
  { name: 'Dental clients', description: 'Booked or due for dental work', favorited: true },
  { name: 'Reminders, dogs', description: 'Boosters, worming and check-ups', isDefault: true },
  { name: 'Reminders, cats', description: 'Boosters, worming and check-ups' },
  { name: 'Puppy club', description: 'Tuesdays at 19:00', favorited: true },
  { name: 'Farm calls', description: '' },
  { name: 'Friday theatre', description: 'This Friday’s operations' },
  { name: 'Insurance renewals, winter', description: 'Cover ends between November and February' },
  { name: 'Blood results', description: '' },
  { name: 'Northgate group, shared', description: 'Managed by head office', shared: true },
  { name: 'Website sign-ups', description: 'From the form on our website', service: true },
];

/** Lists that invented people are on, by how likely. */
export const listChances: readonly (readonly [name: string, probability: number])[] = [
  ['Reminders, dogs', 0.55],
  ['Reminders, cats', 0.4],
  ['Dental clients', 0.12],
  ['Puppy club', 0.1],
  ['Farm calls', 0.05],
  ['Insurance renewals, winter', 0.22],
  ['Blood results', 0.04],
  ['Northgate group, shared', 0.15],
];

export const fieldNames = ['Pet', 'Insurance', 'Vet', 'Client since'] as const;

export type FieldName = (typeof fieldNames)[number];
