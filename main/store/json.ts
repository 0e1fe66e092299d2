/** JSON columns: written by us, yet read through a schema like everything else that comes from a disk. */
import * as v from 'valibot';
import { problemViewSchema, sendCheckSchema } from '#shared/contract/index.ts';
import type { ActCoverage, ChatAction } from '#shared/domain/sync.ts';

const filesSchema = v.array(
  v.object({
    name: v.string(),
    mimeType: v.string(),
    sizeBytes: v.nullable(v.number()),
    url: v.nullable(v.string()),
    previewUrl: v.nullable(v.string()),
  }),
);
const actionSchema = v.variant('kind', [
  v.object({ kind: v.literal('read'), isRead: v.boolean(), unreadCount: v.exactOptional(v.number()) }),
  v.object({
    kind: v.literal('status'),
    status: v.picklist(['active', 'closed', 'deleted']),
    isEveryRead: v.exactOptional(v.boolean()),
  }),
  v.object({ kind: v.literal('pin'), isPinned: v.boolean() }),
  v.object({
    kind: v.literal('mute'),
    isMuted: v.boolean(),
    hours: v.nullable(v.number()),
    endsAt: v.exactOptional(v.number()),
  }),
  v.object({ kind: v.literal('block'), isBlocked: v.boolean() }),
]);
const coverageSchema = v.object({
  upToAt: v.optional(v.nullable(v.number()), null),
  upToId: v.optional(v.nullable(v.number()), null),
  upToText: v.optional(v.nullable(v.string()), null),
});
const reverseSchema = v.object({ isReverse: v.literal(true) });
const numbersSchema = v.array(v.number());
const textsSchema = v.array(v.string());
const fieldsSchema = v.array(v.object({ id: v.number(), name: v.string(), value: v.nullable(v.string()) }));

function parseJson<Schema extends v.GenericSchema>(schema: Schema, text: string): v.InferOutput<Schema> {
  return v.parse(schema, JSON.parse(text));
}

/** Files of a message; none is stored as null. */
export const parseFiles = (text: string | null): v.InferOutput<typeof filesSchema> =>
  text === null ? [] : parseJson(filesSchema, text);
export const parseFields = (text: string): v.InferOutput<typeof fieldsSchema> => parseJson(fieldsSchema, text);
export const parseNumbers = (text: string): number[] => parseJson(numbersSchema, text);
export const parseTexts = (text: string): string[] => parseJson(textsSchema, text);
/** What a person did to a chat and the service has not confirmed. */
export const parseAction = (text: string): ChatAction => parseJson(actionSchema, text);
/** Up to which message an action about reading or closing counts. */
export const parseCoverage = (text: string): ActCoverage => parseJson(coverageSchema, text);
/** Whether it makes one undone that a newer text overtook. */
export const isReverse = (text: string): boolean => v.is(reverseSchema, JSON.parse(text));
export const parseProblem = (text: string | null): v.InferOutput<typeof problemViewSchema> | null =>
  text === null ? null : parseJson(problemViewSchema, text);

/** The search for a lost answer; evidence that cannot be read is none, and the search begins anew. */
export function parseCheck(text: string | null): v.InferOutput<typeof sendCheckSchema> | null {
  if (text === null) return null;
  try {
    return parseJson(sendCheckSchema, text);
  } catch {
    return null;
  }
}
