import { defineConfig } from 'vite';
import type { UserConfig } from 'vite';

const EXTERNAL = ['electron', 'better-sqlite3'];

/** Modules: the app and the worker thread of its store, which finds itself beside it as `store-worker.js`. */
const MODULES = {
  input: { index: 'main/index.ts', 'store-worker': 'main/store/worker.ts' },
  output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunk-[hash].js' },
} as const;

/** One CommonJS file: a sandboxed preload loads no modules and no second file. */
const PRELOAD = {
  input: { preload: 'main/preload/index.ts' },
  output: { format: 'cjs', entryFileNames: '[name].cjs', codeSplitting: false },
} as const;

/**
 * The main process for Electron, which does not strip types, into dist/main. Built in two passes, `--mode modules`
 * and `--mode preload`. Everything but Electron and the native SQLite binding is bundled, so that the package needs
 * no other node_modules.
 */
export default defineConfig(({ mode }): UserConfig => {
  const { input, output } = mode === 'preload' ? PRELOAD : MODULES;
  return {
    publicDir: false,
    ssr: { noExternal: true, external: EXTERNAL },
    build: {
      ssr: true,
      target: 'node24',
      outDir: 'dist/main',
      emptyOutDir: mode !== 'preload',
      sourcemap: true,
      minify: false,
      rolldownOptions: { input, output, external: EXTERNAL },
    },
  };
});
