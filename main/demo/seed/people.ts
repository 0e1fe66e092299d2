import type { Letter } from '../state/model.ts';
import type { Language } from './language.ts';

/** When a line was said: so many minutes ago today, or a time of the clinic's clock so many days ago. */
export type When = number | readonly [daysAgo: number, time: string];

/** One line of a hand-written chat. */
export interface Line {
  readonly when: When;
  readonly who: 'us' | 'them' | 'note';
  readonly text: string;
  /** For `us`; delivered unless told. */
  readonly letter?: Letter;
  /** Name of a picture that came with it. */
  readonly picture?: string;
  /** Name of the send to many that it belongs to. */
  readonly bulk?: string;
  /** First name of the team member who wrote it. */
  readonly by?: string;
}

/** One voice call of a hand-written chat. */
export interface Call {
  readonly when: When;
  readonly who: 'us' | 'them';
  /** First name of the team member who made it. */
  readonly by?: string;
}

/** Someone whose chat is written by hand. */
export interface Person {
  readonly phone: string;
  /** No name: a number that nobody knows yet. */
  readonly first?: string;
  readonly last?: string;
  readonly company?: string;
  readonly email?: string;
  readonly language?: Language;
  readonly pet?: string;
  readonly insurance?: string;
  readonly vet?: string;
  readonly since?: string;
  readonly lists?: readonly string[];
  readonly notes?: readonly { readonly text: string; readonly by: string; readonly daysAgo: number }[];
  readonly favorite?: boolean;
  readonly blocked?: boolean;
  readonly landline?: boolean;
  readonly avatar?: string;
  readonly pinned?: boolean;
  /** Hours, or 0 for a mute without end. */
  readonly mutedHours?: number;
  readonly unread?: number;
  readonly status?: 'c' | 'd';
  /** Their messages always end with this letter. */
  readonly outcome?: Letter;
  readonly lines: readonly Line[];
  readonly calls?: readonly Call[];
  /** What they say by themselves while the demo is live, in order. */
  readonly live?: readonly string[];
}

export const REMINDER = 'Reminder';
