import { files } from '#renderer/lib/words/files.ts';
import type { Translator } from '#renderer/lib/messages.ts';

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
