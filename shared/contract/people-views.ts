/** Contacts, and what a search finds, as the window is shown them. */
import * as v from 'valibot';

const instant = v.number();
const phone = v.string();

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

/** Stretches of a text that matched: `[start, end)` in UTF-16 units, ascending, not overlapping. */
const marks = v.array(v.tuple([v.number(), v.number()]));

export const personHitSchema = v.object({
  phone,
  /** Empty where nobody gave the number a name. */
  name: v.string(),
  nameMarks: marks,
  contactId: v.nullable(v.number()),
  /** Their chat, whatever its state; null where there is none. */
  chatId: v.nullable(v.number()),
  avatarId: v.nullable(v.string()),
  isShared: v.boolean(),
  /**
   * What matched beside the name: the number, the e-mail address or a field with its label; null where the name did.
   * Marks of a number are in its digits, `text`, which is the number without plus.
   */
  also: v.nullable(
    v.object({
      kind: v.picklist(['phone', 'email', 'company', 'field']),
      label: v.nullable(v.string()),
      text: v.string(),
      marks,
    }),
  ),
});
export type PersonHit = v.InferOutput<typeof personHitSchema>;

export const messageHitSchema = v.object({
  /** Key of the message, for `messages.listAround`. */
  key: v.string(),
  chatId: v.number(),
  phone,
  name: v.string(),
  direction: v.picklist(['in', 'out']),
  at: instant,
  /** One line of the text with the first match in it. */
  snippet: v.string(),
  marks,
  /** Whether text before, or after, was left out. */
  isCutBefore: v.boolean(),
  isCutAfter: v.boolean(),
});
export type MessageHit = v.InferOutput<typeof messageHitSchema>;

export const searchResultSchema = v.object({
  people: v.array(personHitSchema),
  /** Newest first. */
  messages: v.array(messageHitSchema),
  hasMorePeople: v.boolean(),
  hasMoreMessages: v.boolean(),
  /** Time of the oldest message that was looked through; null where there is none. */
  lookedBackTo: v.nullable(instant),
});
export type SearchResult = v.InferOutput<typeof searchResultSchema>;
