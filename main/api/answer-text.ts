/** What the text of an answer holds, before anything of it is decoded. */
import { toBadResponse } from './errors.ts';
import { NOT_JSON, parseJson } from './wire/json.ts';
import { decodeLink, NO_LINK } from './wire/link.ts';
import type { Link } from './wire/link.ts';
import type { RowResult } from './wire/schema.ts';

/** Of an answer that may be a link, the resource itself, or nothing. */
export function toLink(text: string): Link {
  const json = parseJson(text);
  const link = json === NOT_JSON ? null : decodeLink(json);
  return link?.isOk === true ? link.value : NO_LINK;
}

/** @throws AppError `bad-response` */
export function readJson(row: string, text: string): unknown {
  const json = parseJson(text);
  if (json !== NOT_JSON) return json;
  throw toBadResponse(row, text.trim() === '' ? 'the answer is empty' : 'the answer is not JSON');
}

/** A row as it is, to be decoded later. */
export function toRawRow(row: unknown): RowResult<unknown> {
  return { isOk: true, value: row };
}
