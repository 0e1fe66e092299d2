/** A saved view between its row and what is shown of it. */
import * as v from 'valibot';
import { savedViewSchema } from '#shared/contract/index.ts';
import type { SavedView } from '#shared/contract/index.ts';

export interface ViewRow {
  readonly id: string;
  readonly name: string;
  readonly icon: string;
  /** JSON. */
  readonly scope: string;
  readonly sort: string;
  readonly keys: string | null;
  readonly position: number;
}

export function toViewRow(view: SavedView, position: number) {
  const { id, name, icon, scope, sort, keys } = view;
  return { id, name, icon, scope: JSON.stringify(scope), sort, keys, position };
}

/** Undefined where it says something that this version does not know. */
export function parseView({ id, name, icon, scope, sort, keys }: ViewRow): SavedView | undefined {
  const read = v.safeParse(savedViewSchema, { id, name, icon, scope: parseScope(scope), sort, keys });
  return read.success ? read.output : undefined;
}

function parseScope(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
