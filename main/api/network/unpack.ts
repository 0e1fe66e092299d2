import { gunzip } from 'node:zlib';
import { promisify } from 'node:util';

const gunzipAsync = promisify(gunzip);

/**
 * The body as it was before the wire packed it, never larger than `maxBytes`.
 * @throws an Error with a code of zlib, or `ERR_BUFFER_TOO_LARGE`
 */
export async function unpack(bytes: Uint8Array, encoding: string | undefined, maxBytes: number): Promise<Uint8Array> {
  const kind = encoding?.trim().toLowerCase() ?? '';
  if (bytes.byteLength === 0 || (kind !== 'gzip' && kind !== 'x-gzip')) return bytes;
  return gunzipAsync(bytes, { maxOutputLength: maxBytes });
}
