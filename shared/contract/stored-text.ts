/** A text that left its box and that main has not taken, as a page writes it down for its next life. */
import * as v from 'valibot';

export const storedTextSchema = v.object({
  /** Under which main is asked: a repeat is the same text to it. */
  requestId: v.string(),
  /** Whose text it is. */
  account: v.string(),
  phone: v.string(),
  /** Of the person, empty where it is not known. */
  name: v.string(),
  text: v.string(),
  fileIds: v.array(v.string()),
  /** Epoch ms. */
  at: v.number(),
  /** Whether main may have it: it was asked, and its answer is not known. */
  isAsked: v.boolean(),
});
export type StoredText = v.InferOutput<typeof storedTextSchema>;

/** Null for what is no such text. */
export function parseStoredText(json: string | null): StoredText | null {
  const text = v.safeParse(v.pipe(v.string(), v.parseJson(), storedTextSchema), json);
  return text.success ? text.output : null;
}
