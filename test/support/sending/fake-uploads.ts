import { AppError } from '#shared/domain/app-error.ts';
import type { AppErrorDetails } from '#shared/domain/app-error.ts';
import type { Attachment } from '#shared/domain/attachments.ts';
import type { FileId } from '#shared/domain/ids.ts';
import type { SendFile } from '#shared/domain/sends.ts';
import type { FileSource, SendingFiles } from '#main/sending/ports.ts';

/** For outboxes whose texts have no files: what the real parts of a test need besides. */
export const WITHOUT_FILES = {
  files: { find: () => Promise.resolve(null) },
  webUrl: 'https://web.example',
} as const;

/** The bytes that this computer keeps: of every file as many as it says, unless it is `gone`. */
export class FakeFiles implements SendingFiles {
  readonly gone = new Set<FileId>();
  isDiskFailing = false;

  find({ id, name, sizeBytes }: SendFile): Promise<FileSource | null> {
    if (this.isDiskFailing) return Promise.reject(new AppError({ code: 'disk', message: 'made to fail' }));
    if (this.gone.has(id)) return Promise.resolve(null);
    return Promise.resolve({ name, sizeBytes, open: () => readTenths(sizeBytes) });
  }
}

async function* readTenths(sizeBytes: number): AsyncGenerator<Uint8Array> {
  for (let tenth = 0; tenth < 10; tenth += 1) {
    await Promise.resolve();
    yield new Uint8Array(sizeBytes / 10);
  }
}

interface HeldUpload {
  readonly name: string;
  /** So many bytes have left. */
  readonly move: (sentBytes: number) => void;
  readonly end: () => void;
}

/** The service's end of uploads: every file that arrived, in order, held or failing as a test wants it. */
export class FakeUploads {
  /** Names of the files that were begun, and of those that arrived. */
  readonly begun: string[] = [];
  readonly taken: string[] = [];
  readonly held: HeldUpload[] = [];
  isHolding = false;
  readonly #failures: { readonly error: Error; readonly isAfter: boolean }[] = [];

  /** `isAfter`: the service has the file, and its answer is lost. */
  failNext(details: Partial<AppErrorDetails> | Error, { times = 1, isAfter = false } = {}): void {
    const error =
      details instanceof Error ? details : new AppError({ code: 'offline', message: 'made to fail', ...details });
    for (let time = 0; time < times; time += 1) this.#failures.push({ error, isAfter });
  }

  heal(): void {
    this.#failures.length = 0;
  }

  async take(
    { file, onProgress }: { file: FileSource; onProgress: (sentBytes: number, totalBytes: number) => void },
    signal: AbortSignal | undefined,
  ): Promise<Attachment> {
    this.begun.push(file.name);
    if (this.isHolding) await this.#hold(file, onProgress, signal);
    let sentBytes = 0;
    for await (const piece of file.open()) {
      sentBytes += piece.byteLength;
      onProgress(sentBytes, file.sizeBytes);
    }
    const failure = this.#failures.shift();
    if (failure === undefined || failure.isAfter) this.taken.push(file.name);
    if (failure !== undefined) throw failure.error;
    return { href: `click/${String(this.taken.length)}`, name: file.name, sizeBytes: file.sizeBytes };
  }

  #hold(
    { name, sizeBytes }: FileSource,
    onProgress: (sentBytes: number, totalBytes: number) => void,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    return new Promise((resolve, reject) => {
      const giveUp = (): void => reject(new AppError({ code: 'cancelled', message: 'aborted' }));
      if (signal?.aborted === true) giveUp();
      signal?.addEventListener('abort', giveUp);
      this.held.push({ name, move: (sentBytes) => onProgress(sentBytes, sizeBytes), end: resolve });
    });
  }
}
