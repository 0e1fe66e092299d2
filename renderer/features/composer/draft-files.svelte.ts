import { SvelteMap, SvelteSet } from 'svelte/reactivity';
import type { ByteSource, ContractError, OwnFileView, Reply, SwitchboardBridge } from '#shared/contract/index.ts';
import { Serial } from '#shared/lib/serial.ts';
import { MOST_FILES } from '#shared/domain/sends.ts';
import { canTryAgain, findSizeProblem, type FileProblem } from '#renderer/lib/own-files.ts';

/** What a browser's `File` is to a draft. */
export interface GivenFile extends ByteSource {
  readonly name: string;
  readonly type: string;
}

/** One file of a draft, as it stands above the field. */
export interface FileItem {
  /** Stays from the moment it was given until it is gone. */
  readonly key: string;
  /** Of main; null until main has it. */
  readonly id: string | null;
  readonly name: string;
  readonly mimeType: string;
  readonly sizeBytes: number;
  /** `waiting`: no recipient is chosen whose draft it could be in. */
  readonly state: 'waiting' | 'adding' | 'ready' | 'failed';
  /** How much of it main has, 0 to 1. */
  readonly progress: number;
  /** Why it could not be added; it may work when it is tried again. */
  readonly problem: FileProblem | null;
}

/** A file that was given and cannot go along, whatever is tried: it is no part of the draft. */
export interface RefusedFile extends Pick<FileItem, 'key' | 'name' | 'sizeBytes'> {
  readonly problem: FileProblem;
}

/**
 * The files of the draft to one number; for null those of a draft that has no number yet, which main does not know.
 *
 * FILE-1 What stands here as ready is in main's draft: it outlives the window. FILE-2 A file that is taken out before main
 * has it is given up there too. FILE-3 A file that cannot be sent is never attached, and says why. FILE-4 No file follows the user into
 * another account.
 */
export class DraftFiles {
  #items = $state.raw<readonly FileItem[]>([]);
  #leftOut = $state(0);
  #refused = $state.raw<readonly RefusedFile[]>([]);
  #isGone = false;
  /** Requests under way: an answer from before them says nothing. */
  #busy = 0;
  /** Counts what is done to main's draft. */
  #changes = 0;
  readonly #sources = new SvelteMap<string, GivenFile>();
  readonly #hidden = new SvelteSet<string>();
  readonly #bridge: SwitchboardBridge;
  readonly #phone: string | null;
  readonly #bytes: FileBytes;
  /** One after the other: main keeps them in the order in which they came. */
  readonly #turns = new Serial();

  readonly isAdding: boolean = $derived(this.#items.some(({ state }) => state === 'adding'));
  /** How many go along. */
  readonly count: number = $derived(this.#items.filter(({ state }) => state !== 'failed').length);
  readonly failed: FileItem | null = $derived(this.#items.find(({ state }) => state === 'failed') ?? null);

  constructor(bridge: SwitchboardBridge, phone: string | null) {
    this.#bridge = bridge;
    this.#phone = phone;
    this.#bytes = new FileBytes(bridge, phone ?? '');
  }

  get items(): readonly FileItem[] {
    return this.#items;
  }
  /** How many of those that were given last were more than a text may have. */
  get leftOut(): number {
    return this.#leftOut;
  }
  dismissLeftOut(): void {
    this.#leftOut = 0;
  }
  /** Those of the last ones given that cannot go along. */
  get refused(): readonly RefusedFile[] {
    return this.#refused;
  }
  dismissRefused(key: string): void {
    this.#refused = this.#refused.filter((file) => file.key !== key);
  }

  /** Main says that the draft has so many: where that is not so here, it is asked. */
  follow(count: number): void {
    const known = this.#items.filter(({ id }) => id !== null).length + this.#hidden.size;
    if (this.#busy === 0 && known !== count) void this.load();
  }

  /** Asks main; the text of the draft, or null where it did not come. */
  async load(): Promise<string | null> {
    if (this.#phone === null) return null;
    const changes = this.#changes;
    this.#busy += 1;
    const reply = await this.#bridge.request('drafts.get', { phone: this.#phone });
    this.#busy -= 1;
    if (!reply.ok) return null;
    // Something was done to the draft since main looked.
    if (changes !== this.#changes) return this.load();
    this.receive(reply.value.files, 'all');
    return reply.value.text;
  }

  /** Files of main's draft: those that it gained, or all that it has. */
  receive(files: readonly OwnFileView[], which: 'some' | 'all' = 'some'): void {
    const isWanted = ({ id }: { readonly id: string }): boolean => !this.#hidden.has(id);
    const fresh = files.filter(isWanted).map((file) => toItem(file, this.#findKey(file.id)));
    const stays = ({ id }: FileItem): boolean =>
      id === null || (which === 'some' && !fresh.some((file) => file.id === id));
    this.#items = [...fresh, ...this.#items.filter(stays)];
  }

  /** Adds what the user chose, pasted or dropped, as far as it can go along and there is room. */
  add(given: readonly GivenFile[]): void {
    const files = given.filter((file) => findSizeProblem(file.size) === null);
    this.#refused = given.flatMap(({ name, size }) => {
      const problem = findSizeProblem(size);
      return problem === null ? [] : [{ key: crypto.randomUUID(), name, sizeBytes: size, problem }];
    });
    const room = Math.max(0, MOST_FILES - this.count);
    this.#leftOut = Math.max(0, files.length - room);
    for (const file of files.slice(0, room)) {
      const item = this.#toGiven(file);
      this.#sources.set(item.key, file);
      this.#items = [...this.#items, item];
      if (item.state === 'adding') void this.#bring(item.key, file);
    }
  }

  /** Tries to bring a file once more that could not be brought. */
  retry(key: string): void {
    const file = this.#sources.get(key);
    if (file === undefined) return;
    this.#change(key, { state: 'adding', progress: 0, problem: null });
    void this.#bring(key, file);
  }

  /** Takes a file out; null where it went, else why it stays. */
  async remove(key: string): Promise<ContractError | null> {
    const place = this.#items.findIndex((item) => item.key === key);
    const item = this.#items[place];
    if (item === undefined) return null;
    this.#items = this.#items.filter((one) => one !== item);
    this.#leftOut = 0;
    this.#bytes.giveUp(key);
    const problem = item.id === null ? null : await this.#removeAtMain(item.id);
    if (problem !== null) this.#items = [...this.#items.slice(0, place), item, ...this.#items.slice(place)];
    else this.#sources.delete(key);
    return problem;
  }

  /** All that are ready leave with a text: they are not shown here any more, though main still has them in the draft. */
  takeReady(): readonly FileItem[] {
    const taken = this.#items.filter(({ state }) => state === 'ready');
    this.#changes += 1;
    this.#items = this.#items.filter(({ state }) => state !== 'ready');
    for (const { id } of taken) if (id !== null) this.#hidden.add(id);
    this.#leftOut = 0;
    this.#refused = [];
    return taken;
  }

  /** They left for good. */
  forget(items: readonly FileItem[]): void {
    this.unhide(items);
    for (const { key } of items) this.#sources.delete(key);
  }

  /** They did not leave after all. */
  putBack(items: readonly FileItem[]): void {
    this.#reveal(items);
    this.#items = [...items, ...this.#items];
  }

  /** Takes out what was given here, to be given to another draft; what main had before stays. */
  takeGiven(): readonly GivenFile[] {
    const given = this.#items.filter(({ key }) => this.#sources.has(key));
    const files = given.flatMap(({ key }) => this.#sources.get(key) ?? []);
    for (const { key } of given) void this.remove(key);
    return files;
  }

  /** Files of main's draft that are not shown for now. */
  hide(files: readonly Pick<OwnFileView, 'id'>[]): void {
    for (const { id } of files) this.#hidden.add(id);
    this.#items = this.#items.filter(({ id }) => id === null || !this.#hidden.has(id));
  }

  /** They left for good, or are to be seen again. */
  unhide(files: readonly { readonly id: string | null }[]): void {
    this.#changes += 1;
    this.#reveal(files);
  }

  /** They are wanted after all. */
  show(files: readonly OwnFileView[]): void {
    for (const { id } of files) this.#hidden.delete(id);
    this.receive(files);
  }

  /** They are not wanted any more: main forgets them. */
  async discard(files: readonly OwnFileView[]): Promise<void> {
    for (const { id } of files)
      if (this.#hidden.has(id) && (await this.#removeAtMain(id)) === null) this.#hidden.delete(id);
  }

  /** Resolves when nothing is on its way to main any more. */
  settled(): Promise<void> {
    return this.#turns.settled();
  }

  /** The account is left: what has no place yet is given up. */
  dispose(): void {
    this.#isGone = true;
  }

  #toGiven(file: GivenFile): FileItem {
    const state = this.#phone === null ? 'waiting' : 'adding';
    const { name, type: mimeType, size: sizeBytes } = file;
    return { key: crypto.randomUUID(), id: null, name, mimeType, sizeBytes, state, progress: 0, problem: null };
  }

  async #bring(key: string, file: GivenFile): Promise<void> {
    this.#busy += 1;
    const onProgress = (progress: number): void => this.#change(key, { progress });
    const isWanted = (): boolean => !this.#isGone && this.#has(key);
    const reply = await this.#turns.run(() => this.#bytes.bring({ key, file, onProgress, isWanted }));
    this.#busy -= 1;
    if (reply === null) return;
    if (reply === 'unreadable' || !reply.ok) {
      const problem: FileProblem =
        reply === 'unreadable' ? { kind: 'unreadable' } : { kind: 'said', error: reply.error };
      if (canTryAgain(problem)) this.#change(key, { state: 'failed', problem });
      else this.#refuse(key, problem);
      return;
    }
    this.#changes += 1;
    if (this.#has(key)) this.#change(key, toItem(reply.value, key));
    else await this.#removeAtMain(reply.value.id);
  }

  #refuse(key: string, problem: FileProblem): void {
    const item = this.#items.find((one) => one.key === key);
    if (item === undefined) return;
    const { name, sizeBytes } = item;
    this.#items = this.#items.filter((one) => one !== item);
    this.#sources.delete(key);
    this.#refused = [...this.#refused, { key, name, sizeBytes, problem }];
  }

  async #removeAtMain(fileId: string): Promise<ContractError | null> {
    this.#busy += 1;
    this.#changes += 1;
    const input = { requestId: crypto.randomUUID(), phone: this.#phone ?? '', fileId };
    const reply = await this.#bridge.request('drafts.removeFile', input);
    this.#busy -= 1;
    return reply.ok ? null : reply.error;
  }

  #reveal(items: readonly Pick<FileItem, 'id'>[]): void {
    for (const { id } of items) if (id !== null) this.#hidden.delete(id);
  }

  #has(key: string): boolean {
    return this.#items.some((item) => item.key === key);
  }

  #findKey(id: string): string {
    return this.#items.find((item) => item.id === id)?.key ?? id;
  }

  #change(key: string, changes: Partial<FileItem>): void {
    this.#items = this.#items.map((item) => (item.key === key ? { ...item, ...changes } : item));
  }
}

function toItem({ id, name, mimeType, sizeBytes }: OwnFileView, key: string): FileItem {
  return { key, id, name, mimeType, sizeBytes, state: 'ready', progress: 1, problem: null };
}

interface Bringing {
  readonly key: string;
  readonly file: GivenFile;
  readonly onProgress: (share: number) => void;
  /** Whether the file is still in the draft. */
  readonly isWanted: () => boolean;
}

/** What came of it: the file of the draft, why not, or null where it was taken out meanwhile. */
type Brought = Reply<OwnFileView> | 'unreadable' | null;

/** Brings bytes to main and from there into the draft to one number; one that is given up is given up there too. */
class FileBytes {
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
    const input = { requestId: crypto.randomUUID(), phone: this.#phone, handle };
    const added = await this.#bridge.request('drafts.addFile', input);
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
