/** The list that contacts are put on: what is offered, and what is refused. */
import type { TakenFile } from '#main/services/files/staged-files.ts';
import { toRefusal } from '#main/services/refusals.ts';
import type { Store } from '#main/store/api.ts';
import type { ImportTarget } from '#shared/domain/imports.ts';
import { toListName } from './list-name.ts';

/** Named after the file. */
export async function toNewList(
  store: Pick<Store, 'listListNames'>,
  { file, isPasted }: { readonly file: Pick<TakenFile, 'name'>; readonly isPasted: boolean },
): Promise<ImportTarget> {
  const lists = await store.listListNames({});
  const taken = lists.map(({ name }) => name);
  return { kind: 'new-list', name: toListName({ name: file.name, isPasted }, taken) };
}

/** The name of the list. Throws `validation` of `list`. */
export async function checkTarget(
  store: Pick<Store, 'findList'>,
  target: ImportTarget,
  { mayBeNameless }: { readonly mayBeNameless: boolean },
): Promise<string> {
  if (target.kind === 'new-list') {
    const name = target.name.trim();
    if (name === '' && !mayBeNameless) throw toRefusal('list', 'empty');
    return name;
  }
  const list = await store.findList({ listId: target.listId });
  if (list === null) throw toRefusal('list', 'gone');
  if (list.isReadOnly) throw toRefusal('list', 'read-only');
  return list.name;
}
