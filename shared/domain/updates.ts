/** Newer versions of the app: what a host tells of them, and what must not be cut short by one. Pure. */

/** What the host's updater tells, in order. */
export type UpdaterNews =
  /** There is none newer than what runs. */
  | { readonly kind: 'none' }
  /** It is being downloaded. `percent`: 0 to 100. */
  | { readonly kind: 'downloading'; readonly version: string; readonly percent: number }
  /** It is here, checked, and replaces this one when the app ends. `notes`: as the publisher wrote them, '' for none. */
  | { readonly kind: 'staged'; readonly version: string; readonly notes: string }
  | { readonly kind: 'failed'; readonly fault: UpdateFault };

/** `offline`: the place of the updates was not reached · `refused`: what came is not ours, or is damaged · `disk`: no room. */
export type UpdateFault = 'offline' | 'refused' | 'disk' | 'unknown';

/** The part of a host that brings newer versions of the app. */
export interface Updater {
  /** Looks for one, and downloads it. What comes of it is told as news; never rejects. */
  check(): Promise<void>;
  /** Called with what is new. Returns its own undo. */
  watch(listener: (news: UpdaterNews) => void): () => void;
  /** Ends the app as quitting does, with its questions, and starts the newer one. */
  restart(): void;
}

/** What runs now and would be cut short by a restart. */
export const RESTART_REASONS = ['import', 'sending'] as const;
export type RestartReason = (typeof RESTART_REASONS)[number];

const LONGEST_NOTES = 4_000;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': '’', nbsp: ' ' };

/** What a publisher wrote, as HTML or not, as lines of text: it is shown as text, whatever is in it. */
export function toPlainNotes(notes: string): string {
  return notes
    .slice(0, LONGEST_NOTES * 4)
    .replaceAll(/<(script|style)\b[\s\S]*?<\/\1\s*>/gi, '')
    .replaceAll(/\s*<li\b[^>]*>/gi, '\n• ')
    .replaceAll(/<(?:br|\/p|\/h\d|\/ul|\/ol|\/div)\b[^>]*>/gi, '\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(amp|lt|gt|quot|#39|nbsp);/g, (whole, name: string) => ENTITIES[name] ?? whole)
    .replaceAll(/[ \t]+/g, ' ')
    .replaceAll(/ ?\n ?/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
    .slice(0, LONGEST_NOTES);
}
