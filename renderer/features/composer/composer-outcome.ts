import type { ContractError } from '#shared/contract/index.ts';
import { composer as words } from './messages.ts';
import { files } from '#renderer/lib/words/files.ts';
import { hold } from './messages.ts';
import type { Formats } from '#renderer/lib/format.ts';
import { toSecondsLeft, type Held } from './held.ts';
import { toProblemText } from '#renderer/lib/problems.ts';
import type { Texts } from '#renderer/lib/messages.ts';
import type { AppAnnouncer } from '#renderer/app/app-announcer.svelte.ts';
import type { Toasts } from '#renderer/app/toasts.svelte.ts';
import type { FileItem } from './composer-files.svelte.ts';

/** What came of pressing Send. */
export type SendOutcome =
  | { readonly kind: 'sent'; readonly sendId: string; readonly chatId: number }
  /** `adding`: a file is not here yet. */
  | { readonly kind: 'empty' | 'too-long' | 'adding' }
  /** It cannot go along, and nothing goes without it. */
  | { readonly kind: 'bad-file'; readonly file: FileItem }
  | { readonly kind: 'failed'; readonly problem: ContractError }
  /** One that was sent before it came back, and it with that one. */
  | { readonly kind: 'back' };

export interface OutcomeVoice {
  readonly texts: Texts;
  readonly toasts: Toasts;
  readonly announcer: Pick<AppAnnouncer, 'say' | 'interrupt'>;
}

/** Says what stands in the way of a text; that it left is seen in its thread. */
export function tellOutcome(outcome: SendOutcome, { texts, toasts, announcer }: OutcomeVoice): void {
  if (outcome.kind === 'bad-file') announcer.interrupt(texts.text(files.failedFirst, { name: outcome.file.name }));
  if (outcome.kind === 'adding') announcer.say(texts.text(files.stillAdding));
  if (outcome.kind !== 'failed') return;
  const why = toProblemText(outcome.problem, texts);
  const detail = why === '' ? texts.text(words.noDetail) : why;
  toasts.show(texts.text(words.notKept, { detail }), { tone: 'fault' });
}

/** How long it can be taken back is seen in the thread; who does not see it is told once. `now`: epoch ms. */
export function tellHold(
  held: Held,
  { texts, announcer, formats, now }: OutcomeVoice & { readonly formats: Formats; readonly now: number },
): void {
  const time = formats.age(toSecondsLeft(held, now) * 1_000);
  announcer.say(texts.text(hold.sent, { time }));
}
