import type { Bulk } from './bulks.ts';
import type { Contact, ServiceSend } from './entities.ts';
import type { CustomField } from './people.ts';
import type { Schedule } from './schedules.ts';
import type { Template } from './templates.ts';
import type { Unsubscriber } from './unsubscribers.ts';

/** Collections of the service, besides chats and messages, that the cache keeps whole. */
export const COLLECTIONS = [
  'contacts',
  'lists',
  'fields',
  'templates',
  'schedules',
  'sends',
  'bulks',
  'unsubscribers',
  'blocked',
] as const;

export type CollectionName = (typeof COLLECTIONS)[number];

/** Rows of one collection. Contacts and lists go ways of their own. */
export type CollectionRows =
  | { readonly name: 'fields'; readonly rows: readonly CustomField[] }
  | { readonly name: 'templates'; readonly rows: readonly Template[] }
  | { readonly name: 'schedules'; readonly rows: readonly Schedule[] }
  | { readonly name: 'sends'; readonly rows: readonly ServiceSend[] }
  | { readonly name: 'bulks'; readonly rows: readonly Bulk[] }
  | { readonly name: 'unsubscribers'; readonly rows: readonly Unsubscriber[] }
  | { readonly name: 'blocked'; readonly rows: readonly Contact[] };
