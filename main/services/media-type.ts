/** What bytes are, by their first ones. Pure. */

interface Signature {
  readonly mimeType: string;
  readonly at: number;
  readonly bytes: string;
  /** A second mark for containers that share the first. */
  readonly and?: { readonly at: number; readonly bytes: string };
}

/** Only what a page can show or play and that cannot carry script. Bytes as Latin-1 text. */
const SIGNATURES: readonly Signature[] = [
  { mimeType: 'image/png', at: 0, bytes: '\x89PNG\r\n\x1a\n' },
  { mimeType: 'image/jpeg', at: 0, bytes: '\xff\xd8\xff' },
  { mimeType: 'image/gif', at: 0, bytes: 'GIF87a' },
  { mimeType: 'image/gif', at: 0, bytes: 'GIF89a' },
  { mimeType: 'image/webp', at: 0, bytes: 'RIFF', and: { at: 8, bytes: 'WEBP' } },
  { mimeType: 'image/avif', at: 4, bytes: 'ftypavif' },
  { mimeType: 'image/bmp', at: 0, bytes: 'BM' },
  { mimeType: 'audio/wav', at: 0, bytes: 'RIFF', and: { at: 8, bytes: 'WAVE' } },
  { mimeType: 'audio/mpeg', at: 0, bytes: 'ID3' },
  { mimeType: 'audio/mpeg', at: 0, bytes: '\xff\xfb' },
  { mimeType: 'audio/ogg', at: 0, bytes: 'OggS' },
  { mimeType: 'audio/amr', at: 0, bytes: '#!AMR' },
  { mimeType: 'audio/mp4', at: 4, bytes: 'ftypM4A' },
  { mimeType: 'video/3gpp', at: 4, bytes: 'ftyp3g' },
  { mimeType: 'video/webm', at: 0, bytes: '\x1aE\xdf\xa3' },
  { mimeType: 'video/mp4', at: 4, bytes: 'ftyp' },
];

const DOWNLOADABLE = /^(application\/(pdf|zip|vnd\.[\w.+-]+|msword|rtf)|text\/(plain|csv|vcard|x-vcard|calendar))$/;

/** Never fails: what nobody recognises is a plain download. */
export function findMediaType(
  bytes: Uint8Array,
  declared: string | null,
): { readonly mimeType: string; readonly isInline: boolean } {
  const head = Buffer.from(bytes.subarray(0, 32)).toString('latin1');
  const found = SIGNATURES.find(
    ({ at, bytes: mark, and }) =>
      head.startsWith(mark, at) && (and === undefined || head.startsWith(and.bytes, and.at)),
  );
  if (found !== undefined) return { mimeType: found.mimeType, isInline: true };
  const plain = (declared ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return { mimeType: DOWNLOADABLE.test(plain) ? plain : 'application/octet-stream', isInline: false };
}
