/** What the service says of a contact or a list, kept as JSON while something else is shown. */
import * as v from 'valibot';
import type { NoteColumns } from './collection-rows.ts';
import type { ContactRowColumns, ListRowColumns } from './contact-row.ts';

const text = v.nullable(v.string());
const number = v.nullable(v.number());
const contactSchema = v.object({
  ...{ id: v.number(), phone: v.string(), first_name: v.string(), last_name: v.string(), company: v.string() },
  ...{ email: v.string(), country: text, is_blocked: number, is_favorite: v.number(), is_shared: v.number() },
  ...{ phone_type: text, avatar_href: text, fields: v.string(), sort_name: v.string(), search_text: v.string() },
  ...{ user_id: number, owner_id: number, tags: text },
});
const notesSchema = v.array(
  v.object({
    ...{ id: v.number(), contact_id: v.number(), text: v.string(), created_at: number },
    ...{ author_id: number, author_name: v.string() },
  }),
);
const listSchema = v.object({
  ...{ id: v.number(), name: v.string(), description: v.string(), members_count: v.number() },
  ...{ is_favorite: v.number(), is_shared: v.number(), is_default: v.number(), is_service: v.number() },
  ...{ avatar_href: text, user_id: number },
});

/** Null: the service said nothing of it yet, or that it is gone. */
export const parseServiceContact = (json: string | null): ContactRowColumns | null =>
  json === null ? null : v.parse(contactSchema, JSON.parse(json));
export const parseServiceNotes = (json: string): NoteColumns[] => v.parse(notesSchema, JSON.parse(json));
export const parseServiceList = (json: string | null): ListRowColumns | null =>
  json === null ? null : v.parse(listSchema, JSON.parse(json));
