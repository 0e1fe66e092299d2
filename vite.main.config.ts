import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { defineConfig } from 'vite';
import type { Plugin, UserConfig } from 'vite';

const EXTERNAL = ['electron', 'better-sqlite3', 'keytar'];

/** The app itself: modules, and chunks that they share. */
const MODULES = {
  input: { index: 'main/index.ts' },
  output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunk-[hash].js' },
} as const;

/** One CommonJS file that loads no second one of ours. */
const SINGLE = { format: 'cjs', entryFileNames: '[name].cjs', codeSplitting: false } as const;

/** What runs beside the app. It finds the first four beside the bundle by these names. */
const SINGLES: Readonly<Record<string, string>> = {
  // A thread from inside the archive: Electron tries that out with CommonJS, and with nothing else.
  'store-worker': 'main/store/worker.ts',
  'import-worker': 'main/importing/read/worker.ts',
  'check-worker': 'main/importing/check/worker.ts',
  // Runs from outside the archive, with nothing but keytar beside it.
  'keyring-helper': 'main/platform/keyring-helper.ts',
  // Sandboxed: there it could not load anything else.
  preload: 'main/preload/index.ts',
};

const LEFT_OUT = '\0left-out';

/** Faster native parts of ssh2, one of which may have been built here: it does without, on every system the same way. */
const withoutNativeParts: Plugin = {
  name: 'without-native-parts',
  enforce: 'pre',
  resolveId: (source) => (source === 'cpu-features' || source.endsWith('/sshcrypto.node') ? LEFT_OUT : null),
  load: (id) => (id === LEFT_OUT ? `throw new Error('It is left out of the bundle.');` : null),
};

const ICONS = path.join(import.meta.dirname, 'main/hosts/electron/icons');

/** The pictures of the tray icon and of the number on the taskbar, beside the bundle: Electron reads them by their path. */
const withIcons: Plugin = {
  name: 'with-icons',
  generateBundle() {
    for (const folder of ['tray', 'overlay']) {
      for (const name of readdirSync(path.join(ICONS, folder))) {
        if (name.endsWith('.svg')) continue;
        const source = readFileSync(path.join(ICONS, folder, name));
        this.emitFile({ type: 'asset', fileName: `icons/${folder}/${name}`, source });
      }
    }
  },
};

/**
 * The main process for Electron, which does not strip types, into dist/main. Built in passes: `--mode modules` first,
 * then one of each name above. Everything but Electron and the two native packages is bundled, so that the package
 * needs no other node_modules.
 */
export default defineConfig(({ mode }): UserConfig => {
  const single = SINGLES[mode];
  const { input, output } = single === undefined ? MODULES : { input: { [mode]: single }, output: SINGLE };
  return {
    publicDir: false,
    plugins: [withoutNativeParts, ...(single === undefined ? [withIcons] : [])],
    // CommonJS that becomes part of a module asks for its own place.
    ...(single === undefined ? { define: { __dirname: 'import.meta.dirname' } } : {}),
    ssr: { noExternal: true, external: EXTERNAL },
    build: {
      ssr: true,
      target: 'node24',
      outDir: 'dist/main',
      emptyOutDir: single === undefined,
      sourcemap: true,
      minify: false,
      rolldownOptions: { input, output, external: EXTERNAL },
    },
  };
});
