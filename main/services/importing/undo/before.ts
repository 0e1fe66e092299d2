/** What an import that was stopped may have left under way: an undo begins once that has ended. */
import { isAppError } from '#shared/domain/app-error.ts';
import type { ListId } from '#shared/domain/ids.ts';
import { toListId } from '#shared/domain/ids.ts';
import { PAGE_ROWS } from './context.ts';
import type { UndoContext } from './context.ts';

const POLL_MS = 2_000;
/** A batch of which the service says nothing more has ended after so long. */
const BATCH_MS = 600_000;
/** A list that is the same for so many looks is filled. */
const SAME_LOOKS = 3;

export async function settleBefore(context: UndoContext): Promise<void> {
  await findList(context);
  await awaitBatch(context);
}

/** The request for the list left, and its answer was lost. */
async function findList(context: UndoContext): Promise<void> {
  const { listId, isCreatingList, lastListIdBefore } = context.memory;
  if (listId !== null || !isCreatingList || lastListIdBefore === null) return;
  const name = await readName(context);
  const query = { page: 1, limit: PAGE_ROWS, text: name };
  const { items } = await context.parts.service.searchLists(query, context.options);
  const found = items.find((list) => list.id > lastListIdBefore && list.name === name);
  await context.remember({
    isCreatingList: false,
    ...(found === undefined ? {} : { listId: found.id, hasCreatedList: true }),
  });
}

async function readName({ parts, importId }: UndoContext): Promise<string> {
  const stored = await parts.store.findImport({ importId });
  return stored?.plan.listName ?? '';
}

async function awaitBatch(context: UndoContext): Promise<void> {
  const { batch, listId } = context.memory;
  if (batch === null) return;
  const untilAt = batch.leftAt + BATCH_MS;
  if (batch.importId !== null) await awaitProgress(context, batch.importId, untilAt);
  else if (listId !== null) await awaitList(context, toListId(listId), untilAt);
  await context.remember({ batch: null });
}

async function awaitProgress(
  { parts, options, signal }: UndoContext,
  importId: number,
  untilAt: number,
): Promise<void> {
  for (;;) {
    try {
      const { state } = await parts.service.getImportProgress({ importId }, options);
      if (state === 'completed' || state === 'with-errors') return;
    } catch (error) {
      if (isAppError(error, 'not-found')) return;
      throw error;
    }
    if (parts.now() >= untilAt) return;
    await parts.wait(POLL_MS, signal);
  }
}

async function awaitList({ parts, options, signal }: UndoContext, listId: ListId, untilAt: number): Promise<void> {
  let [count, looks] = [-1, 0];
  while (parts.now() < untilAt && looks < SAME_LOOKS) {
    const members = await readMembersCount({ parts, options }, listId);
    looks = members === count ? looks + 1 : 0;
    count = members;
    if (looks < SAME_LOOKS) await parts.wait(POLL_MS, signal);
  }
}

async function readMembersCount(
  { parts, options }: Pick<UndoContext, 'parts' | 'options'>,
  listId: ListId,
): Promise<number> {
  try {
    return (await parts.service.listMemberIds({ listId }, options)).length;
  } catch (error) {
    if (isAppError(error, 'not-found')) return 0;
    throw error;
  }
}
