/** One contact in words, to be copied. Pure. */
import type { ContactDetailsView } from '#shared/contract/index.ts';
import type { Formats } from '#renderer/lib/format.ts';
import type { Translator } from '#renderer/lib/messages.ts';
import { listOwnRows, listUsualRows, readValue, toContactName, toShownTags, toShownValue } from './contact-values.ts';
import { contact as contactWords, notes as noteWords, values as valueWords } from './messages.ts';

export interface ContactTextContext {
  readonly texts: Translator;
  readonly formats: Formats;
  readonly now: number;
}

/** Everything known about a contact, a line for each value; empty ones are left out. */
export function toDetailsText(contact: ContactDetailsView, context: ContactTextContext): string {
  const { texts, formats } = context;
  const rows = [...listUsualRows(texts), ...listOwnRows(contact.fields, texts)];
  const lines = rows
    .map((row) => ({ row, value: readValue(contact, row.field) }))
    .filter(({ value }) => value.trim() !== '')
    .map(({ row, value }) => `${row.label}: ${toShownValue(row, value, formats)}`);
  const tags = toShownTags(readValue(contact, 'tags'), formats);
  const lists = contact.lists.map(({ name }) => name).join(', ');
  const notes = contact.notes.map(({ text, ...note }) => `${text} (${toNoteLine(note, context)})`);
  return [
    toContactName(contact, formats),
    ...lines,
    ...(tags === '' ? [] : [`${texts.text(valueWords.tags)}: ${tags}`]),
    ...(contact.ownerName === '' ? [] : [`${texts.text(valueWords.owner)}: ${contact.ownerName}`]),
    ...(lists === '' ? [] : [`${texts.text(contactWords.lists)}: ${lists}`]),
    ...(notes.length === 0 ? [] : [`${texts.text(noteWords.title)}:`, ...notes]),
  ].join('\n');
}

/** Who wrote a note, and when. */
export function toNoteLine(
  note: Pick<ContactDetailsView['notes'][number], 'authorName' | 'createdAt' | 'isOwn'>,
  { texts, formats, now }: ContactTextContext,
): string {
  const name = note.isOwn ? texts.text(noteWords.you) : note.authorName;
  if (note.createdAt === null) return name;
  const time = formats.date(note.createdAt, now);
  return name === '' ? time : texts.text(noteWords.by, { name, time });
}
