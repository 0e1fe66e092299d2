import type { SessionView } from '#shared/contract/index.ts';

/** Before anybody signed in. */
export const signedOut: SessionView = {
  state: 'signed-out',
  isDemo: false,
  baseUrl: null,
  webUrl: null,
  username: null,
  account: null,
  keyring: 'absent',
  isKeyKept: false,
  isKeyMissing: false,
  accounts: [],
  absentFeatures: [],
  notices: [],
};

/** A session with everything known of its account. */
export const signedIn: SessionView = {
  ...signedOut,
  state: 'signed-in',
  baseUrl: 'https://rest.example.com',
  webUrl: 'https://example.com',
  username: 'northgate-vets',
  account: {
    username: 'northgate-vets',
    displayName: 'Ruth Adeyemi',
    firstName: 'Ruth',
    lastName: 'Adeyemi',
    company: 'Northgate Vets',
    email: 'ruth@mail.example',
    phone: '447700900002',
    country: 'GB',
    balance: { amount: 42.3, currency: 'GBP' },
    timeZone: 'Europe/London',
    timeFormat: '24h',
    role: 'parent',
    avatarId: null,
  },
};
