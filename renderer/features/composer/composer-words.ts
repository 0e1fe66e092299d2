/** What the composer says: of the characters and files in it, of what came of Send, and of a text that is held. */
import type { Reply } from '#shared/contract/index.ts';
import type { LongerReason } from '#shared/domain/segments.ts';
import type { AppAnnouncer } from '#renderer/app/app-announcer.svelte.ts';
import type { Toasts } from '#renderer/app/toasts.svelte.ts';
import type { Formats } from '#renderer/lib/format.ts';
import type { Translator } from '#renderer/lib/messages.ts';
import { canTryAgain, toFileProblemText } from '#renderer/lib/own-files.ts';
import { toProblemText } from '#renderer/lib/problems.ts';
import { toChatTitle } from '#renderer/lib/chat-title.ts';
import { outside } from '#renderer/lib/words/outside.ts';
import { files as fileWords } from '#renderer/lib/words/files.ts';
import type { SendOutcome } from './composer.svelte.ts';
import type { FileItem, RefusedFile } from './draft-files.svelte.ts';
import type { FilledIn } from './new-message.svelte.ts';
import { composer as words, hold, optedOut } from './messages.ts';

interface OutcomeContext {
  readonly texts: Translator;
  readonly toasts: Toasts;
  readonly announcer: Pick<AppAnnouncer, 'say' | 'interrupt'>;
}

/** Says what stands in the way of a text; that it left is seen in its thread. */
export function tellOutcome(outcome: SendOutcome, { texts, toasts, announcer }: OutcomeContext): void {
  if (outcome.kind === 'bad-file') announcer.interrupt(texts.text(fileWords.failedFirst, { name: outcome.file.name }));
  if (outcome.kind === 'adding') announcer.say(texts.text(fileWords.stillAdding));
  if (outcome.kind !== 'failed') return;
  const why = toProblemText(outcome.problem, texts);
  const detail = why === '' ? texts.text(words.noDetail) : why;
  toasts.show(texts.text(words.notKept, { detail }), { tone: 'fault' });
}

/** What came of taking a block off. `reply` null: there was nothing to do. */
export function tellUnblocked(
  reply: Reply<unknown> | null,
  { texts, toasts, name }: Pick<OutcomeContext, 'texts' | 'toasts'> & { readonly name: string },
): void {
  if (reply === null) return;
  if (reply.ok) {
    toasts.show(texts.text(optedOut.unblockedDone, { name }));
    return;
  }
  const why = toProblemText(reply.error, texts);
  const detail = why === '' ? texts.text(words.noDetail) : why;
  toasts.show(texts.text(optedOut.unblockFailed, { name, detail }), { tone: 'fault' });
}

/** A text that was just sent and can still be taken back: when it was sent, and when it goes out, epoch ms. */
export interface Held {
  readonly createdAt: number;
  readonly dueAt: number;
}

/** How long it is held in all, ms. */
export function toHoldMs({ createdAt, dueAt }: Held): number {
  return Math.max(0, dueAt - createdAt);
}

/** Whole seconds until it goes out; never more than the whole hold, also where the clock is behind. */
export function toSecondsLeft(held: Held, now: number): number {
  const leftMs = Math.min(toHoldMs(held), held.dueAt - now);
  return Math.max(0, Math.ceil(leftMs / 1_000));
}

/** The thread shows how long a text can be taken back; a screen reader is told once. `now`: epoch ms. */
export function tellHold(
  held: Held,
  { texts, announcer, formats, now }: OutcomeContext & { readonly formats: Formats; readonly now: number },
): void {
  const time = formats.age(toSecondsLeft(held, now) * 1_000);
  announcer.say(texts.text(hold.sent, { time }));
}

/** What a link did to what was being written; empty where it did nothing that the user does not see. */
export function listFilledWords(
  { kept, isJoined, leftOut }: FilledIn,
  { texts, formats }: { readonly texts: Translator; readonly formats: Formats },
): string[] {
  return [
    ...(kept === null ? [] : [texts.text(outside.keptDraft, { name: toChatTitle(kept, formats) })]),
    ...(isJoined ? [texts.text(outside.joined)] : []),
    ...(leftOut === 0 ? [] : [texts.text(outside.leftOut, { count: leftOut })]),
  ];
}

interface LongerNote {
  /** Why the text takes more parts. */
  readonly why: string;
  /** The label of the button that makes it shorter; null where nothing does. */
  readonly fix: string | null;
}

/** What can be said of several characters at once. The rest is "special characters". */
const KINDS = [
  { pattern: /^[\p{Pi}\p{Pf}„‟‚‛′″`´ʼʻˈ＇＂]$/u, why: words.quotes, fix: words.fixQuotes },
  { pattern: /^[\p{Pd}−]$/u, why: words.dashes, fix: words.fixDashes },
  { pattern: /^[\p{Z}\p{C}]$/u, why: words.spaces, fix: words.fixSpaces },
] as const;

/** The note about what makes a text longer. `room`: units of one part. */
export function toLongerNote(
  reason: LongerReason,
  { texts, room }: { readonly texts: Translator; readonly room: number },
): LongerNote {
  if (reason.kind === 'kept') {
    const { character } = reason;
    const isVisible = !/^[\p{Z}\p{C}]$/u.test(character);
    return {
      why: isVisible ? texts.text(words.kept, { character, room }) : texts.text(words.spaces, { room }),
      fix: null,
    };
  }
  const { causes } = reason;
  const kind = KINDS.find(({ pattern }) => causes.every(({ character }) => pattern.test(character)));
  const { why, fix } = kind ?? { why: words.special, fix: words.fixSpecial };
  return { why: texts.text(why, { room }), fix: texts.text(fix) };
}

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

export function toFileChip(
  { key, name, sizeBytes, state, progress, problem }: FileItem,
  { texts, formats }: { readonly texts: Translator; readonly formats: Formats },
): FileChip {
  const isAdding = state === 'adding';
  const percent = Math.floor(progress * 100);
  return {
    key,
    name,
    note: isAdding ? texts.text(fileWords.adding, { percent }) : formats.bytes(sizeBytes),
    progress: isAdding ? progress : null,
    problem: problem === null ? null : toFileProblemText(problem, { texts, formats, sizeBytes }),
    canRetry: problem !== null && canTryAgain(problem),
  };
}

/** `3 files · 2.1 MB` */
export function toFilesSummary(
  files: readonly Pick<FileItem, 'sizeBytes'>[],
  { texts, formats }: { readonly texts: Translator; readonly formats: Formats },
): string {
  const size = formats.bytes(files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0));
  return texts.text(fileWords.countAndSize, { files: texts.text(fileWords.count, { count: files.length }), size });
}

/** Why a file is not among those above the field: `“setup.exe” wasn’t attached. This file type can’t be sent. Use JPG…` */
export function toRefusedNote(
  { key, name, sizeBytes, problem }: RefusedFile,
  { texts, formats }: { readonly texts: Translator; readonly formats: Formats },
): { readonly key: string; readonly text: string } {
  const why = toFileProblemText(problem, { texts, formats, sizeBytes });
  return { key, text: texts.text(fileWords.refused, { name, why }) };
}
