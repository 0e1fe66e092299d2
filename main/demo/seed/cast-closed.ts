import type { Person } from './people.ts';

/** People whose chats are closed or deleted. */
export const castClosed: readonly Person[] = [
  {
    phone: '447700900510',
    first: 'Gwendolyn',
    last: 'Achterberg',
    pet: 'Ptolemy',
    lists: ['Reminders, cats'],
    status: 'c',
    lines: [
      { when: [19, '10:02'], who: 'us', text: 'Ptolemy’s booster is due. Reply STOP to opt out. Northgate Vets' },
      { when: [19, '10:30'], who: 'them', text: 'STOP' },
      { when: [12, '10:02'], who: 'us', text: 'Reminder: Ptolemy’s booster is due this month.', letter: 'g' },
    ],
  },
  {
    phone: '447700900572',
    first: 'Barry',
    last: 'Snell',
    blocked: true,
    status: 'c',
    lines: [
      { when: [33, '22:14'], who: 'them', text: 'ur all USELESS answer the PHONE' },
      { when: [33, '22:15'], who: 'them', text: 'HELLO???' },
    ],
  },
  {
    phone: '447700900317',
    first: 'Adaeze',
    last: 'Okonkwo',
    pet: 'Biscuit (shared)',
    lists: ['Dental clients'],
    status: 'c',
    lines: [
      {
        when: [14, '13:10'],
        who: 'us',
        text: 'Hi Adaeze, Deborah asked us to keep your number for Biscuit. Is that all right?',
      },
      { when: [14, '13:12'], who: 'them', text: 'Yes of course! I’m his favourite aunt' },
    ],
  },
  {
    phone: '447700900599',
    status: 'd',
    lines: [
      { when: [20, '03:12'], who: 'them', text: 'Congratulations!!! You have WON a cruise. Claim: win.example/c' },
    ],
  },
];
