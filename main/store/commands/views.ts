/** Keeps the lists that a person gave a name. They are owned: no service knows of them. */
import { toViewRow } from '../rows/view-row.ts';
import { toInsert, toUpdate } from '../rows/sql.ts';
import type { OwnedCommand, OwnedOutcome, WriteContext } from './command.ts';

const done = <Output>(output: Output): OwnedOutcome<Output> => ({ output, follow: () => undefined });

/** One that is known stays in its place, a new one comes last. */
export const saveView: OwnedCommand<'saveView'> = {
  file: 'owned',
  own: ({ owned }, { view }) => {
    const known = owned.get<{ position: number }>('SELECT position FROM views WHERE id = ?', [view.id]);
    const last = owned.get<{ position: number | null }>('SELECT max(position) AS position FROM views')?.position ?? -1;
    if (view.keys !== null) owned.run('UPDATE views SET keys = NULL WHERE keys = ? AND id <> ?', [view.keys, view.id]);
    const row = toViewRow(view, known?.position ?? last + 1);
    const columns = Object.keys(row);
    owned.run(known === undefined ? toInsert('views', columns) : toUpdate('views', columns, 'id = @id'), row);
    return done(undefined);
  },
};

export const removeView: OwnedCommand<'removeView'> = {
  file: 'owned',
  own: ({ owned }, { id }) => done({ isRemoved: owned.run('DELETE FROM views WHERE id = ?', [id]).changes > 0 }),
};

/** Those that are not named keep their order, below the named ones. */
export const orderViews: OwnedCommand<'orderViews'> = {
  file: 'owned',
  own: ({ owned }, { ids }) => {
    const known = listIds({ owned });
    const named = ids.filter((id, index) => known.includes(id) && ids.indexOf(id) === index);
    const order = [...named, ...known.filter((id) => !named.includes(id))];
    order.forEach((id, position) => owned.run('UPDATE views SET position = ? WHERE id = ?', [position, id]));
    return done(undefined);
  },
};

function listIds({ owned }: Pick<WriteContext, 'owned'>): string[] {
  return owned.all<{ id: string }>('SELECT id FROM views ORDER BY position, id').map(({ id }) => id);
}
