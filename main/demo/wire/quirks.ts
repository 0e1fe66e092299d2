import type { Json } from '../http.ts';

/*
 * Turns a faithful answer into one as odd as real services have been seen to give: numeric strings, nulls for nested
 * objects, extra fields, unknown letters, the other date form, plus signs before numbers, an escaped slash in the time
 * zone. Ids, page numbers and texts keep their meaning, so that an app which tolerates it shows the same inbox.
 */

type JsonObject = Readonly<Record<string, Json | undefined>>;

const DATE = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\+0000$/;
const NUMERIC_TEXTS = new Set([
  'id',
  'originalId',
  'unread',
  'sessionId',
  'contactId',
  'membersCount',
  'page',
  'limit',
  'pageCount',
  'price',
  'partsCount',
  'dst',
  'offset',
  'mute',
]);
const PHONES = new Set(['phone', 'sender', 'receiver']);
const NESTED_NULLS = new Set(['avatar', 'country', 'owner', 'senderSource', 'tags', 'notes', 'session', 'currency']);
const BOOLEAN_DIGITS = new Set(['favorited', 'pinned', 'deleted', 'isEdited', 'isDefault']);

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function toOddText(name: string, value: string): string {
  const date = DATE.exec(value);
  if (date !== null) return `${date[1] ?? ''}.000Z`;
  if (PHONES.has(name) && /^\d{7,}$/.test(value)) return `+${value}`;
  return name === 'timezone' ? value.replace('/', '\\/') : value;
}

function toOddValue(name: string, value: Json): Json {
  if (NESTED_NULLS.has(name) && typeof value === 'object') return null;
  if (typeof value === 'number' && NUMERIC_TEXTS.has(name)) return String(value);
  if (typeof value === 'boolean' && BOOLEAN_DIGITS.has(name)) return value ? 1 : 0;
  if (typeof value === 'string') return toOddText(name, value);
  return toOdd(value);
}

/** Every fifth message has a letter, every seventh a type, that nobody has heard of. */
function toUnknownLetters(object: JsonObject): JsonObject {
  const id = typeof object['id'] === 'number' ? object['id'] : 1;
  if (object['messageTime'] === undefined) return {};
  return {
    ...(object['status'] !== undefined && id % 5 === 0 ? { status: 'z' } : {}),
    ...(object['type'] !== undefined && id % 7 === 0 ? { type: 'hologram', chatType: 'smoke_signal' } : {}),
  };
}

/** The nesting of an earlier client library: the field's name is one level down. */
function toOddCustomField(object: JsonObject): JsonObject {
  if (object['userCustomFieldId'] === undefined) return object;
  const { id, name, createdAt, value } = object;
  return { value: value ?? '', userCustomField: { id, name, createdAt } };
}

/** The odd twin of an answer. */
export function toOdd(value: Json): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map(toOdd);
  if (!isObject(value)) return value;
  const nested = toOddCustomField(value);
  const odd: Record<string, Json | undefined> = {};
  for (const [name, entry] of Object.entries(nested)) odd[name] = toOddValue(name, entry ?? null);
  return { ...odd, ...toUnknownLetters(value), internalRank: 0.75 };
}
