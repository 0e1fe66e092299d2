/** Lists that an edit waits for: `service_lists` keeps what the service says of them, `lists` shows what it will say. */
import type { PeopleChange } from '#shared/domain/people-changes.ts';
import { withListText } from '../core/people-values.ts';
import type { WriteDb } from '../open.ts';
import { listWaitingListEdits } from '../queries/people-changes.ts';
import type { ListRowColumns } from '../rows/contact-row.ts';
import { parseServiceList } from '../rows/service-rows.ts';
import type { WriteContext } from './command.ts';
import { announceSchedulesOfList } from './scheduled-chats.ts';
import { deleteRow, upsertRow } from './upsert.ts';

type ListEdit = Extract<PeopleChange, { kind: 'edit-list' }>;

const ALL = 'SELECT * FROM lists';
const SAVE = `
  INSERT INTO service_lists (list_id, list) VALUES (?, ?) ON CONFLICT (list_id) DO UPDATE SET list = excluded.list`;

const hasServiceLists = (cache: WriteDb): boolean =>
  cache.get('SELECT 1 AS found FROM service_lists LIMIT 1') !== undefined;

/** What the service says of each list for which something waits; null where it said nothing, or that it is gone. */
function listServiceLists(cache: WriteDb): Map<number, ListRowColumns | null> {
  const rows = cache.all<{ list_id: number; list: string | null }>('SELECT list_id, list FROM service_lists');
  return new Map(rows.map(({ list_id: id, list }) => [id, parseServiceList(list)]));
}

/** Where an edit waits for the list, what the service says of it is kept; false where none does. */
export function keepServiceList(cache: WriteDb, listId: number, list: ListRowColumns | null): boolean {
  const sql = 'SELECT 1 AS found FROM service_lists WHERE list_id = ?';
  if (cache.get(sql, [listId]) === undefined) return false;
  cache.run(SAVE, [listId, list === null ? null : JSON.stringify(list)]);
  return true;
}

/** The service has the edit. */
export function settleListEdit({ cache }: WriteContext, edit: ListEdit): void {
  const isNewDefault = edit.field === 'isDefault' && edit.value === 'true';
  if (isNewDefault) cache.run('UPDATE lists SET is_default = 0 WHERE is_default = 1 AND id <> ?', [edit.listId]);
  for (const [id, list] of listServiceLists(cache)) {
    if (list === null) continue;
    if (id === edit.listId) keepServiceList(cache, id, withListText(list, edit));
    else if (isNewDefault) keepServiceList(cache, id, { ...list, is_default: 0 });
  }
}

/** Shows all lists as they are once all that waits for them is done (STORE-7); they are few. */
export function showLists(context: WriteContext): void {
  const { cache, owned, changes } = context;
  const edits = listWaitingListEdits(owned);
  if (edits.length === 0 && !hasServiceLists(cache)) return;
  const visible = new Map(cache.all<ListRowColumns>(ALL).map((row) => [row.id, row]));
  const service = listServiceLists(cache);
  for (const id of new Set([...visible.keys(), ...service.keys(), ...edits.map(({ listId }) => listId)])) {
    const said = service.has(id) ? withCount(service.get(id) ?? null, visible.get(id)) : (visible.get(id) ?? null);
    const { shown, isEdited } = toShown(said, id, edits);
    if (isEdited) cache.run(SAVE, [id, said === null ? null : JSON.stringify(said)]);
    else if (service.has(id)) cache.run('DELETE FROM service_lists WHERE list_id = ?', [id]);
    const isWritten =
      shown === null ? deleteRow(cache, 'lists', id) !== undefined : upsertRow(cache, 'lists', { ...shown });
    if (!isWritten) continue;
    changes.addList(id);
    announceSchedulesOfList(context, visible.get(id), shown);
  }
}

/** How many members it has is no value that is edited: what is shown is up to date. */
function withCount(said: ListRowColumns | null, visible: ListRowColumns | undefined): ListRowColumns | null {
  return said === null || visible === undefined ? said : { ...said, members_count: visible.members_count };
}

/** A new default takes the mark from the one before, whose row is kept as well. */
function toShown(
  said: ListRowColumns | null,
  id: number,
  edits: readonly ListEdit[],
): { readonly shown: ListRowColumns | null; readonly isEdited: boolean } {
  let isEdited = false;
  let shown = said;
  for (const edit of edits) {
    const isOwn = edit.listId === id;
    const takesMark = !isOwn && edit.field === 'isDefault' && edit.value === 'true' && shown?.is_default === 1;
    if (isOwn || takesMark) isEdited = true;
    if (shown === null) continue;
    if (isOwn) shown = withListText(shown, edit);
    else if (takesMark) shown = { ...shown, is_default: 0 };
  }
  return { shown, isEdited };
}
