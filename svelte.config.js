import { vitePreprocess } from '@sveltejs/vite-plugin-svelte';

/** Our own components are in runes mode; packages may still ship older ones. */
export default {
  preprocess: vitePreprocess(),
  vitePlugin: {
    dynamicCompileOptions: ({ filename }) => (filename.includes('node_modules') ? undefined : { runes: true }),
  },
};
