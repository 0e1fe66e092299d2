/** Live updates and health as the gallery shows them. Everything is made up. */
import type { CallbackEventView, HealthView, LiveView, TunnelFault } from '#shared/contract/index.ts';
import { NOW } from '#renderer/gallery/statuses.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const ROOT = 'https://quiet-heron.tunnel.example';

type Place = LiveView['places'][number];

function buildPlace(direction: Place['direction'], changes: Partial<Place> = {}): Place {
  return {
    direction,
    ownUrl: `${ROOT}/switchboard/${direction}/6mzq27b3v`,
    state: 'ours',
    host: 'quiet-heron.tunnel.example',
    formerUrl: null,
    lastEventAt: NOW - 2 * MINUTE_MS,
    ...changes,
  };
}

export const liveOn: LiveView = {
  state: 'live',
  isOn: true,
  localUrl: 'http://127.0.0.1:48213',
  publicUrl: ROOT,
  choice: { kind: 'manual', publicUrl: ROOT },
  tunnel: { state: 'off', since: NOW - 3 * HOUR_MS, nextAttemptAt: null, fault: null },
  isLocalService: false,
  settings: 'there',
  places: [buildPlace('in'), buildPlace('out', { formerUrl: 'https://crm.northgate.example/hook' })],
  problem: null,
  lastTest: { at: NOW - 12 * MINUTE_MS, arrived: true, tookMs: 84 },
  pollSeconds: 60,
};
export const sharedLive: LiveView = {
  ...liveOn,
  state: 'degraded',
  places: [
    buildPlace('in', { state: 'desk', host: 'front-desk.tunnel.example' }),
    buildPlace('out', { state: 'other', host: 'crm.northgate.example' }),
  ],
  pollSeconds: 20,
};
export const brokenLive: LiveView = {
  ...liveOn,
  state: 'degraded',
  localUrl: 'http://127.0.0.1:48214',
  places: [buildPlace('in', { lastEventAt: null }), buildPlace('out', { state: 'empty', lastEventAt: null })],
  lastTest: { at: NOW - HOUR_MS, arrived: false, tookMs: null },
  pollSeconds: 20,
};
export const liveOff: LiveView = {
  ...liveOn,
  state: 'off',
  isOn: false,
  localUrl: null,
  publicUrl: null,
  choice: { kind: 'none' },
  places: [
    buildPlace('in', { ownUrl: null, state: 'unknown', host: null, lastEventAt: null }),
    buildPlace('out', { ownUrl: null, state: 'other', host: 'crm.northgate.example', lastEventAt: null }),
  ],
  lastTest: null,
  pollSeconds: 20,
};

const at = NOW - 7 * MINUTE_MS;
const server = {
  kind: 'ssh',
  host: 'server.northgate.example',
  port: 22,
  user: 'desk',
  remotePort: 8080,
  publicUrl: ROOT,
  keyFile: null,
} as const;
const program = { kind: 'command', program: 'cloudflared', commandLine: '', pattern: '' } as const;
const FAULTS: readonly (readonly [LiveView['choice'], TunnelFault['kind'], detail: string | null])[] = [
  [program, 'not-found', null],
  [program, 'not-started', 'permission denied'],
  [program, 'ended', 'context canceled'],
  [program, 'no-address', null],
  [server, 'not-reached', null],
  [server, 'host-key-unknown', 'SHA256:Jp3uV9qk2mZr7tXyB4nWc8sLd1fGh5aE0oQiTuRvYzM'],
  [server, 'host-key-changed', 'SHA256:Jp3uV9qk2mZr7tXyB4nWc8sLd1fGh5aE0oQiTuRvYzM'],
  [server, 'not-admitted', null],
  [server, 'key-unreadable', null],
  [server, 'key-encrypted', null],
  [server, 'no-agent', null],
  [server, 'forward-refused', null],
  [program, 'not-allowed', null],
  [program, 'asked-enough', null],
  [program, 'nobody-to-ask', '/usr/local/bin/cloudflared tunnel --url {url} --no-autoupdate'],
];
/** Live updates with each thing that can be wrong with a tunnel. */
export const tunnelFaults: readonly LiveView[] = FAULTS.map(([choice, kind, detail]) => ({
  ...brokenLive,
  choice,
  problem: { kind: 'tunnel', detail: null, at },
  tunnel: { state: 'waiting', since: at, nextAttemptAt: NOW + 12_000, fault: { kind, detail, at } },
}));
export const tunnelUp: LiveView = {
  ...liveOn,
  choice: program,
  tunnel: { state: 'up', since: NOW - 192 * MINUTE_MS, nextAttemptAt: null, fault: null },
};

export const tunnelAsking: LiveView = {
  ...brokenLive,
  choice: program,
  problem: null,
  tunnel: {
    ...{ state: 'asking', since: at, nextAttemptAt: null, fault: null },
    question: {
      place: 'terminal',
      commandLine: '/usr/local/bin/cloudflared tunnel --url http://127.0.0.1:48213 --no-autoupdate',
    },
  },
};

export const liveProblems: readonly NonNullable<LiveView['problem']>[] = [
  { kind: 'port-taken', detail: '48213', at },
  { kind: 'not-listening', detail: null, at },
  { kind: 'not-reached', detail: null, at },
  { kind: 'refused', detail: 'Callback URL is not reachable', at },
  { kind: 'refused', detail: null, at },
  { kind: 'missed', detail: null, at },
  { kind: 'not-restored', detail: null, at },
  { kind: 'not-restored', detail: null, hosts: ['crm.northgate.example'], at },
  { kind: 'format-unknown', detail: null, at },
];

export const callbackEvents: readonly CallbackEventView[] = (
  [
    ['in', null, 'waiting', 1],
    ['out', 'd', 'confirmed', 1],
    ['out', 'f', 'confirmed', 3],
    ['in', null, 'refuted', 12],
  ] as const
).map(([direction, letter, state, times], index) => ({
  seq: 90 - index,
  direction,
  messageId: 901_562 - index,
  letter,
  receivedAt: NOW - index * HOUR_MS * 9,
  state,
  settledAt: state === 'waiting' ? null : NOW - index * HOUR_MS * 9 + 900,
  times,
}));

const SWEEPS: readonly (readonly [task: string, agoMs: number | null, everyMs: number])[] = [
  ['chats.active', 2 * MINUTE_MS, 5 * MINUTE_MS],
  ['contacts', 12 * MINUTE_MS, 6 * HOUR_MS],
  ['account', HOUR_MS, 15 * MINUTE_MS],
  ['messages.inbound', null, 24 * HOUR_MS],
];

export const healthExample: HealthView = {
  unread: { here: 14, atService: 14, askedAt: NOW - 4 * MINUTE_MS },
  lastSyncedAt: NOW - 4_000,
  clockSkewMs: 7 * MINUTE_MS,
  chats: {
    count: 812,
    completeCount: 796,
    withGaps: [
      {
        chatId: 1,
        phone: '447700900318',
        name: 'Deborah Okonkwo',
        gaps: [5, 4, 3, 2, 1].map((index) => ({
          fromAt: NOW - (7 - index) * HOUR_MS,
          toAt: NOW - (6 - index) * HOUR_MS,
        })),
      },
      { chatId: 2, phone: '447700900318', name: '', gaps: [{ fromAt: NOW - 100 * HOUR_MS, toAt: NOW - 3 * HOUR_MS }] },
      { chatId: 3, phone: '447700900318', name: 'عيادة الشمال', gaps: [{ fromAt: null, toAt: NOW - 900 * HOUR_MS }] },
    ],
    historyFromAt: NOW - 365 * 24 * HOUR_MS,
    isWhole: false,
  },
  arrivals: {
    sinceAt: NOW - 24 * HOUR_MS,
    byCallback: { count: 1_204, medianLagMs: 640 },
    byPoll: { count: 31, medianLagMs: 9_400 },
    healedCount: 2,
    latest: [
      {
        key: 'in:31',
        letter: '',
        chatId: 1,
        phone: '447700900318',
        name: 'Deborah Okonkwo',
        happenedAt: NOW - 62_000,
        seenAt: NOW - 60_000,
        via: 'callback',
      },
      {
        key: 'out:17',
        letter: 'd',
        chatId: 1,
        phone: '447700900318',
        name: 'Deborah Okonkwo',
        happenedAt: NOW - HOUR_MS,
        seenAt: NOW - 90_000,
        via: 'poll',
      },
      {
        key: 'in:30',
        letter: '',
        chatId: null,
        phone: '447700900318',
        name: '',
        happenedAt: NOW - 40 * HOUR_MS,
        seenAt: NOW - HOUR_MS,
        via: 'poll',
      },
    ],
  },
  callbacks: { waiting: 1, confirmed: 1_203, refuted: 2 },
  sweeps: SWEEPS.map(([task, agoMs, everyMs]) => ({ task, doneAt: agoMs === null ? null : NOW - agoMs, everyMs })),
};
