/** Small things that the service keeps whole, as rows: fields, templates, unsubscribers, notes. */
import type { ContactNote, CustomField } from '#shared/domain/people.ts';
import type { Template } from '#shared/domain/templates.ts';
import type { Unsubscriber } from '#shared/domain/unsubscribers.ts';

export type FieldColumns = { readonly id: number; readonly name: string; readonly created_at: number | null };

export function toFieldColumns(field: CustomField): FieldColumns {
  return { id: field.id, name: field.name, created_at: field.createdAt };
}

export function toCustomField(row: FieldColumns): CustomField {
  return { id: row.id, name: row.name, createdAt: row.created_at };
}

export type TemplateColumns = {
  readonly id: number;
  readonly name: string;
  readonly content: string;
  readonly modified_at: number | null;
};

export function toTemplateColumns({ id, name, content, modifiedAt }: Template): TemplateColumns {
  return { id, name, content, modified_at: modifiedAt };
}

export function toTemplate({ modified_at: modifiedAt, ...same }: TemplateColumns): Template {
  return { ...same, modifiedAt };
}

export type UnsubscriberColumns = {
  readonly id: number;
  readonly phone: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly unsubscribed_at: number | null;
};

export function toUnsubscriberColumns(one: Unsubscriber): UnsubscriberColumns {
  return {
    id: one.id,
    phone: one.phone,
    first_name: one.firstName,
    last_name: one.lastName,
    unsubscribed_at: one.unsubscribedAt,
  };
}

export type NoteColumns = {
  readonly id: number;
  readonly contact_id: number;
  readonly text: string;
  readonly created_at: number | null;
  readonly author_id: number | null;
  readonly author_name: string;
};

export function toNoteColumns(contactId: number, note: ContactNote): NoteColumns {
  return {
    id: note.id,
    contact_id: contactId,
    text: note.text,
    created_at: note.createdAt,
    author_id: note.authorId,
    author_name: note.authorName,
  };
}

export function toNote(row: NoteColumns): ContactNote {
  const { id, text, created_at: createdAt, author_id: authorId, author_name: authorName } = row;
  return { id, text, createdAt, authorId, authorName };
}
