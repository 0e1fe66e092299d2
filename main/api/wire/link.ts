import * as v from 'valibot';
import { readIdOrNull, readTextOrNull } from './read.ts';
import { parseRow, soft } from './schema.ts';
import type { RowResult } from './schema.ts';

const linkSchema = v.object({ id: soft(readIdOrNull), href: soft(readTextOrNull) });

/** What a write gives back: the id of what it made or changed; null where the service did not say. */
export interface Link {
  readonly id: number | null;
}

/** The link of an empty answer. */
export const NO_LINK: Link = { id: null };

/** `{id, href}`, either of which may be missing: the id also stands at the end of `href`. Only an object is a link. */
export function decodeLink(value: unknown): RowResult<Link> {
  const row = parseRow(linkSchema, value);
  if (!row.isOk) return row;
  const { id, href } = row.value;
  return { isOk: true, value: { id: id ?? readIdOrNull(/\/(\d+)\/?$/.exec(href ?? '')?.[1]) } };
}
