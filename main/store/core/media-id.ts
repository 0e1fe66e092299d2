import { createHash } from 'node:crypto';

/** The id by which a picture is asked for: the same for the same address, and telling nothing about it. */
export function toMediaId(href: string): string {
  return createHash('sha256').update(href).digest('base64url').slice(0, 22);
}
