import * as v from 'valibot';
import type { Tag } from '#shared/domain/people.ts';
import { readText, readWholeOrNull } from '../read.ts';
import { parseRow, rowId, soft } from '../schema.ts';

const tagSchema = v.object({ id: rowId, title: soft(readText) });

/** All tags or null: who sends fewer again takes the others off. */
export function readTagsOrNull(value: unknown): readonly Tag[] | null {
  return readWholeOrNull(value, (element) => {
    const row = parseRow(tagSchema, element);
    return row.isOk ? row.value : null;
  });
}
