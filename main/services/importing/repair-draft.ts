import type { Services } from '#main/services/services.ts';
import type { Store } from '#main/store/api.ts';
import type { RequestInput, RequestOutput } from '#shared/contract/index.ts';
import type { ImportTarget } from '#shared/domain/imports.ts';
import { toRejectedFile, type RejectedFile } from './repair.ts';

/**
 * Makes the rows that a run could not import the draft, with its columns and its list. Throws `not-found` where it has no such
 * rows any more, `validation` of `file`, and `disk`.
 */
export async function repairRejected(
  { session, importDrafts }: Services,
  { importId }: RequestInput<'imports.repairRejected'>,
): Promise<RequestOutput<'imports.repairRejected'>> {
  const { store } = session.getAccount();
  const file = await toRejectedFile(store, importId);
  const { choices, options } = file.plan;
  return await importDrafts.openRejected(file, { importId, choices, options, target: await toTarget(store, file) });
}

/** The list of the run where contacts can still be put on it, else a new one of its name. */
async function toTarget(
  store: Pick<Store, 'findList'>,
  { listId, plan }: Pick<RejectedFile, 'listId' | 'plan'>,
): Promise<ImportTarget> {
  const list = listId === null ? null : await store.findList({ listId });
  if (listId !== null && list !== null && !list.isReadOnly) return { kind: 'list', listId };
  return { kind: 'new-list', name: plan.listName };
}
