import type { Formats } from '#renderer/lib/format.ts';
import type { Translator } from '#renderer/lib/messages.ts';
import type { AppAnnouncer } from '#renderer/app/app-announcer.svelte.ts';
import type { Overlays } from '#renderer/app/overlays.svelte.ts';
import type { AppCounts } from '#renderer/data/app-counts.svelte.ts';
import type { UnsentTexts } from '#renderer/data/unsent-texts.svelte.ts';
import type { RequestIds } from '#renderer/data/request-ids.ts';
import type { Toasts } from '#renderer/app/toasts.svelte.ts';

/** What an inbox is made with. */
export interface InboxOptions {
  readonly texts: Translator;
  readonly formats: () => Formats;
  readonly toasts: Toasts;
  readonly overlays: Overlays;
  readonly announcer: Pick<AppAnnouncer, 'say' | 'interrupt'>;
  /** Of the app: they outlive the inbox. */
  readonly ids: RequestIds;
  readonly counts: Pick<AppCounts, 'applyOptimistic'>;
  /** The texts of this account that main has not taken; the inbox disposes of it. */
  readonly unsent: UnsentTexts;
  /** The key that takes back, as key labels. */
  readonly undoKeyLabels: () => readonly string[];
  readonly now: () => number;
  /** Whether list and sheet are side by side; reads runes. */
  readonly hasTwoPanes: () => boolean;
  /** The account's own number. */
  readonly homePhone: () => string | null;
  /** The account's country, ISO 3166 alpha-2. */
  readonly homeCountry: () => string | null;
  /** Web address of the service. */
  readonly webUrl: () => string;
}
