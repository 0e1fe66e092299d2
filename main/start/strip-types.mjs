/*
 * Preloaded with `--import` wherever sources run unbundled: takes the types off with rolldown's native transformer, in
 * the main thread and in every worker thread.
 *
 * Node would do it by itself, with WebAssembly, once in each thread. V8 in Node 24 can end the whole process while
 * threads come and go with WebAssembly code in them ("Check failed: jit_page.has_value()", nodejs/node#64500); it was
 * seen twice in some thousand starts of the store's threads. The bundle that Electron runs needs neither.
 */
import { readFileSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

/** Loaded by the first source with types: a thread that only runs bundles starts without it. */
let transformer;
const requireHere = createRequire(import.meta.url);

registerHooks({
  load(url, context, nextLoad) {
    if (!url.startsWith('file:') || !/\.m?ts$/.test(url)) return nextLoad(url, context);
    const file = fileURLToPath(url);
    transformer ??= requireHere('rolldown/utils');
    const { code, map, errors } = transformer.transformSync(file, readFileSync(file, 'utf8'), {
      lang: 'ts',
      sourcemap: true,
    });
    if (errors.length > 0) throw new SyntaxError(`${file}: ${errors.map(({ message }) => message).join('; ')}`);
    const inlined = `data:application/json;base64,${Buffer.from(JSON.stringify(map)).toString('base64')}`;
    return { format: 'module', source: `${code}\n//# sourceMappingURL=${inlined}`, shortCircuit: true };
  },
});
