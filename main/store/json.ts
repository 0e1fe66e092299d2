/** JSON columns: written by us, yet read through a schema like everything else that comes from a disk. */
import * as v from 'valibot';
import { chatActionSchema, problemViewSchema, sendCheckSchema } from '#shared/contract/index.ts';

const filesSchema = v.array(
  v.object({
    name: v.string(),
    mimeType: v.string(),
    sizeBytes: v.nullable(v.number()),
    url: v.nullable(v.string()),
    previewUrl: v.nullable(v.string()),
  }),
);
const fieldsSchema = v.array(v.object({ id: v.number(), name: v.string(), value: v.nullable(v.string()) }));

function parseJson<Schema extends v.GenericSchema>(schema: Schema, text: string): v.InferOutput<Schema> {
  return v.parse(schema, JSON.parse(text));
}

/** Files of a message; none is stored as null. */
export const parseFiles = (text: string | null): v.InferOutput<typeof filesSchema> =>
  text === null ? [] : parseJson(filesSchema, text);
export const parseFields = (text: string): v.InferOutput<typeof fieldsSchema> => parseJson(fieldsSchema, text);
export const parseAction = (text: string): v.InferOutput<typeof chatActionSchema> => parseJson(chatActionSchema, text);
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
