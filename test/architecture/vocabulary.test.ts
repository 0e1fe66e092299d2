import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from './red-project.ts';

/**
 * Names that were this project's own, and have to be learned before the code can be read. The word that a newcomer knows
 * stands behind each. Only exported names and names of files count: ordinary uses of such words stay.
 */
interface Ban {
  readonly folders: readonly string[];
  /** Exported names, whole. */
  readonly names: Readonly<Record<string, string>>;
  /** Names of files without their folder. */
  readonly files: Readonly<Record<string, string>>;
}

const MAIN: Ban = {
  folders: ['main/services', 'main/hosts', 'main/bridge', 'main/preload', 'main/platform', 'main/start', 'main/app'],
  names: {
    ...{ Notices: 'EventBus', LiveStatus: 'ConnectionStatus', Link: 'Connection', Live: 'LiveUpdates' },
    ...{ LiveParts: 'LiveUpdates', LiveTurns: 'LiveUpdates', Registrar: 'CallbackRegistration' },
    ...{ Upkeep: 'CallbackReconciler', Outlook: 'LiveUpdatesState', Way: 'TunnelCheck' },
    ...{ Teller: 'SessionState', SessionNotes: 'SessionState', KeyKeeper: 'Credentials', KeysAtHand: 'Credentials' },
    ...{ AccountSlot: 'ActiveAccount', enter: 'signIn, openAccount or checkCredentials', Farewell: 'QuitGuard' },
    ...{ Attention: 'UnreadBadge', Presence: 'UserActivity', Acts: 'Actions', ChatActs: 'ChatActions' },
    ...{ Repeats: 'IdempotencyCache', Desktop: 'Host', Gate: 'BrowserSessions', Trouble: 'UserError', say: 'print' },
  },
  files: {
    ...{ notices: 'event-bus', 'live-status': 'connection-status', link: 'connection', registrar: 'registration' },
    ...{ upkeep: 'callback-reconciler', outlook: 'live-updates-state', way: 'tunnel-check', teller: 'session-state' },
    ...{ 'session-notes': 'session-state', 'key-keeper': 'credentials', 'keys-at-hand': 'credentials' },
    ...{ 'account-slot': 'active-account', entering: 'sign-in', opening: 'open-account' },
    ...{ admission: 'check-credentials', farewell: 'quit-guard', attention: 'unread-badge', acts: 'actions' },
    ...{ presence: 'user-activity', 'chat-acts': 'chat-actions', repeats: 'idempotency-cache', gate: 'sessions' },
    ...{ desktop: 'host', 'lock-door': 'lock-ipc', quiet: 'offline-session', parts: 'electron-api' },
    ...{ holder: 'running-instance', say: 'console' },
  },
};

const PAGE: Ban = {
  folders: ['renderer'],
  names: {
    ...{ Desk: 'overlays', ActDesk: 'ChatMenuState', ListDesk: 'SavedViewDialogs', MessageHand: 'MessageActions' },
    ...{ Places: 'FocusTargets', FocusPlace: 'KeyContext', SectionPlace: 'ShownSection', Foreseen: 'OptimisticUpdate' },
    ...{ foresee: 'applyOptimistic', Foresights: 'OptimisticUpdates', ActTrail: 'selection after an action' },
    ...{ LeavingTexts: 'OutgoingQueue', MessageLook: 'MessageViewModel', LedgerRowLook: 'LedgerRowViewModel' },
    ...{ applyLook: 'applyAppearance', HeldRow: 'ScrollAnchor', ListMotion: 'ListScroll', Say: 'FormatContext' },
    ...{ NewsVoice: 'an announcer', BannerVoice: 'an announcer', Paced: 'Throttle', JoinedCalls: 'InFlight' },
    ...{ KeyTurns: 'KeyQueue', RegionWalker: 'LandmarkNavigation', Texts: 'Translator', ChatActs: 'ChatActions' },
  },
  files: {
    ...{ desk: 'overlays', 'act-desk': 'chat-menu-state', 'list-desk': 'saved-view-dialogs' },
    ...{ 'message-hand': 'message-actions', 'selection-places': 'focus-targets', 'section-place': 'shown-section' },
    ...{ 'composer-leaving': 'outgoing-queue', foresee: 'optimistic-updates', 'act-trail': 'selection' },
    ...{ 'deed-words': 'action-messages', deeds: 'actions', 'message-look': 'message-view-model', look: 'appearance' },
    ...{ 'held-row': 'scroll-anchor', 'list-motion': 'list-scroll', kept: 'pending-summary', paced: 'async' },
    ...{ 'news-voice': 'announcer', BannerVoice: 'announcer', 'joined-calls': 'async', 'key-turns': 'key-queue' },
    ...{ regions: 'landmark-navigation', caps: 'key-labels', 'chat-acts': 'chat-actions' },
  },
};

const TESTS: Ban = {
  folders: ['test/support', 'test/e2e/support', 'test/faults', 'test/component', 'test/integration'],
  names: { Stage: 'AppOnDemo', Scene: 'what it sets up', World: 'what it sets up', Desk: 'what it sets up' },
  files: {
    ...{ lives: 'run-until-killed', truth: 'compare-with-service', settled: 'wait-for-match' },
    ...{ commotion: 'random-activity', oddity: 'service-variants', sight: 'layout-and-axe-checks' },
    ...{ 'read-anew': 'fresh-cache', stage: 'app-on-demo', scene: 'what it sets up', world: 'what it sets up' },
  },
};

function listSources(folder: string): string[] {
  return fs
    .readdirSync(path.join(ROOT, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.(ts|mjs|js|svelte)$/.test(entry.name))
    .map((entry) => path.relative(ROOT, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'));
}

/** Names that a file exports by a declaration: classes, functions, constants, types. */
function listExports(source: string): string[] {
  const declared = source.matchAll(
    /^export (?:abstract |async |declare )*(?:class|function\*?|const|let|type|interface|enum) (\w+)/gm,
  );
  return [...declared].map(([, name]) => name ?? '');
}

function findBanned({ folders, names, files }: Ban): string[] {
  return folders.flatMap(listSources).flatMap((file) => {
    const base = path.posix.basename(file).replace(/(\.svelte)?(\.test|\.spec)?\.(ts|mjs|js)$|\.svelte$/, '');
    const found = listExports(fs.readFileSync(path.join(ROOT, file), 'utf8'))
      .filter((name) => Object.hasOwn(names, name))
      .map((name) => `${file} exports ${name}: say ${names[name] ?? ''}`);
    return Object.hasOwn(files, base) ? [`${file}: call it ${files[base] ?? ''}`, ...found] : found;
  });
}

describe('the field’s own words', () => {
  it.each([
    ['services, hosts and bridge', MAIN],
    ['the page', PAGE],
    ['the tests’ support', TESTS],
  ])('name %s', (_part, ban) => {
    expect(findBanned(ban)).toEqual([]);
  });

  it('has a banned name to find', () => {
    expect(listExports('export class Desk {}\nexport const foresee = 1;\nclass Inner {}\n')).toEqual([
      'Desk',
      'foresee',
    ]);
  });

  it('calls nothing on the page a part, a look or a desk', () => {
    const odd = listSources('renderer').flatMap((file) =>
      listExports(fs.readFileSync(path.join(ROOT, file), 'utf8'))
        .filter((name) => /(?:[a-z]Part|[a-z]Look|[a-z]Looks|Desk|Foresight|Deed)$/.test(name))
        .map((name) => `${file} exports ${name}`),
    );
    expect(odd).toEqual([]);
  });
});
