import * as v from 'valibot';
import type { Attachment, MmsResource } from '#shared/domain/attachments.ts';
import { readCountOrNull, readText, readTextOrNull } from '../read.ts';
import { mapRow, parseRow, soft } from '../schema.ts';
import type { RowResult } from '../schema.ts';

/** Without its link an upload is worth nothing, and without its internal name one for an MMS. */
const needed = v.pipe(soft(readTextOrNull), v.string('nothing to send it by'), v.trim());
const common = { name: soft(readText), size: soft(readCountOrNull) };
const attachmentSchema = v.object({ ...common, href: needed });
const mmsResourceSchema = v.object({ ...common, resource: needed });

/** The answer to an upload for a link. `chars` is left alone: the length of `href` tells it better. */
export function decodeAttachment(value: unknown): RowResult<Attachment> {
  return mapRow(parseRow(attachmentSchema, value), ({ href, name, size }): Attachment => ({
    ...{ href, name },
    sizeBytes: size,
  }));
}

/** The answer to an upload for an MMS. */
export function decodeMmsResource(value: unknown): RowResult<MmsResource> {
  return mapRow(parseRow(mmsResourceSchema, value), ({ resource, name, size }): MmsResource => ({
    ...{ resource, name },
    sizeBytes: size,
  }));
}
