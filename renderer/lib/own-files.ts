/** Files that a person adds to a text: what may go along, and how they are shown. */
import type { ContractError } from '#shared/contract/index.ts';
import { files as words } from './words/files.ts';
import type { Formats } from './format.ts';
import type { Translator } from './messages.ts';
import { toProblemText } from './problems.ts';

/** The service takes no larger one (specification, "Limits"): known before a byte of it moves. */
export const LARGEST_FILE_BYTES = 10 * 1024 * 1024;

/** Why a file cannot go along. */
export type FileProblem =
  | { readonly kind: 'empty' }
  | { readonly kind: 'too-large' }
  /** The system does not give its bytes: a folder, or moved or changed after it was chosen. */
  | { readonly kind: 'unreadable' }
  /** Main, or the service's rule, says why. */
  | { readonly kind: 'said'; readonly error: ContractError };

/** The picture that stands for a file. */
export type FileIcon = 'picture' | 'table' | 'slides' | 'person' | 'text' | 'other';

const ICONS: readonly (readonly [FileIcon, RegExp])[] = [
  ['picture', /\.(?:jpe?g|gif|png)$/i],
  ['table', /\.(?:csv|xlsx?)$/i],
  ['slides', /\.pptx?$/i],
  ['person', /\.vcf$/i],
  ['text', /\.(?:pdf|txt|docx?)$/i],
];

/** What the file chooser of the system offers first; of anything else the user is told why it cannot go. */
export const OFFERED_FILES = '.jpg,.jpeg,.gif,.png,.pdf,.txt,.csv,.doc,.docx,.xls,.xlsx,.ppt,.pptx,.vcf';

export function findSizeProblem(sizeBytes: number): FileProblem | null {
  if (sizeBytes === 0) return { kind: 'empty' };
  return sizeBytes > LARGEST_FILE_BYTES ? { kind: 'too-large' } : null;
}

export function toFileIcon(name: string): FileIcon {
  return ICONS.find(([, pattern]) => pattern.test(name))?.[0] ?? 'other';
}

/** Whether the same file may go when it is tried again: what is wrong lies not with it. */
export function canTryAgain(problem: FileProblem): boolean {
  return problem.kind === 'said' && problem.error.code !== 'validation';
}

export function toFileProblemText(
  problem: FileProblem,
  { texts, formats, sizeBytes }: { readonly texts: Translator; readonly formats: Formats; readonly sizeBytes: number },
): string {
  if (problem.kind === 'empty') return texts.text(words.empty);
  if (problem.kind === 'unreadable') return texts.text(words.unreadable);
  if (problem.kind === 'too-large') return texts.text(words.tooLarge, { size: formats.bytes(sizeBytes) });
  const said = toProblemText(problem.error, texts);
  return said === '' ? texts.text(words.failed) : said;
}

/** `Bella’s bloods are back · 2 files` */
export function withFilesCount(text: string, count: number, texts: Translator): string {
  if (count === 0) return text;
  const files = texts.text(words.count, { count });
  return text === '' ? files : texts.text(words.textAndCount, { text, files });
}

/** Letters at the end of a name that are always shown: its type, and enough before it to tell two apart. */
const TAIL_LETTERS = 8;

/** A name cut in two, so that what does not fit is left out of its middle. The two together are the name. */
export function splitName(name: string): { readonly head: string; readonly tail: string } {
  const letters = [...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(name)].map(
    ({ segment }) => segment,
  );
  const extension = /\.[^.]{1,5}$/.exec(name)?.[0].length ?? 0;
  const tail = Math.min(Math.max(extension + 3, TAIL_LETTERS), Math.floor(letters.length / 2));
  return {
    head: letters.slice(0, letters.length - tail).join(''),
    tail: letters.slice(letters.length - tail).join(''),
  };
}
