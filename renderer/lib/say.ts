import type { Formats } from './format.ts';
import type { Translator } from './messages.ts';

/** What it takes to put something into words. */
export interface Say {
  readonly texts: Translator;
  readonly formats: Formats;
  readonly now: number;
}

/** `09:52` today, `Thu 19 Nov, 09:52` on any other day. */
export function toMoment(at: number, { formats, now }: Omit<Say, 'texts'>): string {
  return formats.isSameDay(at, now) ? formats.time(at) : formats.dateTime(at, now);
}

/** A sentence around a part of it that stands out; empty behind it where the part is not in it. */
export interface SplitSentence {
  readonly before: string;
  readonly part: string;
  readonly after: string;
}

export function splitAround(sentence: string, part: string): SplitSentence {
  const at = sentence.indexOf(part);
  if (at === -1 || part === '') return { before: sentence, part: '', after: '' };
  return { before: sentence.slice(0, at), part, after: sentence.slice(at + part.length) };
}
