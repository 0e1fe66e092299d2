/** What a scheduled text says to one person, for lists and previews. The service fills it in again when it sends it. */
import { fillFields, listFields, toFilledText } from '#shared/domain/merge-fields.ts';
import type { ReadDb } from '../open.ts';
import { listMergeContacts } from './templates.ts';

/**
 * Fills in texts with the fields of a contact. Use it for one answer: it reads the names of fields once, and only for a text
 * with braces. A field without a value stays as `{Pet}`.
 */
export function createFillIn(db: ReadDb): (text: string, contactId: number | null) => string {
  let known: readonly string[] | null = null;
  return (text, contactId) => {
    if (contactId === null || !text.includes('{')) return text;
    known ??= db.all<{ name: string }>('SELECT name FROM custom_fields ORDER BY name, id').map(({ name }) => name);
    const fields = listFields(text, known);
    if (fields.length === 0) return text;
    const ask = { after: contactId - 1, limit: 1, fields, contactIds: [contactId] };
    const [contact] = listMergeContacts(db, ask, 0);
    return toFilledText(fillFields(text, { fallbacks: {}, knownFields: known, values: contact?.values ?? {} }));
  };
}
