import type { ByteSource, ContractError, SwitchboardBridge } from '#shared/contract/index.ts';
import { Latest } from '#renderer/lib/async.ts';
import type { Message, Translator } from '#renderer/lib/messages.ts';
import { toProblemText } from '#renderer/lib/problems.ts';
import { file as words } from './messages.ts';

/** What the file chooser of the system offers. */
export const OFFERED_TABLES = '.csv,.tsv,.tab,.txt,.xls,.xlsx,.xlsm';
const TABLE_NAME = /\.(?:csv|tsv|tab|txt|xlsx?|xlsm)$/iu;
/** Cells that were pasted are staged under it; the page says what they are in the user's language. */
const PASTED_NAME = 'pasted-cells.tsv';

export type FileProblem =
  | { readonly kind: 'several' | 'wrong-type' | 'empty' | 'unreadable' | 'nothing-copied' }
  | { readonly kind: 'refused'; readonly error: ContractError };

/** `progress`: how much of the file main has, 0 to 1 · `opening`: main looks for its rows. */
export type FileWork =
  | { readonly kind: 'uploading'; readonly name: string; readonly progress: number }
  | { readonly kind: 'opening'; readonly name: string };

interface Ports {
  /** Makes the staged file the draft. Why it cannot be; null: it is. */
  readonly open: (handle: string, isPasted: boolean) => Promise<ContractError | null>;
  /** Whether the file that is being prepared may be replaced; true: without a question. */
  readonly mayReplace: () => true | Promise<boolean>;
}

interface Given {
  readonly name: string;
  readonly mimeType: string;
  readonly bytes: ByteSource;
  readonly isPasted: boolean;
}

/** A file that is chosen, dropped or pasted for an import, on its way to main. One at a time; a newer one replaces it. */
export class FileChoice {
  #work = $state.raw<FileWork | null>(null);
  #problem = $state.raw<FileProblem | null>(null);
  /** Of the file that the problem is about; '' where it is about none. */
  #problemName = $state('');
  #handle: string | null = null;
  readonly #latest = new Latest();
  readonly #bridge: Pick<SwitchboardBridge, 'request' | 'upload'>;
  readonly #ports: Ports;

  constructor(bridge: Pick<SwitchboardBridge, 'request' | 'upload'>, ports: Ports) {
    this.#bridge = bridge;
    this.#ports = ports;
  }

  /** What is under way; null: nothing. */
  get work(): FileWork | null {
    return this.#work;
  }
  /** Why the last one is not the draft; null: nothing is wrong. */
  get problem(): FileProblem | null {
    return this.#problem;
  }
  get problemName(): string {
    return this.#problemName;
  }

  async choose(files: readonly File[]): Promise<void> {
    const [file] = files;
    if (file === undefined) return;
    const problem = files.length > 1 ? 'several' : findProblem(file);
    if (problem !== null) this.#refuse(files.length > 1 ? '' : file.name, { kind: problem });
    else await this.#bring({ name: file.name, mimeType: file.type, bytes: file, isPasted: false });
  }

  /** Cells as a spreadsheet copies them: rows by lines, columns by tabs. */
  async paste(text: string): Promise<void> {
    if (text.trim() === '') {
      this.#refuse('', { kind: 'nothing-copied' });
      return;
    }
    // The mark at the beginning says which encoding it is.
    const bytes = new Blob([`\ufeff${text}`]);
    await this.#bring({ name: PASTED_NAME, mimeType: 'text/tab-separated-values', bytes, isPasted: true });
  }

  /** Gives up what is under way. */
  cancel(): void {
    this.#latest.cancel();
    this.#work = null;
    this.#release();
  }

  #refuse(name: string, problem: FileProblem): void {
    this.cancel();
    this.#problemName = name;
    this.#problem = problem;
  }

  async #bring(given: Given): Promise<void> {
    const answer = this.#ports.mayReplace();
    if (answer !== true && !(await answer)) return;
    this.cancel();
    const isLatest = this.#latest.begin();
    this.#problem = null;
    this.#work = { kind: 'uploading', name: given.name, progress: 0 };
    const problem = await this.#stageAndOpen(given, isLatest);
    if (!isLatest()) return;
    this.#work = null;
    // Main has released a file that it opened.
    if (problem !== null) this.#refuse(given.isPasted ? '' : given.name, problem);
  }

  async #stageAndOpen(
    { name, mimeType, bytes, isPasted }: Given,
    isLatest: () => boolean,
  ): Promise<FileProblem | null> {
    const announced = { name: name.slice(-255), mimeType: mimeType.slice(0, 200), sizeBytes: bytes.size };
    const staged = await this.#bridge.request('files.stage', announced);
    if (!staged.ok) return { kind: 'refused', error: staged.error };
    const { handle } = staged.value;
    if (!isLatest()) {
      void this.#bridge.request('files.release', { handle });
      return null;
    }
    this.#handle = handle;
    const onProgress = (sentBytes: number): void => {
      if (isLatest()) this.#work = { kind: 'uploading', name, progress: sentBytes / bytes.size };
    };
    const sent = await this.#bridge.upload(handle, bytes, onProgress).catch(() => null);
    if (!isLatest()) return null;
    if (sent === null) return { kind: 'unreadable' };
    if (!sent.ok) return { kind: 'refused', error: sent.error };
    this.#work = { kind: 'opening', name };
    const error = await this.#ports.open(handle, isPasted);
    if (error === null && isLatest()) this.#handle = null;
    return error === null ? null : { kind: 'refused', error };
  }

  #release(): void {
    if (this.#handle !== null) void this.#bridge.request('files.release', { handle: this.#handle });
    this.#handle = null;
  }
}

function findProblem(file: File): 'empty' | 'wrong-type' | null {
  if (!TABLE_NAME.test(file.name)) return 'wrong-type';
  return file.size === 0 ? 'empty' : null;
}

const SENTENCES: Readonly<Record<Exclude<FileProblem['kind'], 'refused'>, Message>> = {
  several: words.several,
  'wrong-type': words.wrongType,
  empty: words.empty,
  unreadable: words.unreadable,
  'nothing-copied': words.nothingCopied,
};

/** Why a file is not imported, with its name where it has one. */
export function toFileProblemText(problem: FileProblem, name: string, texts: Translator): string {
  const said = problem.kind === 'refused' ? toProblemText(problem.error, texts) : texts.text(SENTENCES[problem.kind]);
  const detail = said === '' ? texts.text(words.notRead) : said;
  return name === '' ? detail : texts.text(words.failed, { name, detail });
}
