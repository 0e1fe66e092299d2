import { files as words } from '#renderer/lib/words/files.ts';
import type { Formats } from '#renderer/lib/format.ts';
import type { Translator } from '#renderer/lib/messages.ts';
import { canTryAgain, toFileProblemText, type FileProblem } from '#renderer/lib/own-files.ts';

/** One file above the field, in words. */
export interface FileChip {
  readonly key: string;
  readonly name: string;
  /** Its size, or how far it has come. */
  readonly note: string;
  /** 0 to 1; null where it is not under way. */
  readonly progress: number | null;
  /** Why it cannot go along. */
  readonly problem: string | null;
  readonly canRetry: boolean;
}

interface Item {
  readonly key: string;
  readonly name: string;
  readonly sizeBytes: number;
  readonly state: 'waiting' | 'adding' | 'ready' | 'failed';
  readonly progress: number;
  readonly problem: FileProblem | null;
}

/** What is there at once needs no progress: the bytes stay on this computer. */
export function toFileChip(
  { key, name, sizeBytes, state, progress, problem }: Item,
  { texts, formats }: { readonly texts: Translator; readonly formats: Formats },
): FileChip {
  const isAdding = state === 'adding';
  const percent = Math.floor(progress * 100);
  return {
    key,
    name,
    note: isAdding ? texts.text(words.adding, { percent }) : formats.bytes(sizeBytes),
    progress: isAdding ? progress : null,
    problem: problem === null ? null : toFileProblemText(problem, { texts, formats, sizeBytes }),
    canRetry: problem !== null && canTryAgain(problem),
  };
}
