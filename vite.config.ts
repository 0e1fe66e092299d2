import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

/** Absolute: the build reads names from the project's root, the development server from its own. */
const toPath = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/**
 * The renderer: one page with relative addresses, so that it works under any path and from Electron's own scheme.
 * Everything it needs is in the bundle; nothing is fetched from elsewhere (the content security policy forbids it).
 */
export default defineConfig({
  root: 'renderer',
  base: './',
  plugins: [svelte({ configFile: '../svelte.config.js' })],
  build: {
    outDir: '../dist/renderer',
    emptyOutDir: true,
    sourcemap: true,
    target: 'chrome140',
    // A data: address would need a wider content security policy.
    assetsInlineLimit: 0,
    // One file: rules of one view that meet those of another stay in one order, whichever view is loaded first.
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    // The second page shows every look to the browser tests; nothing but its few styles is in the product's page.
    rolldownOptions: {
      input: { index: toPath('renderer/index.html'), gallery: toPath('renderer/gallery.html') },
      output: {
        codeSplitting: {
          // What the window starts with is three files, which the browser compiles side by side, and the first of them opens the
          // line to main; without this it is some thirty.
          groups: [
            { name: 'line', test: /renderer\/bridge\/bridge\.ts$|preload-helper/, priority: 3 },
            { name: 'libraries', test: /node_modules\/(?!emojibase)/, priority: 2 },
            { name: 'window', test: /renderer\/window\.ts$/, priority: 1 },
          ],
        },
      },
    },
  },
  server: { host: '127.0.0.1', strictPort: true },
});
