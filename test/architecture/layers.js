/**
 * The walls of the architecture as data: which folder is which layer, and what each layer may import.
 * `eslint.config.js` turns this into rules; `test/architecture` holds a second, hand-written copy of the table
 * and checks that every edge missing there is refused.
 */

const SHARED = ['shared/lib', 'shared/domain', 'shared/contract'];
const VIEW_PACKAGES = ['svelte', 'bits-ui', '@lucide/svelte', 'virtua', '@internationalized/date'];
const BELOW_APP = ['renderer/bridge', 'renderer/data', 'renderer/lib'];

/**
 * The features of the page, each with the other features that it may import: a screen its parts, a part the pieces
 * that it is written with. Everything else that two features need belongs into `data`, `lib`, `ui` or `app`.
 */
export const features = {
  banners: [],
  'chat-actions': ['chat-list'],
  'chat-list': [],
  'chat-media': ['contact', 'thread'],
  composer: ['banners', 'outbox', 'schedule-picker', 'templates'],
  contact: [],
  contacts: ['banners', 'contact'],
  health: [],
  importing: ['banners'],
  inbox: [
    'banners',
    'chat-actions',
    'chat-list',
    'chat-media',
    'composer',
    'contact',
    'outbox',
    'saved-views',
    'search',
    'thread',
  ],
  keyboard: [],
  ledger: ['outbox'],
  'live-updates': [],
  'notification-settings': [],
  outbox: [],
  'saved-views': ['chat-list'],
  'schedule-picker': ['banners', 'templates'],
  schedules: ['banners', 'schedule-picker', 'templates'],
  search: ['chat-actions', 'chat-list', 'settings'],
  settings: ['banners', 'health', 'keyboard', 'ledger', 'live-updates', 'notification-settings'],
  shell: ['banners', 'keyboard', 'outbox', 'search'],
  'sign-in': ['banners'],
  templates: ['banners'],
  thread: ['banners', 'composer', 'contact', 'outbox', 'schedules'],
};
const FEATURE_LAYERS = Object.keys(features).map((feature) => `renderer/features/${feature}`);

/**
 * Layers in order of matching: the first pattern that fits a file wins.
 * `may` names layers, `packages` npm packages, `node` whether Node's own modules are allowed.
 * A layer may always import itself.
 */
export const layers = [
  { name: 'shared/lib', pattern: 'shared/lib/**', may: [], packages: ['valibot'] },
  {
    name: 'shared/domain',
    pattern: 'shared/domain/**',
    may: ['shared/lib'],
    packages: ['valibot', 'libphonenumber-js', 'rrule-temporal', 'temporal-polyfill'],
  },
  {
    name: 'shared/contract',
    pattern: 'shared/contract/**',
    may: ['shared/lib', 'shared/domain'],
    packages: ['valibot'],
  },

  { name: 'main/preload', pattern: 'main/preload/**', may: ['shared/contract'], packages: ['electron'] },
  { name: 'main/platform', pattern: 'main/platform/**', may: SHARED, packages: ['keytar', 'valibot'], node: true },
  { name: 'main/store', pattern: 'main/store/**', may: SHARED, packages: ['better-sqlite3', 'valibot'], node: true },
  { name: 'main/api', pattern: 'main/api/**', may: SHARED, packages: ['undici', 'valibot'], node: true },
  { name: 'main/importing/plan', pattern: 'main/importing/plan/**', may: SHARED, packages: ['valibot'] },
  {
    name: 'main/importing/read',
    pattern: 'main/importing/read/**',
    may: [...SHARED, 'main/platform'],
    packages: ['valibot'],
    node: true,
  },
  {
    name: 'main/importing',
    pattern: 'main/importing/**',
    may: [...SHARED, 'main/platform', 'main/importing/plan', 'main/importing/read'],
    packages: ['valibot'],
    node: true,
  },
  { name: 'main/sync/core', pattern: 'main/sync/core/**', may: SHARED, packages: [] },
  { name: 'main/sync', pattern: 'main/sync/**', may: [...SHARED, 'main/sync/core'], packages: [], node: true },
  { name: 'main/sending/core', pattern: 'main/sending/core/**', may: SHARED, packages: [] },
  {
    name: 'main/sending',
    pattern: 'main/sending/**',
    may: [...SHARED, 'main/sending/core'],
    packages: [],
    node: true,
  },
  {
    name: 'main/webhooks',
    pattern: 'main/webhooks/**',
    may: [...SHARED, 'main/platform'],
    packages: ['valibot', '@fastify/busboy', 'ssh2'],
    node: true,
  },
  {
    name: 'main/services',
    pattern: 'main/services/**',
    may: [
      ...SHARED,
      'main/store',
      'main/api',
      'main/sync',
      'main/sync/core',
      'main/sending',
      'main/sending/core',
      'main/webhooks',
      'main/importing',
      'main/importing/plan',
      'main/importing/read',
      'main/platform',
    ],
    packages: ['valibot'],
    node: true,
  },
  {
    name: 'main/bridge',
    pattern: 'main/bridge/**',
    may: [...SHARED, 'main/services'],
    packages: ['valibot'],
    node: true,
  },
  { name: 'main/hosts/host.ts', pattern: 'main/hosts/host.ts', may: SHARED, packages: [] },
  {
    name: 'main/hosts/electron',
    pattern: 'main/hosts/electron/**',
    may: [...SHARED, 'main/bridge', 'main/platform', 'main/hosts/host.ts'],
    packages: ['electron', 'electron-updater', 'valibot'],
    node: true,
  },
  {
    name: 'main/hosts/browser',
    pattern: 'main/hosts/browser/**',
    may: [...SHARED, 'main/bridge', 'main/platform', 'main/hosts/host.ts'],
    packages: ['ws', 'valibot'],
    node: true,
  },
  // What tests steer the demo with is no part of the product: neither the app nor the service itself may load it.
  {
    name: 'main/demo/command.ts',
    pattern: ['main/demo/command.ts', 'main/demo/arguments.ts'],
    may: ['main/demo', 'main/demo/steering'],
    packages: [],
    node: true,
  },
  {
    name: 'main/demo/steering',
    pattern: 'main/demo/steering/**',
    may: ['main/demo'],
    packages: [],
    node: true,
  },
  {
    name: 'main/demo',
    pattern: 'main/demo/**',
    may: ['shared/lib', 'main/importing/read'],
    packages: ['valibot', '@fastify/busboy'],
    node: true,
  },
  { name: 'main/config.ts', pattern: 'main/config.ts', may: SHARED, packages: ['valibot'], node: true },
  {
    name: 'main/app.ts',
    pattern: ['main/app.ts', 'main/app/**'],
    may: [
      ...SHARED,
      'main/config.ts',
      'main/platform',
      'main/store',
      'main/api',
      'main/importing',
      'main/importing/plan',
      'main/importing/read',
      'main/sync',
      'main/sync/core',
      'main/sending',
      'main/sending/core',
      'main/webhooks',
      'main/services',
      'main/bridge',
      'main/hosts/host.ts',
      'main/hosts/browser',
      'main/demo',
    ],
    packages: [],
    node: true,
  },
  {
    name: 'main/index.ts',
    pattern: 'main/index.ts',
    may: ['main/app.ts', 'main/config.ts', 'main/hosts/electron', 'main/hosts/host.ts'],
    packages: ['electron', 'electron-updater'],
    node: true,
  },
  {
    name: 'main/browser.ts',
    pattern: 'main/browser.ts',
    may: ['main/app.ts', 'main/config.ts', 'main/hosts/browser', 'main/hosts/host.ts'],
    packages: [],
    node: true,
  },
  // rolldown only in strip-types.mjs, which runs once packages are installed.
  {
    name: 'main/start',
    pattern: ['main/start.mjs', 'main/start/**'],
    may: [],
    packages: ['rolldown'],
    node: true,
  },

  {
    name: 'renderer/lib',
    pattern: 'renderer/lib/**',
    may: SHARED,
    packages: ['@internationalized/date', '@panzoom/panzoom', 'emojibase-data', 'svelte'],
  },
  { name: 'renderer/ui', pattern: 'renderer/ui/**', may: ['renderer/lib'], packages: VIEW_PACKAGES },
  {
    name: 'renderer/bridge',
    pattern: 'renderer/bridge/**',
    may: [...SHARED, 'renderer/lib'],
    packages: ['valibot', 'svelte', '@noble/hashes'],
  },
  {
    name: 'renderer/data',
    pattern: 'renderer/data/**',
    may: [...SHARED, 'renderer/bridge', 'renderer/lib'],
    packages: ['svelte'],
  },
  {
    name: 'renderer/app',
    pattern: 'renderer/app/**',
    may: [...SHARED, ...BELOW_APP, 'renderer/ui'],
    packages: VIEW_PACKAGES,
  },
  // What the gallery shows of a feature stands beside it, and may use made-up data of the gallery.
  {
    name: 'renderer/examples',
    pattern: ['renderer/features/*/*Examples.svelte', 'renderer/features/*/*-examples-data.ts'],
    may: [...SHARED, ...BELOW_APP, 'renderer/ui', 'renderer/app', 'renderer/gallery', ...FEATURE_LAYERS],
    packages: VIEW_PACKAGES,
  },
  ...Object.entries(features).map(([feature, others]) => ({
    name: `renderer/features/${feature}`,
    pattern: `renderer/features/${feature}/**`,
    may: [
      ...SHARED,
      ...BELOW_APP,
      'renderer/ui',
      'renderer/app',
      ...others.map((other) => `renderer/features/${other}`),
    ],
    packages: VIEW_PACKAGES,
  })),
  { name: 'renderer/styles', pattern: 'renderer/styles/**', may: [], packages: [] },
  {
    name: 'renderer/gallery',
    pattern: 'renderer/gallery/**',
    may: [...SHARED, ...BELOW_APP, 'renderer/ui', 'renderer/examples', ...FEATURE_LAYERS],
    packages: VIEW_PACKAGES,
  },
  {
    name: 'renderer',
    pattern: 'renderer/*',
    may: [
      ...SHARED,
      ...BELOW_APP,
      'renderer/ui',
      'renderer/app',
      'renderer/gallery',
      'renderer/styles',
      ...FEATURE_LAYERS,
    ],
    packages: ['svelte', '@lucide/svelte'],
  },
];

/** Packages, and one file, that exactly one place may import, whatever its layer allows. */
export const soleImporters = [
  // The first of these: where two have rules for a file, the later one counts.
  {
    packageName: '#shared/domain/phone-kind.ts',
    files: ['main/**'],
    reason: 'the numbering plans that it loads are too large for the page',
  },
  {
    packageName: 'libphonenumber-js/max',
    files: ['shared/domain/phone-kind.ts'],
    reason: 'its numbering plans are too large for the page; shared/domain/phone-kind.ts asks them for main',
  },
  { packageName: 'undici', files: ['main/api/transport.ts'], reason: 'all HTTP goes through main/api/transport.ts' },
  {
    packageName: 'better-sqlite3',
    files: ['main/store/open.ts'],
    reason: 'all connections are opened by main/store/open.ts',
  },
  {
    packageName: 'ssh2',
    files: ['main/webhooks/tunnel/ssh.ts'],
    reason: 'all ssh goes through main/webhooks/tunnel/ssh.ts',
  },
  {
    packageName: 'electron',
    files: ['main/index.ts', 'main/hosts/electron/**', 'main/preload/**'],
    reason: 'everything else runs on plain Node; ask the Host port of main/hosts/host.ts instead',
  },
];

/** The policies of one layer for `boundaries/dependencies`, whose default is to disallow. */
export function toPolicies(layer) {
  const from = { file: { categories: layer.name } };
  const policies = [{ from, allow: { to: { file: { categories: [layer.name, ...layer.may] } } } }];
  if (layer.packages.length > 0) {
    policies.push({ from, allow: { to: { module: { origin: 'external', source: layer.packages } } } });
  }
  if (layer.node === true) policies.push({ from, allow: { to: { module: { origin: 'core' } } } });
  return policies;
}

/** Descriptors of every layer (and of the tests, which nothing may import) for `boundaries/files`. */
export function toFileDescriptors() {
  return [
    ...layers.map(({ name, pattern }) => ({ category: name, pattern })),
    { category: 'test', pattern: 'test/**' },
  ];
}
