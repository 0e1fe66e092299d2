/** Search in the cache and at the service. */
import * as v from 'valibot';
import { chatViewSchema } from './chats.ts';
import { chatId, instant, phone, requestId } from './common.ts';

/** Ranges of a text that matched: `[start, end)` in UTF-16 units, ascending, not overlapping. */
const marks = v.array(v.tuple([v.number(), v.number()]));

export const personHitSchema = v.object({
  phone,
  /** Empty where the number has no name. */
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

export const searchRequests = {
  /**
   * People and messages of the cache, as the user types; within one chat where `chatId` says so. One search runs at a time:
   * of those that wait with the same scope and chat, the newest follows and the others end as `cancelled`.
   */
  'search.find': {
    input: v.object({
      query: v.pipe(v.string(), v.maxLength(200)),
      scope: v.picklist(['all', 'people', 'messages']),
      chatId: v.nullable(chatId),
      limit: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100)),
    }),
    output: searchResultSchema,
    errors: ['cancelled'],
  },
  /**
   * Chats of the service by the text of their messages, by person, list or number: for what is too old to be kept here.
   * They are in the cache afterwards; at most 50 of each kind.
   */
  'search.askService': {
    input: v.object({ requestId, query: v.pipe(v.string(), v.trim(), v.minLength(2), v.maxLength(200)) }),
    output: v.object({
      byText: v.array(chatViewSchema),
      byPerson: v.array(chatViewSchema),
      hasMore: v.boolean(),
    }),
    errors: ['unauthorized', 'offline', 'timeout', 'rate-limited', 'maintenance', 'server', 'cancelled'],
  },
  /** Reads the messages of a chat with that text from the service; the key of the newest, null where there is none any more. */
  'search.findInChat': {
    input: v.object({ chatId, query: v.pipe(v.string(), v.trim(), v.minLength(2), v.maxLength(200)) }),
    output: v.object({ key: v.nullable(v.string()) }),
    errors: ['unauthorized', 'offline', 'timeout', 'rate-limited', 'maintenance', 'server', 'not-found'],
  },
} as const;
