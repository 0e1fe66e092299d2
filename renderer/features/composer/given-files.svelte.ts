import { files } from '#renderer/lib/words/files.ts';
import type { Translator } from '#renderer/lib/messages.ts';
import type { GivenFile } from './draft-files.svelte.ts';

interface Ports {
  /** Whether files can be dropped here now. */
  readonly isOpen: () => boolean;
  readonly onFiles: (files: readonly GivenFile[]) => void;
}

/** Files that are dragged over a part of the window and dropped there. Anything else that is dragged is left alone. */
export class FileDrop {
  #isOver = $state(false);
  readonly #ports: Ports;

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  get isOver(): boolean {
    return this.#isOver && this.#ports.isOpen();
  }

  /** Spread on the part. */
  readonly handlers = {
    ondragenter: (event: DragEvent): void => this.#follow(event),
    ondragover: (event: DragEvent): void => this.#follow(event),
    ondragleave: (event: DragEvent): void => {
      const { currentTarget, relatedTarget } = event;
      const isInside =
        currentTarget instanceof Node && relatedTarget instanceof Node && currentTarget.contains(relatedTarget);
      if (!isInside) this.#isOver = false;
    },
    ondrop: (event: DragEvent): void => {
      this.#isOver = false;
      if (!hasFiles(event) || !this.#ports.isOpen()) return;
      event.preventDefault();
      this.#ports.onFiles([...(event.dataTransfer?.files ?? [])]);
    },
  };

  #follow(event: DragEvent): void {
    if (!hasFiles(event) || !this.#ports.isOpen()) return;
    event.preventDefault();
    if (event.dataTransfer !== null) event.dataTransfer.dropEffect = 'copy';
    this.#isOver = true;
  }
}

/** A file, or an address, that is dropped beside every target would take the place of the whole page. */
export function refuseStrays(event: DragEvent): void {
  if (event.defaultPrevented || !(hasFiles(event) || isStrayAddress(event))) return;
  event.preventDefault();
  if (event.dataTransfer !== null) event.dataTransfer.dropEffect = 'none';
}

/** A field takes an address as words. */
function isStrayAddress({ dataTransfer, target }: DragEvent): boolean {
  const isField = target instanceof Element && target.matches('input, textarea');
  return !isField && dataTransfer?.types.includes('text/uri-list') === true;
}

function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') === true;
}

/** The part of a browser's `DataTransfer` that is read. */
interface Pasted {
  readonly types: readonly string[];
  readonly files: Iterable<File>;
  getData(type: string): string;
}

/**
 * The files of what is pasted. Spreadsheets and word processors put a picture beside copied words: then the words are
 * meant. File managers put names or paths beside the files: then the files are meant. A picture without a name gets one.
 */
export function findPastedFiles(data: Pasted | null, texts: Translator): File[] {
  if (data === null) return [];
  const pasted = [...data.files];
  if (data.types.includes('text/plain') && !areTheirNames(data.getData('text/plain'), pasted)) return [];
  return pasted.map((file) =>
    file.name === '' ? new File([file], texts.text(files.unnamed), { type: file.type }) : file,
  );
}

function areTheirNames(text: string, pasted: readonly File[]): boolean {
  const names = pasted.flatMap(({ name }) => (name === '' ? [] : [name, encodeURIComponent(name)]));
  const lines = text.split(/[\r\n]+/).filter((line) => line.trim() !== '');
  return lines.every((line) => names.includes(line.slice(line.search(/[^/\\]*$/))));
}
