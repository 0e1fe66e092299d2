import Busboy from '@fastify/busboy';

/** One file of a multipart body. */
export interface UploadedFile {
  readonly name: string;
  /** As the sender called it; '' where it did not say. */
  readonly mimeType: string;
  readonly bytes: Uint8Array;
}

export interface Multipart {
  /** In the order of the body; a name may come several times. */
  readonly fields: readonly (readonly [name: string, value: string])[];
  readonly files: ReadonlyMap<string, UploadedFile>;
}

/** Takes a multipart body apart. Rejects with an Error that says what is wrong with it. */
export function parseMultipart(body: Uint8Array, contentType: string): Promise<Multipart> {
  return new Promise((resolve, reject) => {
    const fields: (readonly [string, string])[] = [];
    const files = new Map<string, UploadedFile>();
    const parser = Busboy({ headers: { 'content-type': contentType }, defCharset: 'utf8' });
    parser.on('field', (name, value) => fields.push([name, value]));
    parser.on('file', (...[field, stream, name, , mimeType]) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => files.set(field, { name, mimeType, bytes: Buffer.concat(chunks) }));
    });
    parser.on('error', (error) => reject(error instanceof Error ? error : new Error(String(error))));
    parser.on('finish', () => resolve({ fields, files }));
    parser.end(Buffer.from(body));
  });
}
