import * as v from 'valibot';
import type { Template } from '#shared/domain/templates.ts';
import { readInstantOrNull } from '../instant.ts';
import { readText } from '../read.ts';
import { mapRow, parseRow, rowId, soft } from '../schema.ts';
import type { RowResult } from '../schema.ts';

const templateSchema = v.object({
  id: rowId,
  name: soft(readText),
  content: soft(readText),
  lastModified: soft(readInstantOrNull),
});

/** One template. */
export function decodeTemplate(value: unknown): RowResult<Template> {
  return mapRow(parseRow(templateSchema, value), ({ lastModified, ...same }): Template => ({
    ...same,
    modifiedAt: lastModified,
  }));
}
