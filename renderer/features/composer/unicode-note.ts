import { composer } from './messages.ts';
import type { Translator } from '#renderer/lib/messages.ts';

export interface UnicodeNote {
  /** Why the text is Unicode. */
  readonly why: string;
  /** What the button says that replaces the character; null when nothing can. */
  readonly use: string | null;
}

/** What is said of the character that makes a text Unicode. `room`: units of one part. */
export function toUnicodeNote(
  { character, replacement }: { readonly character: string; readonly replacement: string | null },
  { texts, room }: { readonly texts: Translator; readonly room: number },
): UnicodeNote {
  const isVisible = !/^[\p{Z}\p{C}]$/u.test(character);
  const why = isVisible
    ? texts.text(composer.unicode, { character, room })
    : texts.text(composer.unicodeHidden, { room });
  return { why, use: toOffer(replacement, texts) };
}

function toOffer(replacement: string | null, texts: Translator): string | null {
  if (replacement === null) return null;
  if (replacement === '') return texts.text(composer.removeIt);
  if (replacement.trim() === '') return texts.text(composer.useSpace);
  return texts.text(composer.useInstead, { replacement });
}
