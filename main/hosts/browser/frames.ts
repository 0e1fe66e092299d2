import type { RawData } from 'ws';

/** The text of a frame, in whichever form the socket hands it over. */
export function toText(data: RawData): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString('utf8');
  return (data instanceof ArrayBuffer ? Buffer.from(data) : data).toString('utf8');
}
