/** What becomes of the things that people did to chats, on their way to the service. */
import { toKeptAction } from '../rows/action-row.ts';
import type { ActionRow } from '../rows/action-row.ts';
import { showBlock } from './blocks.ts';
import type { OwnedCommand, WriteContext } from './command.ts';
import { isOvertakenHere, overtake } from './overtaken.ts';

const IS_OF = 'id IN (SELECT value FROM json_each(?))';
/** For the query-plan test too. Rows of an older version do not say the number. */
export const ACTIONS_BY_ID = `
  SELECT * FROM pending_actions WHERE ${IS_OF} ORDER BY id`;
const COUNT_ATTEMPT = `UPDATE pending_actions SET attempts = attempts + 1 WHERE ${IS_OF}`;
const UNCOUNT_ATTEMPT = `UPDATE pending_actions SET attempts = attempts - 1 WHERE ${IS_OF} AND attempts > 0`;
const TAKE = `DELETE FROM pending_actions WHERE ${IS_OF} RETURNING *`;

export const beginActions: OwnedCommand<'beginActions'> = {
  file: 'owned',
  own: (context, { actionIds }) => {
    const { late, current } = sort(context, actionIds);
    const readyIds = current.map(({ id }) => id);
    context.owned.run(COUNT_ATTEMPT, [JSON.stringify(readyIds)]);
    return { output: { readyIds }, follow: overtake(context, late) };
  },
};

export const undoBegin: OwnedCommand<'undoBegin'> = {
  file: 'owned',
  own: ({ owned }, { actionIds }) => {
    owned.run(UNCOUNT_ATTEMPT, [JSON.stringify(actionIds)]);
    return { output: undefined, follow: () => undefined };
  },
};

export const overtakeActions: OwnedCommand<'overtakeActions'> = {
  file: 'owned',
  own: (context, { actionIds }) => {
    return { output: undefined, follow: overtake(context, list(context, actionIds)) };
  },
};

/**
 * The cache keeps what the actions showed: the next row from the service confirms it or puts it right. But for a refused
 * block, which no row of a chat says: that is shown otherwise at once.
 */
export const finishActions: OwnedCommand<'finishActions'> = {
  file: 'owned',
  own: (context, { actionIds, isRefused = false }) => {
    const { late } = isRefused ? { late: [] } : sort(context, actionIds);
    const undo = overtake(context, late);
    const lateIds = new Set(late.map(({ id }) => id));
    const wanted = actionIds.filter((id) => !lateIds.has(id));
    const gone = context.owned.all<ActionRow>(TAKE, [JSON.stringify(wanted)]);
    if (gone.length > 0) context.changes.addOutbox();
    const follow = (): void => {
      undo();
      if (!isRefused) return;
      for (const { action, phone } of gone.map(toKeptAction)) {
        if (action.kind === 'block') showBlock(context, phone, !action.isBlocked);
      }
    };
    return { output: undefined, follow };
  },
};

const list = ({ owned }: WriteContext, actionIds: readonly number[]): ActionRow[] =>
  owned.all<ActionRow>(ACTIONS_BY_ID, [JSON.stringify(actionIds)]);

/** Those that a text in the cache overtook, and the others. */
function sort(
  context: WriteContext,
  actionIds: readonly number[],
): { readonly late: readonly ActionRow[]; readonly current: readonly ActionRow[] } {
  const rows = list(context, actionIds);
  const late = rows.filter((row) => isOvertakenHere(context, row));
  return { late, current: rows.filter((row) => !late.includes(row)) };
}
