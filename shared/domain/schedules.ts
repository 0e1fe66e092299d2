import type { ContactId, ListId, PhoneKey } from './ids.ts';

/** How often a schedule fires; `unknown` for a word that we do not know. */
export type ScheduleKind = 'once' | 'hourly' | 'daily' | 'weekly' | 'monthly' | 'yearly' | 'unknown';

/** A send that waits at the service for its time, once or again and again (supplement 1.5). All instants in epoch ms. */
export interface Schedule {
  readonly id: number;
  /** When it fires next; null when it is over, or where the service did not say. */
  readonly nextAt: number | null;
  /** iCal RRULE without its prefix, as the service keeps it; null for a one-off. */
  readonly rule: string | null;
  /** Id of the send (the service's session) that its messages will belong to: it exists before anything is sent. */
  readonly sendId: number | null;
  /** What its maker gave to that send as a reference; null: nothing, or the service did not say. */
  readonly referenceId: string | null;
  /** When it fired last. */
  readonly lastAt: number | null;
  /** Full name of its one recipient, otherwise how many there are in the service's words; null where it did not say. */
  readonly contactName: string | null;
  /** With merge fields not filled in. */
  readonly text: string;
  readonly contactIds: readonly ContactId[];
  readonly listIds: readonly ListId[];
  /** Numbers that were given as such. */
  readonly phones: readonly PhoneKey[];
  /** Views of contacts that the service's own pages keep, by id: an edit that leaves them out loses their people. */
  readonly filteredViewIds: readonly number[];
  readonly kind: ScheduleKind;
  /** Its times in the service's words; '' where it has none. */
  readonly summary: string;
  /** Price of one time, in the account's currency. Charged ahead of the time that it fires. */
  readonly cost: number | null;
  /** Parts of one message. */
  readonly parts: number | null;
  readonly chars: number | null;
  /** `ISO-8859-1`, `UTF-16BE`, `Voice`, …: an open set. */
  readonly encoding: string | null;
  /** ISO 3166 alpha-2 in upper case. */
  readonly countries: readonly string[];
  readonly firstAt: number | null;
  /** Its last time; null for a rule without end. */
  readonly endAt: number | null;
  readonly recipientsCount: number | null;
  /** IANA name in which the rule is meant; null where the service did not say. */
  readonly timeZone: string | null;
  readonly isCompleted: boolean;
  /** Relative to the service's web address. */
  readonly avatarHref: string | null;
  readonly createdAt: number | null;
}
