/** What is kept on this computer, in words: `3 texts and 2 changes`. */
import type { OutboxView } from '#shared/contract/index.ts';
import { kept } from './messages.ts';
import type { Message, Translator } from '#renderer/lib/messages.ts';

export type PendingCounts = OutboxView['counts'];

interface Kept {
  /** How many things: decides between "is" and "are". */
  readonly count: number;
  readonly what: string;
}

/** Texts and changes that leave by themselves, in digits: for the beginning of a sentence. Null: nothing waits. */
export function findWaiting(
  { waiting, actions }: Pick<PendingCounts, 'waiting' | 'actions'>,
  texts: Translator,
): Kept | null {
  return join(
    [
      [waiting, kept.texts],
      [actions, kept.changes],
    ],
    texts,
  );
}

/** The same and the drafts, for the middle of a sentence: `2 texts and a draft`. Null: nothing is kept. */
export function findKept({ waiting, actions, drafts }: PendingCounts, texts: Translator): Kept | null {
  return join(
    [
      [waiting, kept.someTexts],
      [actions, kept.someChanges],
      [drafts, kept.someDrafts],
    ],
    texts,
  );
}

function join(counted: readonly (readonly [number, Message<'count'>])[], texts: Translator): Kept | null {
  const some = counted.filter(([count]) => count > 0);
  const [first, second, third] = some.map(([count, message]) => texts.text(message, { count }));
  if (first === undefined) return null;
  const count = some.reduce((sum, [number]) => sum + number, 0);
  if (second === undefined) return { count, what: first };
  const what =
    third === undefined ? texts.text(kept.pair, { first, second }) : texts.text(kept.triple, { first, second, third });
  return { count, what };
}
