/** What an entity must be, written strictly and apart from the decoders, so that a test can tell a typed value. */
import * as v from 'valibot';

const id = v.pipe(v.number(), v.safeInteger(), v.minValue(1));
const text = v.string();
const textOrNull = v.nullable(v.pipe(v.string(), v.minLength(1)));
const instant = v.pipe(v.number(), v.integer(), v.minValue(0));
const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const amount = v.pipe(v.number(), v.finite());
const country = v.nullable(v.pipe(v.string(), v.regex(/^[A-Z]{2}$/)));
const phone = v.pipe(v.string(), v.regex(/^(\d*|[^\s\p{Lu}]+)$/u));

const name = v.pipe(v.string(), v.minLength(1));

export const accountSchema = v.strictObject({
  userId: id,
  username: text,
  firstName: text,
  lastName: text,
  email: text,
  company: text,
  phone: textOrNull,
  balance: v.nullable(amount),
  currency: v.nullable(v.pipe(v.string(), v.regex(/^[A-Z]{3}$/))),
  country,
  timeZone: textOrNull,
  timeZoneId: v.nullable(id),
  timeFormat: v.nullable(v.picklist(['12h', '24h'])),
  role: v.picklist(['parent', 'administrator', 'regular', 'unknown']),
  avatarHref: textOrNull,
});

export const chatSchema = v.strictObject({
  id,
  phone,
  contactId: v.nullable(id),
  firstName: text,
  lastName: text,
  company: text,
  avatarHref: textOrNull,
  isBlocked: v.boolean(),
  isUnsubscribed: v.boolean(),
  unreadCount: count,
  updatedAt: v.nullable(instant),
  status: v.picklist(['active', 'closed', 'deleted', 'unknown']),
  isMuted: v.boolean(),
  mutedUntil: v.nullable(instant),
  isPinned: v.boolean(),
  lastText: text,
  lastDirection: v.nullable(v.picklist(['in', 'out', 'call-in', 'call-out'])),
  from: textOrNull,
  country,
  channel: v.optional(name),
  tags: v.optional(v.array(v.strictObject({ id, title: text }))),
});

export const messageSchema = v.strictObject({
  key: v.pipe(v.string(), v.regex(/^(in|out|call|note):[1-9]\d*$/)),
  direction: v.picklist(['in', 'out']),
  id,
  phone,
  text,
  at: instant,
  kind: v.picklist(['text', 'call', 'note', 'log']),
  letter: textOrNull,
  rejectReason: textOrNull,
  sessionId: v.nullable(id),
  contactId: v.nullable(id),
  firstName: text,
  lastName: text,
  ownNumber: v.nullable(text),
  partsCount: v.nullable(count),
  price: v.nullable(amount),
  files: v.array(
    v.strictObject({
      name: text,
      mimeType: v.pipe(v.string(), v.minLength(1)),
      sizeBytes: v.nullable(count),
      url: textOrNull,
      previewUrl: textOrNull,
    }),
  ),
  initiatorId: v.optional(id),
  isDeleted: v.optional(v.literal(true)),
  isEdited: v.optional(v.literal(true)),
  channel: v.optional(name),
});

const leftOut = v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(1)));

export const historySchema = v.strictObject({
  limit: count,
  nextLastId: v.nullable(id),
  items: v.array(messageSchema),
  leftOut,
});

export const serviceSendSchema = v.strictObject({
  id,
  at: v.nullable(instant),
  text,
  source: textOrNull,
  referenceId: textOrNull,
  price: v.optional(amount),
  recipientsCount: v.optional(count),
  destination: v.optional(name),
  initiatorId: v.optional(id),
  title: v.optional(name),
});

export const sendStatisticsSchema = v.strictObject({
  all: count,
  sent: count,
  delivered: count,
  accepted: count,
  rejected: count,
  failed: count,
  scheduled: count,
});

export const listSchema = v.strictObject({
  id,
  name: text,
  description: text,
  membersCount: count,
  isFavorite: v.boolean(),
  isShared: v.boolean(),
  isDefault: v.boolean(),
  isService: v.boolean(),
  avatarHref: textOrNull,
  userId: v.nullable(id),
});

export const contactSchema = v.strictObject({
  id,
  phone,
  firstName: text,
  lastName: text,
  company: text,
  email: text,
  country,
  isBlocked: v.nullable(v.boolean()),
  isFavorite: v.boolean(),
  isShared: v.boolean(),
  phoneType: textOrNull,
  avatarHref: textOrNull,
  fields: v.array(v.strictObject({ id, name: text, value: v.nullable(text) })),
  lists: v.nullable(v.array(v.strictObject({ id, name: text }))),
  userId: v.nullable(id),
  ownerId: v.nullable(id),
  ownerName: text,
  tags: v.nullable(v.array(v.strictObject({ id, title: text }))),
});

export const noteSchema = v.strictObject({
  id,
  text,
  createdAt: v.nullable(instant),
  authorId: v.nullable(id),
  authorName: text,
});

export const contactDetailsSchema = v.strictObject({
  ...contactSchema.entries,
  notes: v.array(noteSchema),
});

export const customFieldSchema = v.strictObject({ id, name: text, createdAt: v.nullable(instant) });

export const favoriteSchema = v.strictObject({
  kind: v.picklist(['contact', 'list', 'unknown']),
  id,
  name: text,
  phone,
  membersCount: v.nullable(count),
  countryName: textOrNull,
  avatarHref: textOrNull,
});

const suggestion = {
  label: text,
  avatarHref: textOrNull,
  isFavorite: v.boolean(),
  isShared: v.boolean(),
  sharedBy: textOrNull,
  countryName: textOrNull,
};

export const suggestionsSchema = v.array(
  v.variant('kind', [
    v.strictObject({ ...suggestion, kind: v.literal('contact'), contactId: id }),
    v.strictObject({ ...suggestion, kind: v.literal('list'), listId: id }),
    v.strictObject({ ...suggestion, kind: v.literal('reply'), phone: v.pipe(phone, v.minLength(1)) }),
  ]),
);

export const receiptSchema = v.strictObject({
  type: v.picklist(['message', 'session', 'bulk', 'schedule', 'unknown']),
  messageId: v.nullable(id),
  sessionId: v.nullable(id),
  bulkId: v.nullable(id),
  scheduleId: v.nullable(id),
  chatId: v.nullable(id),
});

export const pingSchema = v.strictObject({ ping: v.literal('pong'), userId: v.nullable(id) });

/** What a write gives back. */
export const linkSchema = v.strictObject({ id: v.nullable(id) });

export const unsubscriberSchema = v.strictObject({
  id,
  phone,
  firstName: text,
  lastName: text,
  unsubscribedAt: v.nullable(instant),
});

export const importLinkSchema = v.strictObject({ importId: v.nullable(id) });

export const importProgressSchema = v.strictObject({
  state: v.picklist(['waiting', 'working', 'with-errors', 'completed', 'unknown']),
  importedCount: count,
});

export const idsSchema = v.array(id);

/** A page of such entities. */
export function pageOf(item: v.GenericSchema) {
  return v.strictObject({ page: count, limit: count, pageCount: v.nullable(count), items: v.array(item), leftOut });
}
