import type { ByteSource, ContractError, SwitchboardBridge } from '#shared/contract/index.ts';
import type { Formats } from './format.ts';
import type { Translator } from './messages.ts';
import { LARGEST_FILE_BYTES } from './own-files.ts';
import { toProblemText } from './problems.ts';
import { pictures as words } from './words/pictures.ts';

/** Why the picture is as it was before. */
export type PictureProblem =
  | { readonly kind: 'wrong-type' }
  | { readonly kind: 'too-large'; readonly sizeBytes: number }
  /** The system does not give its bytes: a folder, or moved or changed after it was chosen. */
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'several' }
  | { readonly kind: 'offline' }
  /** It did not reach main. */
  | { readonly kind: 'failed'; readonly error: ContractError }
  /** Main or the service refused it: a sentence. */
  | { readonly kind: 'refused'; readonly text: string };

/** What is shown of it. */
export type PictureView = Pick<
  PictureChoice,
  'choose' | 'done' | 'isOffline' | 'problem' | 'remove' | 'step' | 'toShownUrl'
>;

export interface PictureChoiceOptions {
  /** Has main set a staged file as the picture, or none (null). The sentence that says why not; null: it is set. */
  readonly set: (handle: string | null) => Promise<string | null>;
  readonly isOffline: () => boolean;
  /** What went wrong after the screen was left. */
  readonly ontold: (problem: PictureProblem) => void;
}

/** `progress`: how much of the file main has, 0 to 1. */
export type PictureStep =
  | { readonly kind: 'uploading'; readonly progress: number }
  | { readonly kind: 'saving' }
  | { readonly kind: 'removing' };

/** What is shown in place of the picture `before`, until that changes. */
interface Shown {
  readonly before: string | null;
  readonly url: string | null;
}

/** The first bytes of a PNG and of a JPG file. */
const SIGNATURES = [
  [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  [0xff, 0xd8, 0xff],
];
const LONGEST_SIGNATURE = 8;

/** What the file chooser of the system offers. */
export const OFFERED_PICTURES = 'image/png,image/jpeg,.png,.jpg,.jpeg';

/**
 * The picture of a contact or a list while the user changes it: checked, brought to main, set. One at a time. The new one is
 * shown from the moment it is chosen, until it is refused or the address of the picture is another.
 */
export class PictureChoice {
  #step = $state.raw<PictureStep | null>(null);
  #problem = $state.raw<PictureProblem | null>(null);
  #done = $state<'saved' | 'removed' | null>(null);
  #shown = $state.raw<Shown | null>(null);
  #isLeft = false;
  readonly #bridge: Pick<SwitchboardBridge, 'request' | 'upload'>;
  readonly #options: PictureChoiceOptions;

  constructor(bridge: Pick<SwitchboardBridge, 'request' | 'upload'>, options: PictureChoiceOptions) {
    this.#bridge = bridge;
    this.#options = options;
  }

  /** What is under way; null: nothing. */
  get step(): PictureStep | null {
    return this.#step;
  }
  /** Why the picture that was chosen last is not shown; null: nothing is wrong. */
  get problem(): PictureProblem | null {
    return this.#problem;
  }
  /** What came of the last try; null: nothing, or not yet. */
  get done(): 'saved' | 'removed' | null {
    return this.#done;
  }

  get isOffline(): boolean {
    return this.#options.isOffline();
  }

  /** The picture to show where `url` is the one that is known. */
  toShownUrl(url: string | null): string | null {
    return this.#shown !== null && this.#shown.before === url ? this.#shown.url : url;
  }

  /** What was chosen or dropped. `current`: the address of the picture so far. */
  async choose(files: readonly File[], current: string | null): Promise<void> {
    const [file] = files;
    if (this.#step !== null || file === undefined) return;
    this.#begin();
    const problem = files.length > 1 ? ({ kind: 'several' } as const) : await this.#check(file);
    if (problem !== null) {
      this.#end(problem);
      return;
    }
    this.#show({ before: current, url: URL.createObjectURL(file) });
    this.#step = { kind: 'uploading', progress: 0 };
    this.#end(await this.#bring(file), 'saved');
  }

  async remove(current: string | null): Promise<void> {
    if (this.#step !== null) return;
    this.#begin();
    this.#step = { kind: 'removing' };
    const text = await this.#options.set(null);
    if (text === null) this.#show({ before: current, url: null });
    this.#end(text === null ? null : { kind: 'refused', text }, 'removed');
  }

  /** The screen is left: what is under way goes on. */
  dispose(): void {
    this.#isLeft = true;
    if (this.#step === null) this.#show(null);
  }

  async #check(file: File): Promise<PictureProblem | null> {
    if (file.size > LARGEST_FILE_BYTES) return { kind: 'too-large', sizeBytes: file.size };
    const start = await file
      .slice(0, LONGEST_SIGNATURE)
      .arrayBuffer()
      .catch(() => null);
    if (start === null) return { kind: 'unreadable' };
    const bytes = new Uint8Array(start);
    if (!SIGNATURES.some((signature) => signature.every((byte, index) => bytes[index] === byte)))
      return { kind: 'wrong-type' };
    return this.isOffline ? { kind: 'offline' } : null;
  }

  async #bring(file: File): Promise<PictureProblem | null> {
    const { name, type: mimeType, size: sizeBytes } = file;
    const announced = { name: name.slice(-255), mimeType: mimeType.slice(0, 200), sizeBytes };
    const staged = await this.#bridge.request('files.stage', announced);
    if (!staged.ok) return { kind: 'failed', error: staged.error };
    const { handle } = staged.value;
    const onProgress = (sentBytes: number): void => {
      this.#step = { kind: 'uploading', progress: sentBytes / sizeBytes };
    };
    const problem = await this.#uploadAndSet(handle, file, onProgress);
    if (problem !== null) void this.#bridge.request('files.release', { handle });
    return problem;
  }

  async #uploadAndSet(
    handle: string,
    file: ByteSource,
    onProgress: (sentBytes: number) => void,
  ): Promise<PictureProblem | null> {
    const sent = await this.#bridge.upload(handle, file, onProgress).catch(() => null);
    if (sent === null) return { kind: 'unreadable' };
    if (!sent.ok) return { kind: 'failed', error: sent.error };
    this.#step = { kind: 'saving' };
    const text = await this.#options.set(handle);
    return text === null ? null : { kind: 'refused', text };
  }

  #begin(): void {
    this.#problem = null;
    this.#done = null;
    this.#step = { kind: 'uploading', progress: 0 };
  }

  #end(problem: PictureProblem | null, done: 'saved' | 'removed' | null = null): void {
    this.#step = null;
    this.#problem = problem;
    this.#done = problem === null ? done : null;
    if (problem !== null || this.#isLeft) this.#show(null);
    if (problem !== null && this.#isLeft) this.#options.ontold(problem);
  }

  #show(shown: Shown | null): void {
    const url = this.#shown?.url ?? null;
    this.#shown = shown;
    if (url !== null) URL.revokeObjectURL(url);
  }
}

export function toPictureProblemText(
  problem: PictureProblem,
  { texts, formats }: { readonly texts: Translator; readonly formats: Formats },
): string {
  switch (problem.kind) {
    case 'wrong-type':
      return texts.text(words.wrongType);
    case 'too-large':
      return texts.text(words.tooLarge, { size: formats.bytes(problem.sizeBytes) });
    case 'unreadable':
      return texts.text(words.unreadable);
    case 'several':
      return texts.text(words.several);
    case 'offline':
      return texts.text(words.isOffline);
    case 'refused':
      return problem.text;
    case 'failed': {
      const said = toProblemText(problem.error, texts);
      return said === '' ? texts.text(words.failed) : said;
    }
  }
}
