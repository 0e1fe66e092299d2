import { toMediaId } from '../core/media-id.ts';
import type { WriteDb } from '../open.ts';
import type { CacheCommand } from './command.ts';

/** Remembers the address behind a picture's id; an address that is known costs one look. */
export function rememberMedia(cache: WriteDb, href: string | null, mimeType: string | null = null): void {
  if (href === null || href === '') return;
  const sql = 'INSERT INTO media (id, href, mime_type) VALUES (?, ?, ?) ON CONFLICT (id) DO NOTHING';
  cache.run(sql, [toMediaId(href), href, mimeType]);
}

/**
 * The row with the address of its picture as it is kept: with the time of its renewal behind it where there was one. A
 * fragment is never sent, so it leads to the same place.
 */
export function withKeptPicture<Row extends { readonly avatarHref: string | null }>(cache: WriteDb, row: Row): Row {
  if (row.avatarHref === null) return row;
  const sql = 'SELECT renewed_at FROM renewed_pictures WHERE href = ?';
  const renewed = cache.get<{ renewed_at: number }>(sql, [row.avatarHref]);
  return renewed === undefined ? row : { ...row, avatarHref: `${row.avatarHref}#${renewed.renewed_at}` };
}

const RENEW = `
  INSERT INTO renewed_pictures (href, renewed_at) VALUES (@href, @now)
  ON CONFLICT (href) DO UPDATE SET renewed_at = max(@now, renewed_at + 1)`;

export const renewPicture: CacheCommand<'renewPicture'> = {
  file: 'cache',
  run: ({ cache, now }, { href }) => {
    const isKnown = cache.get('SELECT 1 AS found FROM media WHERE id = ?', [toMediaId(href)]) !== undefined;
    if (isKnown) cache.run(RENEW, { href, now });
  },
};
