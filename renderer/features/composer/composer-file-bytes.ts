import type { ByteSource, OwnFileView, Reply, SwitchboardBridge } from '#shared/contract/index.ts';

/** What a browser's `File` is to a draft. */
export interface GivenFile extends ByteSource {
  readonly name: string;
  readonly type: string;
}

interface Bringing {
  readonly key: string;
  readonly file: GivenFile;
  readonly onProgress: (share: number) => void;
  /** Whether anybody still wants it. */
  readonly isWanted: () => boolean;
}

/** What came of it: the file of the draft, why not, or null where nobody wanted it any more. */
export type Brought = Reply<OwnFileView> | 'unreadable' | null;

/** Brings bytes to main and from there into the draft to one number; one that is given up is given up there too. */
export class FileBytes {
  /** Handles of bytes on their way, by key. */
  readonly #handles = new Map<string, string>();
  readonly #bridge: SwitchboardBridge;
  readonly #phone: string;

  constructor(bridge: SwitchboardBridge, phone: string) {
    this.#bridge = bridge;
    this.#phone = phone;
  }

  /** Never rejects. `unreadable`: it is a folder, or was moved or changed after it was chosen. */
  async bring({ key, file, onProgress, isWanted }: Bringing): Promise<Brought> {
    if (!isWanted()) return null;
    const { name, type, size } = file;
    const announced = { name: name.slice(-255), mimeType: type.slice(0, 200), sizeBytes: size };
    const staged = await this.#bridge.request('files.stage', announced);
    if (!staged.ok) return staged;
    this.#handles.set(key, staged.value.handle);
    if (!isWanted()) {
      this.#end(key);
      return null;
    }
    const progress = (sentBytes: number): void => onProgress(sentBytes / size);
    const sent = await this.#bridge.upload(staged.value.handle, file, progress).catch(() => null);
    if (sent === null) {
      this.#end(key);
      return isWanted() ? 'unreadable' : null;
    }
    if (sent.ok && isWanted()) return this.#store(key, staged.value.handle);
    this.#end(key);
    return sent.ok ? null : sent;
  }

  /** Ends what is under way for a file. */
  giveUp(key: string): void {
    this.#end(key);
  }

  async #store(key: string, handle: string): Promise<Reply<OwnFileView>> {
    const act = { requestId: crypto.randomUUID(), phone: this.#phone, handle };
    const added = await this.#bridge.request('drafts.addFile', act);
    if (!added.ok) this.#end(key);
    this.#handles.delete(key);
    return added;
  }

  #end(key: string): void {
    const handle = this.#handles.get(key);
    this.#handles.delete(key);
    if (handle !== undefined) void this.#bridge.request('files.release', { handle });
  }
}
