/** Files made up for tests, and what a server saw of one. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { UploadSource } from '#main/api/uploads/upload.ts';
import { startListener } from './scripted-server.ts';

const PIECE_BYTES = 64 * 1024;

export interface WatchedSource extends UploadSource {
  /** Bytes that were read so far. */
  readonly readBytes: number;
  readonly isClosed: boolean;
}

/** A file of so many bytes that says how far it was read. */
export function makeSource(sizeBytes: number, name = 'notes.txt'): WatchedSource {
  let readBytes = 0;
  let isClosed = false;
  return {
    name,
    sizeBytes,
    get readBytes() {
      return readBytes;
    },
    get isClosed() {
      return isClosed;
    },
    // A real file is read by the system, so every piece takes at least a turn of the event loop.
    async *open() {
      try {
        while (readBytes < sizeBytes) {
          const size = Math.min(PIECE_BYTES, sizeBytes - readBytes);
          await new Promise((resolve) => setImmediate(resolve));
          readBytes += size;
          yield Buffer.alloc(size, 'x');
        }
      } finally {
        isClosed = true;
      }
    },
  };
}

/** One upload as a server saw it. */
export interface SeenUpload {
  readonly request: IncomingMessage;
  receivedBytes: number;
  readonly pieces: Buffer[];
  /** Null while it comes; then whether all of it came. */
  isComplete: boolean | null;
}

/** Reads the body as it comes; `onPiece` may stop it, `onComplete` answers. */
export async function startUploadServer(
  onComplete: (seen: SeenUpload, response: ServerResponse) => void,
  onPiece: (seen: SeenUpload, response: ServerResponse) => void = () => undefined,
) {
  const uploads: SeenUpload[] = [];
  const server = await startListener((request, response) => {
    const seen: SeenUpload = { request, receivedBytes: 0, pieces: [], isComplete: null };
    uploads.push(seen);
    request.on('data', (piece: Buffer) => {
      seen.receivedBytes += piece.byteLength;
      seen.pieces.push(piece);
      onPiece(seen, response);
    });
    request.on('end', () => {
      seen.isComplete = true;
      onComplete(seen, response);
    });
    request.on('close', () => (seen.isComplete ??= false));
    // Going away in the middle is what some of them are about.
    request.on('error', () => (seen.isComplete ??= false));
  });
  return { ...server, uploads };
}

/** The form that arrived, as somebody else's decoder reads it. */
export async function readForm({ pieces, request }: SeenUpload): Promise<FormData> {
  const type = request.headers['content-type'] ?? '';
  return new Response(new Uint8Array(Buffer.concat(pieces)), { headers: { 'content-type': type } }).formData();
}
