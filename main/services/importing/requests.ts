import type { HandlersOf } from '#main/services/handler-types.ts';
import { toNotFound } from '#main/services/refusals.ts';
import { toCheckFilter } from './draft-view.ts';
import { exportRows } from './export-rows.ts';
import { readRejected } from './rejected-rows.ts';
import { repairRejected } from './repair-draft.ts';
import { listRunRows } from './run-rows.ts';
import { toRunView } from './run-view.ts';
import { writeSample } from './sample.ts';
import { explainUndo } from './undo.ts';

/** Files to import, and the imports that were started. */
export const importHandlers: HandlersOf<'imports'> = {
  'imports.open': ({ importDrafts }, input) => importDrafts.open(input),
  'imports.getDraft': ({ importDrafts }) => importDrafts.find(),
  'imports.reread': ({ importDrafts }, { draftId, ...way }) =>
    importDrafts.changeToView(draftId, (draft) => draft.reread(way)),
  'imports.configure': ({ importDrafts }, { draftId, ...choices }) =>
    importDrafts.changeToView(draftId, (draft) => draft.configure(choices)),
  'imports.listRows': ({ importDrafts }, { draftId, filter, start, limit }) =>
    importDrafts.read(draftId, (draft) => draft.listRows(toCheckFilter(filter), { start, limit })),
  'imports.editCell': ({ importDrafts }, { draftId, line, column, value }) =>
    importDrafts.change(draftId, (draft) => draft.editCell(line, column, value)),
  'imports.leaveOut': ({ importDrafts }, { draftId, rows, isLeftOut }) => {
    const asked = rows.kind === 'lines' ? rows : ({ kind: 'filter', filter: toCheckFilter(rows.filter) } as const);
    return importDrafts.change(draftId, (draft) => draft.leaveOut(asked, isLeftOut));
  },
  'imports.exportProblems': ({ importDrafts, files }, { draftId, ...words }) =>
    importDrafts.read(draftId, (draft) => {
      const { fileName, headers } = draft;
      return exportRows(files, { fileName, suffix: 'problems', headers, pages: draft.listProblems(), words });
    }),
  'imports.discard': async ({ importDrafts, session }, { draftId }) => {
    session.getAccount();
    await importDrafts.discard(draftId);
    return {};
  },
  'imports.sample': ({ files }) => writeSample(files),
  'imports.start': ({ importDrafts }, { draftId, requestId }) => importDrafts.start(draftId, requestId),

  'imports.list': async ({ session, now }) => {
    const stored = await session.getAccount().store.listImports({});
    // One that is being written down is none yet: it may be given up.
    return stored.filter(({ state }) => state !== 'planning').map((one) => toRunView(one, now()));
  },
  'imports.get': async ({ session, now }, { importId }) => {
    const stored = await session.getAccount().store.findImport({ importId });
    return stored === null ? null : toRunView(stored, now());
  },
  'imports.listRunRows': ({ session }, input) => listRunRows(session.getAccount().store, input),
  'imports.exportRejected': async ({ session, files }, { importId, ...words }) => {
    const { store } = session.getAccount();
    const stored = await store.findImport({ importId });
    if (stored === null) throw toNotFound('import');
    const { fileName, headers } = stored.plan;
    return await exportRows(files, {
      ...{ fileName, suffix: 'rejected', headers, words },
      pages: readRejected(store, importId),
    });
  },
  'imports.repairRejected': repairRejected,
  'imports.control': async ({ session }, { importId, act }) => {
    await session.getAccount().imports.control(importId, act);
    return {};
  },
  'imports.explainUndo': ({ session }, { importId }) => explainUndo(session.getAccount(), importId),
  'imports.undo': async ({ session }, { importId }) => {
    await session.getAccount().imports.undo(importId);
    return {};
  },
};
