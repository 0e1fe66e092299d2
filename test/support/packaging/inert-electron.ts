/**
 * Loaded with `--import` before the packed program: plain Node then runs the whole of it, with an Electron that does
 * nothing. Once the program answers its page, asks it for the chats of the demo as the page would, prints them and ends.
 * Of Electron it proves nothing; of the bundle, its threads, its native package and its demo service it does.
 */
import { registerHooks } from 'node:module';
import type { ChatPage } from '#shared/contract/chats.ts';
import { REQUEST_CHANNEL } from '#shared/contract/channels.ts';

type Ask = (event: object, frame: object) => Promise<{ readonly ok: boolean; readonly value?: unknown }>;

/** Whatever is read from it or called on it is again one of these. */
function createInert(known: Readonly<Record<string, unknown>> = {}): unknown {
  return new Proxy(class {}, {
    get(_, name) {
      if (typeof name === 'string' && Object.hasOwn(known, name)) return known[name];
      // It is no promise, and can be printed.
      if (name === 'then') return undefined;
      if (name === Symbol.toPrimitive) return () => 'inert';
      if (name === Symbol.iterator) return () => [].values();
      return createInert();
    },
    apply: () => createInert(),
    construct: () => createInert() as object,
    set: () => true,
  });
}

const app = createInert({
  getVersion: () => '0.0.0',
  isPackaged: true,
  requestSingleInstanceLock: () => true,
  whenReady: () => Promise.resolve(),
  exit: (code: number) => process.exit(code),
  quit: () => process.exit(4),
});
const dialog = createInert({
  showErrorBox(title: string, words: string) {
    process.stderr.write(`${title}: ${words}\n`);
  },
});
const ipcMain = createInert({
  handle(channel: string, ask: Ask) {
    if (channel === REQUEST_CHANNEL) printChats(ask);
  },
});
const electron: Readonly<Record<string, unknown>> = { app, dialog, ipcMain };
// Electron's own: where the package is.
Reflect.set(process, 'resourcesPath', process.cwd());
Reflect.set(globalThis, 'inertElectron', (name: string) => electron[name] ?? createInert());

/** `import { app, Menu as menu } from "electron"`: the names that the program asks for. */
function toModule(program: string): string {
  const names = [...program.matchAll(/import\s*\{([^}]*)\}\s*from\s*["']electron["']/g)].flatMap(([, list = '']) =>
    list.split(',').map((entry) => entry.trim().split(/\s+as\s+/)[0] ?? ''),
  );
  const unique = [...new Set(names)].filter((name) => name !== '');
  return unique.map((name) => `export const ${name} = globalThis.inertElectron('${name}');`).join('\n');
}

let program = '';
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' ? { url: 'inert:electron', shortCircuit: true } : next(specifier, context),
  load(url, context, next) {
    if (url === 'inert:electron') return { format: 'module', source: toModule(program), shortCircuit: true };
    const loaded = next(url, context);
    if (url.endsWith('/dist/main/index.js')) program = String(loaded.source);
    return loaded;
  },
});

const SCOPE = { shelf: 'open', marks: [], listId: null };
const CHATS = { scope: SCOPE, sort: 'newest', offset: 0, limit: 5, todayAt: 0, yesterdayAt: 0 };
const PAGE = { senderFrame: { parent: null, url: 'switchboard-app://window/index.html' } };
const ASK_EVERY_MS = 100;

/** The demo is read as any account is: its chats come after the first answers. */
function printChats(ask: Ask): void {
  const askOnce = async (): Promise<void> => {
    const reply = await ask(PAGE, { type: 'request', id: 1, name: 'chats.list', input: CHATS });
    if (!reply.ok || (reply.value as ChatPage).rows.length === 0) return;
    process.stdout.write(`\nchats: ${JSON.stringify(reply.value)}\n`);
    process.exit(0);
  };
  setInterval(() => void askOnce(), ASK_EVERY_MS);
}
