/** A process that writes rows of an import and changes them until it is killed, and says what is safe. */
import { createStore } from '#main/store/store.ts';
import { NOON } from '#test/unit/store/builders.ts';
import { buildPlan, buildPlannedRow } from '#test/unit/store/import-builders.ts';

const ROWS = 500;

const folder = process.argv[2] ?? '';
const store = await createStore({ folder, now: () => NOON, readers: 1 });
const { importId } = await store.createImport({ requestId: 'request-1', plan: buildPlan(), at: NOON });
for (let portion = 0; portion < 4; portion += 1) {
  const rows = Array.from({ length: ROWS }, (_, index) => buildPlannedRow(portion * ROWS + index + 1));
  await store.addImportRows({ importId, rows });
}
await store.saveImport({ importId, state: 'running' });
const states = ['leaving', 'done', 'planned'] as const;
for (let batch = 1; ; batch += 1) {
  const first = (batch % 4) * ROWS + 1;
  const state = states[batch % states.length] ?? 'done';
  const changes = Array.from({ length: ROWS }, (_, index) => ({ line: first + index, state, batch }));
  await store.changeImportRows({ importId, changes, memory: { batchCount: batch } });
  process.stdout.write(`batch ${batch}\n`);
}
