/**
 * The table "who may import whom" of the architecture, written down a second time by hand. `layers.js` is
 * checked against it: an edge that is not here must be refused, an edge that is here must be allowed.
 */
export interface Layer {
  /** A file of the layer, for the examples. */
  readonly file: string;
  readonly may: readonly string[];
  readonly packages: readonly string[];
  readonly node: boolean;
}

const SHARED = ['shared/lib', 'shared/domain', 'shared/contract'] as const;
const VIEW_PACKAGES = ['svelte', 'bits-ui', '@lucide/svelte', 'virtua', '@internationalized/date'] as const;

const BELOW_APP = ['renderer/bridge', 'renderer/data', 'renderer/lib'] as const;

/** A feature of the page, with the other features that it may import. */
function feature(name: string, others: readonly string[]): readonly [string, Layer] {
  const may = [...SHARED, ...BELOW_APP, 'renderer/ui', 'renderer/app', ...others.map((other) => `features/${other}`)];
  return [
    `features/${name}`,
    { file: `renderer/features/${name}/example.ts`, may, packages: VIEW_PACKAGES, node: false },
  ];
}

const FEATURES: Readonly<Record<string, Layer>> = Object.fromEntries([
  feature('banners', []),
  feature('chat-actions', ['chat-list']),
  feature('chat-list', []),
  feature('chat-media', ['contact', 'thread']),
  feature('composer', ['banners', 'outbox', 'schedule-picker', 'templates']),
  feature('contact', []),
  feature('contacts', ['banners', 'contact']),
  feature('health', []),
  feature('importing', ['banners']),
  feature('inbox', [
    ...['banners', 'chat-actions', 'chat-list', 'chat-media', 'composer', 'contact'],
    ...['outbox', 'saved-views', 'search', 'thread'],
  ]),
  feature('keyboard', []),
  feature('ledger', ['outbox']),
  feature('live-updates', []),
  feature('outbox', []),
  feature('saved-views', ['chat-list']),
  feature('schedule-picker', ['banners', 'templates']),
  feature('schedules', ['banners', 'schedule-picker', 'templates']),
  feature('search', ['chat-actions', 'chat-list', 'settings']),
  feature('settings', ['banners', 'health', 'keyboard', 'ledger', 'live-updates']),
  feature('shell', ['banners', 'keyboard', 'outbox', 'search']),
  feature('sign-in', ['banners']),
  feature('templates', ['banners']),
  feature('thread', ['banners', 'composer', 'contact', 'outbox', 'schedules']),
]);

export const TABLE: Readonly<Record<string, Layer>> = {
  'shared/lib': { file: 'shared/lib/example.ts', may: [], packages: ['valibot'], node: false },
  'shared/domain': {
    file: 'shared/domain/example.ts',
    may: ['shared/lib'],
    packages: ['valibot', 'libphonenumber-js', 'rrule-temporal', 'temporal-polyfill'],
    node: false,
  },
  'shared/contract': {
    file: 'shared/contract/example.ts',
    may: ['shared/domain', 'shared/lib'],
    packages: ['valibot'],
    node: false,
  },
  preload: { file: 'main/preload/example.ts', may: ['shared/contract'], packages: ['electron'], node: false },
  platform: { file: 'main/platform/example.ts', may: SHARED, packages: ['valibot'], node: true },
  store: { file: 'main/store/open.ts', may: SHARED, packages: ['valibot', 'better-sqlite3'], node: true },
  api: { file: 'main/api/transport.ts', may: SHARED, packages: ['valibot', 'undici'], node: true },
  'importing/plan': { file: 'main/importing/plan/example.ts', may: SHARED, packages: ['valibot'], node: false },
  'importing/read': {
    file: 'main/importing/read/example.ts',
    may: [...SHARED, 'platform'],
    packages: ['valibot'],
    node: true,
  },
  importing: {
    file: 'main/importing/example.ts',
    may: [...SHARED, 'platform', 'importing/plan', 'importing/read'],
    packages: ['valibot'],
    node: true,
  },
  'sync/core': { file: 'main/sync/core/example.ts', may: SHARED, packages: [], node: false },
  sync: { file: 'main/sync/drivers/example.ts', may: [...SHARED, 'sync/core'], packages: [], node: true },
  'sending/core': { file: 'main/sending/core/example.ts', may: SHARED, packages: [], node: false },
  sending: { file: 'main/sending/example.ts', may: [...SHARED, 'sending/core'], packages: [], node: true },
  webhooks: {
    file: 'main/webhooks/tunnel/ssh.ts',
    may: [...SHARED, 'platform'],
    packages: ['valibot', '@fastify/busboy', 'ssh2'],
    node: true,
  },
  services: {
    file: 'main/services/example.ts',
    may: [
      ...SHARED,
      'store',
      'api',
      'sync',
      'sync/core',
      'sending',
      'sending/core',
      'webhooks',
      'importing',
      'importing/plan',
      'importing/read',
      'platform',
    ],
    packages: ['valibot'],
    node: true,
  },
  bridge: { file: 'main/bridge/example.ts', may: [...SHARED, 'services'], packages: ['valibot'], node: true },
  'the host port': { file: 'main/hosts/host.ts', may: SHARED, packages: [], node: false },
  'hosts/electron': {
    file: 'main/hosts/electron/example.ts',
    may: [...SHARED, 'bridge', 'platform', 'the host port'],
    packages: ['electron', 'valibot'],
    node: true,
  },
  'hosts/browser': {
    file: 'main/hosts/browser/example.ts',
    may: [...SHARED, 'bridge', 'platform', 'the host port'],
    packages: ['ws', 'valibot'],
    node: true,
  },
  'the demo command': { file: 'main/demo/command.ts', may: ['demo', 'demo/steering'], packages: [], node: true },
  'demo/steering': { file: 'main/demo/steering/example.ts', may: ['demo'], packages: [], node: true },
  demo: {
    file: 'main/demo/example.ts',
    may: ['shared/lib', 'importing/read'],
    packages: ['valibot', '@fastify/busboy'],
    node: true,
  },
  config: { file: 'main/config.ts', may: SHARED, packages: ['valibot'], node: true },
  app: {
    file: 'main/app.ts',
    may: [
      ...SHARED,
      'platform',
      'store',
      'api',
      'importing',
      'importing/plan',
      'importing/read',
      'sync',
      'sync/core',
      'sending',
      'sending/core',
      'webhooks',
      'services',
      'bridge',
      'the host port',
      'hosts/browser',
      'demo',
      'config',
    ],
    packages: [],
    node: true,
  },
  'the electron entry': {
    file: 'main/index.ts',
    may: ['app', 'config', 'hosts/electron', 'the host port'],
    packages: ['electron'],
    node: true,
  },
  'the browser entry': {
    file: 'main/browser.ts',
    may: ['app', 'config', 'hosts/browser', 'the host port'],
    packages: [],
    node: true,
  },
  'renderer/lib': {
    file: 'renderer/lib/example.ts',
    may: SHARED,
    packages: ['@internationalized/date', 'svelte'],
    node: false,
  },
  'renderer/ui': { file: 'renderer/ui/example.ts', may: ['renderer/lib'], packages: VIEW_PACKAGES, node: false },
  'renderer/bridge': {
    file: 'renderer/bridge/example.ts',
    may: [...SHARED, 'renderer/lib'],
    packages: ['svelte', 'valibot', '@noble/hashes'],
    node: false,
  },
  'renderer/data': {
    file: 'renderer/data/example.svelte.ts',
    may: [...SHARED, 'renderer/bridge', 'renderer/lib'],
    packages: ['svelte'],
    node: false,
  },
  'renderer/app': {
    file: 'renderer/app/example.svelte.ts',
    may: [...SHARED, ...BELOW_APP, 'renderer/ui'],
    packages: VIEW_PACKAGES,
    node: false,
  },
  ...FEATURES,
  'renderer/gallery': {
    file: 'renderer/gallery/example.ts',
    may: [...SHARED, ...BELOW_APP, 'renderer/ui', ...Object.keys(FEATURES)],
    packages: VIEW_PACKAGES,
    node: false,
  },
  renderer: {
    file: 'renderer/main.ts',
    may: [...SHARED, ...BELOW_APP, 'renderer/ui', 'renderer/app', 'renderer/gallery', ...Object.keys(FEATURES)],
    packages: ['svelte', '@lucide/svelte'],
    node: false,
  },
};

/** Every package that some layer may use: each is refused to all the others. */
export const PACKAGES = [...new Set(Object.values(TABLE).flatMap(({ packages }) => packages))].sort();

/** A layer's name as the test says it, or a failure that names the typing error. */
export function getLayer(name: string): Layer {
  const layer = TABLE[name];
  if (layer === undefined) throw new Error(`The table names the layer '${name}', which it does not describe.`);
  return layer;
}
