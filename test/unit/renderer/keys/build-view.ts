import type { SavedView } from '#shared/contract/index.ts';

/** A kept list for tests. */
export function buildView(view: Partial<SavedView> & Pick<SavedView, 'id'>): SavedView {
  const scope = { shelf: 'open', marks: [], listId: null } as const;
  return {
    name: 'Night',
    icon: 'star',
    scope: { ...scope, marks: [...scope.marks] },
    sort: 'newest',
    keys: null,
    ...view,
  };
}
