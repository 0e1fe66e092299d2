/** The settings part of the main in memory: accounts of this computer, the stored copy, live updates, health. */
import type {
  AccountContents,
  ContractError,
  HealthView,
  LedgerEntry,
  LiveView,
  RememberedAccountView,
  RequestInput,
  RequestName,
  RequestOutput,
  ServiceNotices,
  SessionView,
  StoredCopy,
} from '#shared/contract/index.ts';
import { toLedgerHandlers } from './fake-ledger.ts';
import { signedIn } from './session-views.ts';

export interface FakeSettings {
  session: SessionView;
  copy: StoredCopy;
  /** What of one account would go; the same for all. */
  contents: Omit<AccountContents, 'accountId'>;
  live: LiveView;
  health: HealthView;
  events: RequestOutput<'live.listEvents'>;
  /** Programs that make tunnels, with their paths. */
  programs: RequestOutput<'live.listPrograms'>;
  /** Emails that the service sends; null: it has no such settings. */
  serviceNotices: ServiceNotices | null;
  /** Texts that this computer sent. */
  ledger: readonly LedgerEntry[];
}

type Handlers = { [Name in RequestName]?: (input: RequestInput<Name>) => RequestOutput<Name> | ContractError };

const missing: ContractError = { code: 'not-found', detail: null, fields: {}, retryAfterMs: null };

/** An account of this computer with nothing special about it. */
export function buildRemembered(changes: Partial<RememberedAccountView> = {}): RememberedAccountView {
  return {
    accountId: 'northgate',
    baseUrl: 'https://rest.example.com',
    username: 'northgate-vets',
    isActive: true,
    key: 'kept',
    isSignedOut: false,
    isRemovedInPart: false,
    lastOpenAt: null,
    ...changes,
  };
}

const live: LiveView = {
  state: 'off',
  isOn: false,
  localUrl: null,
  publicUrl: null,
  choice: { kind: 'none' },
  tunnel: { state: 'off', since: 0, nextAttemptAt: null, fault: null },
  isLocalService: false,
  settings: 'there',
  places: (['in', 'out'] as const).map((direction) => ({
    direction,
    ownUrl: null,
    state: 'empty' as const,
    host: null,
    formerUrl: null,
    lastEventAt: null,
  })),
  problem: null,
  lastTest: null,
  pollSeconds: 20,
};

const nobody = { count: 0, medianLagMs: null };
const health: HealthView = {
  unread: { here: 0, atService: null, askedAt: null },
  lastSyncedAt: null,
  clockSkewMs: null,
  chats: { count: 0, completeCount: 0, withGaps: [], historyFromAt: null, isWhole: false },
  arrivals: { sinceAt: 0, byCallback: nobody, byPoll: nobody, healedCount: 0, latest: [] },
  callbacks: { waiting: 0, confirmed: 0, refuted: 0 },
  sweeps: [],
};

/** A little of everything. */
export function buildSettings(): FakeSettings {
  return {
    session: { ...signedIn, accounts: [buildRemembered()] },
    copy: {
      kinds: [
        { kind: 'messages', rows: 41_206, bytes: 52_000_000 },
        { kind: 'search', rows: 41_206, bytes: 31_000_000 },
        { kind: 'chats', rows: 812, bytes: 900_000 },
        { kind: 'people', rows: 4_812, bytes: 7_400_000 },
        { kind: 'others', rows: 64, bytes: 90_000 },
        { kind: 'pictures', rows: 120, bytes: 4_600_000 },
        { kind: 'own', rows: 9, bytes: 41_000 },
      ],
      bytes: 96_031_000,
      history: { days: null, isPaused: false, isWhole: false },
    },
    contents: {
      drafts: 2,
      unsent: 1,
      actions: 0,
      ledger: 318,
      imports: 0,
      schedules: 0,
      messages: 41_206,
      bytes: 96_031_000,
    },
    live,
    health,
    events: [],
    programs: [
      { program: 'cloudflared', path: '/usr/local/bin/cloudflared' },
      { program: 'ngrok', path: null },
    ],
    serviceNotices: { isOn: false, withHistory: false, asHtml: true, emails: ['desk@northgate.example'] },
    ledger: [],
  };
}

/** Opens one of the accounts: the others are closed. */
function open(settings: FakeSettings, accountId: string): SessionView | ContractError {
  const { session } = settings;
  const chosen = session.accounts.find((account) => account.accountId === accountId);
  if (chosen === undefined) return missing;
  const { baseUrl, username } = chosen;
  const accounts = session.accounts.map((account) => ({ ...account, isActive: account === chosen }));
  const isKeyMissing = chosen.key === 'missing';
  const account = session.account === null ? null : { ...session.account, username, displayName: '', company: '' };
  settings.session = { ...session, baseUrl, username, accounts, account, isKeyMissing, isKeyKept: !isKeyMissing };
  return settings.session;
}

function remove(settings: FakeSettings, accountId: string): SessionView | ContractError {
  const { session } = settings;
  const gone = session.accounts.find((account) => account.accountId === accountId);
  if (gone === undefined) return missing;
  const accounts = session.accounts.filter((account) => account !== gone);
  const left = { ...session, accounts };
  const nobodyIn = { state: 'signed-out', baseUrl: null, webUrl: null, username: null, account: null } as const;
  settings.session = gone.isActive ? { ...left, ...nobodyIn } : left;
  return settings.session;
}

/** A service that takes addresses with a dot in their domain. */
function setServiceNotices(settings: FakeSettings, notices: ServiceNotices): ServiceNotices | ContractError {
  const wrong = notices.emails.flatMap((email, place) =>
    email === '' || /@.+\../.test(email) ? [] : [[`alertEmail${String(place + 1)}`, ['This is no valid address.']]],
  );
  if (wrong.length > 0) return { ...missing, code: 'validation', fields: Object.fromEntries(wrong) };
  settings.serviceNotices = { ...notices, emails: notices.emails.filter((email) => email !== '') };
  return settings.serviceNotices;
}

/** Answers of the requests of the settings pages. */
export function toSettingsHandlers(settings: FakeSettings): Handlers {
  return {
    ...toLedgerHandlers(() => settings.ledger),
    'accounts.open': ({ accountId }) => open(settings, accountId),
    'accounts.count': ({ accountId }) => ({ accountId, ...settings.contents }),
    'accounts.remove': ({ accountId }) => remove(settings, accountId),
    'serviceNotices.get': () => settings.serviceNotices ?? missing,
    'serviceNotices.set': (notices) => setServiceNotices(settings, notices),
    'data.get': () => settings.copy,
    'data.clearCopy': () => {
      const kinds = settings.copy.kinds.map((kind) => (kind.kind === 'own' ? kind : { ...kind, rows: 0, bytes: 0 }));
      settings.copy = { ...settings.copy, kinds, bytes: 41_000 };
      return settings.session;
    },
    'data.setHistory': (history) => {
      settings.copy = { ...settings.copy, history: { ...settings.copy.history, ...history } };
      return settings.copy;
    },
    'health.get': () => settings.health,
    'sync.checkEverything': () => ({}),
    'live.get': () => settings.live,
    'live.turnOn': ({ choice }) => {
      const publicUrl = 'publicUrl' in choice ? choice.publicUrl : null;
      settings.live = { ...settings.live, isOn: true, state: 'live', choice, publicUrl };
      return settings.live;
    },
    'live.turnOff': () => (settings.live = { ...settings.live, isOn: false, state: 'off' }),
    'live.refresh': () => settings.live,
    'live.test': () => (settings.live = { ...settings.live, lastTest: { at: Date.now(), arrived: true, tookMs: 84 } }),
    'live.listEvents': () => settings.events,
    'live.listPrograms': () => settings.programs,
    'live.trustHost': () => {
      const { tunnel } = settings.live;
      settings.live = { ...settings.live, problem: null, tunnel: { ...tunnel, state: 'starting', fault: null } };
      return settings.live;
    },
  };
}
