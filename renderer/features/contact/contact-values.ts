/** The values of a contact as rows that are read and edited one by one. Pure. */
import type { ContactDetailsView, PeopleChangeView } from '#shared/contract/index.ts';
import type { ContactFieldName } from '#shared/domain/people-changes.ts';
import type { Formats } from '#renderer/lib/format.ts';
import type { Message, Translator } from '#renderer/lib/messages.ts';
import { changes as changeWords, values as words } from './messages.ts';

/** How a value is written: what keyboard it needs, and how it is shown. */
export type ValueKind = 'text' | 'phone' | 'email' | 'phone-type';

export interface ValueRow {
  readonly field: ContactFieldName;
  readonly label: string;
  readonly kind: ValueKind;
  /** The link in place of an empty value. */
  readonly add: string;
}

/** Rows of every contact, in the order in which they are shown. */
export function listUsualRows(texts: Translator): readonly ValueRow[] {
  return [
    { field: 'firstName', label: texts.text(words.firstName), kind: 'text', add: texts.text(words.addFirstName) },
    { field: 'lastName', label: texts.text(words.lastName), kind: 'text', add: texts.text(words.addLastName) },
    { field: 'phone', label: texts.text(words.phone), kind: 'phone', add: texts.text(words.addPhone) },
    { field: 'phoneType', label: texts.text(words.phoneType), kind: 'phone-type', add: '' },
    { field: 'email', label: texts.text(words.email), kind: 'email', add: texts.text(words.addEmail) },
    { field: 'company', label: texts.text(words.company), kind: 'text', add: texts.text(words.addCompany) },
  ];
}

/** A row for every custom field of the account. */
export function listOwnRows(
  fields: readonly { readonly id: number; readonly name: string }[],
  texts: Translator,
): readonly ValueRow[] {
  return fields.map(({ id, name }) => ({
    field: `field:${id}` as const,
    label: name,
    kind: 'text',
    add: texts.text(words.addField, { name }),
  }));
}

/** A value in the text form in which it is stored and compared. */
export function readValue(contact: ContactDetailsView, field: ContactFieldName): string {
  switch (field) {
    case 'firstName':
    case 'lastName':
    case 'company':
    case 'email':
    case 'phone':
      return contact[field];
    case 'phoneType':
      return contact.phoneType ?? '';
    case 'isFavorite':
      return String(contact.isFavorite);
    default: {
      const id = Number(field.slice('field:'.length));
      return contact.fields.find((own) => own.id === id)?.value ?? '';
    }
  }
}

/** A value as it is read. */
export function toShownValue(
  kind: ValueKind,
  value: string,
  { texts, formats }: { readonly texts: Translator; readonly formats: Formats },
): string {
  if (kind === 'phone') return value === '' ? '' : formats.phone(value);
  if (kind !== 'phone-type') return value;
  if (value === 'mobile') return texts.text(words.mobile);
  if (value === 'landline') return texts.text(words.landline);
  // An open set: the service may know other types.
  return value === '' ? texts.text(words.typeUnknown) : value;
}

/** The newest change of that field which was refused or needs an answer. */
export function findChange(changes: readonly PeopleChangeView[], field: ContactFieldName): PeopleChangeView | null {
  return (
    changes.findLast(
      (change) => change.kind === 'edit-contact' && change.field === field && change.state !== 'waiting',
    ) ?? null
  );
}

/** How many changes have not reached the service and will by themselves. */
export function toWaitingCount(changes: readonly PeopleChangeView[]): number {
  return changes.filter(({ state }) => state === 'waiting').length;
}

/** The name of a contact for sentences: the person's, else the number. */
export function toContactName(contact: Pick<ContactDetailsView, 'name' | 'phone'>, formats: Formats): string {
  return contact.name.trim() === '' ? formats.phone(contact.phone) : contact.name;
}

/** Something that the service refused and that no field of the contact shows. */
export interface Refusal {
  readonly id: number;
  readonly message: Message;
  /** The service's words; '' where it had none. */
  readonly detail: string;
  /** What the user wrote; '' for nothing. */
  readonly typed: string;
}

const REFUSED: Readonly<Partial<Record<PeopleChangeView['kind'], Message>>> = {
  'delete-contacts': changeWords.deleteRefused,
  'add-note': changeWords.noteRefused,
  'edit-note': changeWords.noteRefused,
  'delete-notes': changeWords.noteRefused,
  members: changeWords.membersRefused,
};

/** What was refused and is no value of the contact, oldest first. */
export function listRefusals(changes: readonly PeopleChangeView[]): readonly Refusal[] {
  return changes.flatMap((change) => {
    const message = change.field === 'isFavorite' ? changeWords.favoriteRefused : REFUSED[change.kind];
    const isOpen = change.state === 'refused' || change.state === 'conflict';
    if (message === undefined || !isOpen) return [];
    return [
      { id: change.id, message, detail: change.problem?.detail ?? '', typed: isNote(change) ? change.value : '' },
    ];
  });
}

function isNote({ kind }: PeopleChangeView): boolean {
  return kind === 'add-note' || kind === 'edit-note';
}
