import type { Send, SendFile } from '#shared/domain/sends.ts';
import type { UploadingNews } from './outbox-parts.ts';

/** Nobody sees more than four steps a second. */
const STEP_MS = 250;

interface ProgressParts {
  readonly send: Send;
  readonly now: () => number;
  readonly tell: (news: UploadingNews) => void;
}

/** Tells how far the files of one send are, all together. */
export class UploadProgress {
  readonly #parts: ProgressParts;
  readonly #totalBytes: number;
  #doneBytes: number;
  #toldAt = -Infinity;

  constructor(parts: ProgressParts) {
    const { files } = parts.send;
    this.#parts = parts;
    this.#totalBytes = sumBytes(files);
    this.#doneBytes = sumBytes(files.filter(({ href }) => href !== null));
  }

  /** So many bytes of the file under way have left. */
  move(sentBytes: number): void {
    const sinceMs = this.#parts.now() - this.#toldAt;
    // A clock that was set back does not keep it quiet.
    if (sinceMs >= 0 && sinceMs < STEP_MS) return;
    this.#tell(this.#doneBytes + sentBytes);
  }

  finish({ sizeBytes }: SendFile): void {
    this.#doneBytes += sizeBytes;
  }

  /** The last word: what the service has. */
  end(): void {
    this.#tell(this.#doneBytes);
  }

  #tell(sentBytes: number): void {
    const { send, now, tell } = this.#parts;
    this.#toldAt = now();
    tell({ sendId: send.id, sentBytes: Math.min(sentBytes, this.#totalBytes), totalBytes: this.#totalBytes });
  }
}

function sumBytes(files: readonly SendFile[]): number {
  return files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
}
