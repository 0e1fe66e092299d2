/*
 * Preloaded with `--import` after `strip-types.mjs`: sources that `build-bundles.ts` bundled are loaded from there. The
 * code is the same and so are all addresses in it; only some two hundred files less are read, in every thread. Where
 * nothing was bundled, sources are loaded as ever.
 */
import { readFileSync } from 'node:fs';
import { enableCompileCache, registerHooks } from 'node:module';
import process from 'node:process';

const { bundles = {}, compiled } = JSON.parse(process.env['SWITCHBOARD_TEST_BUNDLES'] ?? '{}');

// Some thousand threads and processes load the same code: all but the first of them find it compiled.
if (compiled !== undefined) enableCompileCache(compiled);

registerHooks({
  load(url, context, nextLoad) {
    if (!Object.hasOwn(bundles, url)) return nextLoad(url, context);
    return { format: 'module', source: readFileSync(bundles[url]), shortCircuit: true };
  },
});
