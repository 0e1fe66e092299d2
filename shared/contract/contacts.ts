/** Contacts, other people and contact lists. */
import * as v from 'valibot';
import { nothing, phone, phoneInput, requestId } from './common.ts';

export const contactViewSchema = v.object({
  id: v.number(),
  phone,
  name: v.string(),
  company: v.string(),
  email: v.string(),
  country: v.nullable(v.string()),
  avatarId: v.nullable(v.string()),
  isBlocked: v.boolean(),
  isFavorite: v.boolean(),
  isShared: v.boolean(),
  fields: v.array(v.object({ id: v.number(), name: v.string(), value: v.nullable(v.string()) })),
  lists: v.array(v.object({ id: v.number(), name: v.string() })),
});
export type ContactView = v.InferOutput<typeof contactViewSchema>;

export const personViewSchema = v.object({ phone, name: v.string(), contactId: v.nullable(v.number()) });
export type PersonView = v.InferOutput<typeof personViewSchema>;

export const contactRequests = {
  'contacts.find': {
    input: v.object({ contactId: v.nullable(v.number()), phone: v.nullable(phoneInput) }),
    output: v.nullable(contactViewSchema),
    errors: [],
  },

  /** People of the cache by name or digits, for the "To" field. */
  'people.suggest': {
    input: v.object({ query: v.pipe(v.string(), v.maxLength(100)) }),
    output: v.array(personViewSchema),
    errors: [],
  },
  /**
   * Has the service text a person again who unsubscribed, because they asked for it. `forbidden`: the service wants it from
   * the person; `not-found`: it knows of no such unsubscription.
   */
  'people.resubscribe': {
    input: v.object({ requestId, phone: phoneInput }),
    output: nothing,
    errors: [
      'unauthorized',
      'forbidden',
      'not-found',
      'validation',
      'offline',
      'timeout',
      'rate-limited',
      'maintenance',
      'server',
    ],
  },
  /** Fields that the account gave its contacts, by name: for the line above a thread. */
  'people.listFields': {
    input: nothing,
    output: v.array(v.object({ id: v.number(), name: v.string() })),
    errors: [],
  },

  /** Contact lists of the cache by name, for conditions of a view. */
  'lists.list': {
    input: nothing,
    output: v.array(v.object({ id: v.number(), name: v.string(), membersCount: v.number() })),
    errors: [],
  },
} as const;
