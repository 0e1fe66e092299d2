import { toMediaId } from '../core/media-id.ts';
import type { WriteDb } from '../open.ts';

/** Remembers the address behind a picture's id; an address that is known costs one look. */
export function rememberMedia(cache: WriteDb, href: string | null, mimeType: string | null = null): void {
  if (href === null || href === '') return;
  const sql = 'INSERT INTO media (id, href, mime_type) VALUES (?, ?, ?) ON CONFLICT (id) DO NOTHING';
  cache.run(sql, [toMediaId(href), href, mimeType]);
}
