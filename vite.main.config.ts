import fs from 'node:fs';
import { defineConfig } from 'vite';

const ENTRIES = { index: 'main/index.ts', preload: 'main/preload/index.ts', 'store-worker': 'main/store/worker.ts' };
const EXTERNAL = ['electron', 'better-sqlite3'];

/**
 * The main process for Electron, which does not strip types: `index.js` and `store-worker.js` as modules and
 * `preload.cjs` as one CommonJS file (a sandboxed preload loads no modules). Everything but Electron itself and the
 * native SQLite binding is bundled, so the package needs no node_modules beyond that.
 */
export default defineConfig({
  // Node, not a browser: no process.env replacement, no polyfills.
  ssr: { noExternal: true, external: EXTERNAL },
  resolve: { conditions: ['node', 'import', 'module', 'default'] },
  build: {
    ssr: true,
    target: 'node24',
    outDir: 'dist/main',
    emptyOutDir: true,
    sourcemap: true,
    minify: false,
    rolldownOptions: {
      input: Object.fromEntries(Object.entries(ENTRIES).filter(([, file]) => fs.existsSync(file))),
      external: EXTERNAL,
      output: {
        format: 'es',
        entryFileNames: '[name].js',
        chunkFileNames: 'chunk-[hash].js',
      },
    },
  },
});
