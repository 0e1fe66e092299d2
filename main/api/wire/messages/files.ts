import type { MessageFile } from '#shared/domain/entities.ts';
import { readCountOrNull, readElements, readMember, readText, readTextOrNull } from '../read.ts';

const UNKNOWN_TYPE = 'application/octet-stream';

/** Attachments of a message; what is no object or says nothing about a file is left out. */
export function readFiles(value: unknown): readonly MessageFile[] {
  return readElements(value).flatMap((element) => {
    const field = (name: string): unknown => readMember(element, name);
    const url = readTextOrNull(field('url'));
    const previewUrl = readTextOrNull(field('previewUrl'));
    const name = readTextOrNull(field('originalName')) ?? readText(field('name'));
    if (url === null && previewUrl === null && name === '') return [];
    const mimeType = readTextOrNull(field('mimeType'))?.trim().toLowerCase() ?? UNKNOWN_TYPE;
    return [{ name, mimeType, sizeBytes: readCountOrNull(field('size')), url, previewUrl }];
  });
}
