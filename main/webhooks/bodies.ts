/**
 * Takes the body of a callback apart into records. What it is, its first character says: JSON begins with a bracket,
 * multipart with its boundary, and all else is a form, whatever the content type claims (supplement 2.3).
 */
import Busboy from '@fastify/busboy';

/** A callback has a dozen fields. */
const MULTIPART_LIMITS = { fields: 64, fieldSize: 16_384, fieldNameSize: 100, files: 0, parts: 80, headerPairs: 20 };
/** A body is handed over in pieces: of one that has far too many parts, the rest is left unread. */
const PIECE_BYTES = 4_096;
const BOUNDARY = /^--([\w'()+,\-./:=?]{1,70})[ \t]*\r?\n/;
const LATIN1 = /charset\s*=\s*"?(?:iso-8859-1|latin-?1|windows-1252)/i;

type Fields = Readonly<Record<string, string>>;

/** The records of a body: several for a batch, none where it cannot be read. Never rejects. */
export async function readRecords(body: Buffer, contentType: string): Promise<readonly unknown[]> {
  const isLatin1 = LATIN1.test(contentType);
  const text = new TextDecoder(isLatin1 ? 'windows-1252' : 'utf-8').decode(body).trim();
  if (text === '') return [];
  if (text.startsWith('{') || text.startsWith('[')) return readJson(text);
  const declared = /^multipart\/form-data\b.*boundary=/i.test(contentType) ? contentType : null;
  const type = declared ?? toMultipartType(text);
  if (type !== null) return readMultipart(body, type);
  return [readForm(text, isLatin1)];
}

function readJson(text: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : [value];
  } catch {
    // Whoever knows the path may post anything: that it is no callback is all there is to say.
    return [];
  }
}

/** A multipart body tells its boundary in its first line. */
function toMultipartType(text: string): string | null {
  const boundary = BOUNDARY.exec(text)?.[1];
  return boundary === undefined ? null : `multipart/form-data; boundary="${boundary}"`;
}

function readForm(text: string, isLatin1: boolean): Fields {
  if (!isLatin1) return Object.fromEntries(new URLSearchParams(text));
  const decode = (part: string): string =>
    part
      .replaceAll('+', ' ')
      .replace(/%([\da-f]{2})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
  const pairs = text.split('&').map((pair): [string, string] => {
    const at = pair.indexOf('=');
    return at < 0 ? [decode(pair), ''] : [decode(pair.slice(0, at)), decode(pair.slice(at + 1))];
  });
  return Object.fromEntries(pairs);
}

/** What came before something broke counts as well: a lost last line is no reason to lose the event. */
function readMultipart(body: Buffer, contentType: string): Promise<readonly Fields[]> {
  return new Promise((resolve) => {
    const fields = new Map<string, string>();
    const parts = { areTooMany: false };
    const end = (): void => resolve(fields.size === 0 ? [] : [Object.fromEntries(fields)]);
    try {
      const parser = Busboy({ headers: { 'content-type': contentType }, limits: MULTIPART_LIMITS });
      parser.on('field', (name: unknown, value) => {
        if (typeof name === 'string') fields.set(name, value);
      });
      // Files are passed over: nobody listens for them.
      parser.on('error', end).on('finish', end).on('close', end);
      parser.on('partsLimit', () => {
        parts.areTooMany = true;
        end();
      });
      for (let at = 0; at < body.length && !parts.areTooMany; at += PIECE_BYTES) {
        parser.write(body.subarray(at, at + PIECE_BYTES));
      }
      parser.end();
    } catch {
      // A content type that the parser makes nothing of.
      end();
    }
  });
}
