/** The values of a contact as rows that are read and edited one by one. Pure. */
import type { ContactDetailsView, PeopleChangeView } from '#shared/contract/index.ts';
import { parseTagsText, toTagsText, type ContactFieldName, type Tag } from '#shared/domain/people-changes.ts';
import type { Formats } from '#renderer/lib/format.ts';
import type { Message, Translator } from '#renderer/lib/messages.ts';
import { changes as changeWords, values as words } from './messages.ts';

/** How a value is written: what keyboard it needs, and how it is shown. */
export type ValueKind = 'text' | 'phone' | 'email' | 'choice';

/** One of the few values that a `choice` can have. */
export interface ValueOption {
  readonly value: string;
  readonly label: string;
  /** As it is read, where that is another word. */
  readonly shown?: string;
}

export interface ValueRow {
  readonly field: ContactFieldName;
  readonly label: string;
  readonly kind: ValueKind;
  /** The link in place of an empty value. */
  readonly add: string;
  /** The same beside its label, where the name of the value would not read well after it. */
  readonly addShort?: string;
  /** Of a `choice`; the value may be another one, which can be kept. */
  readonly options?: readonly ValueOption[];
}

/** A user of the account who can look after a contact. */
export interface Owner {
  readonly id: number;
  readonly name: string;
  readonly isMe: boolean;
}

/** Rows of every contact, in the order in which they are shown. */
export function listUsualRows(texts: Translator): readonly ValueRow[] {
  return [
    { field: 'firstName', label: texts.text(words.firstName), kind: 'text', add: texts.text(words.addFirstName) },
    { field: 'lastName', label: texts.text(words.lastName), kind: 'text', add: texts.text(words.addLastName) },
    { field: 'phone', label: texts.text(words.phone), kind: 'phone', add: texts.text(words.addPhone) },
    {
      ...{ field: 'phoneType', label: texts.text(words.phoneType), kind: 'choice', add: '' },
      options: [
        { value: '', label: texts.text(words.typeAutomatic), shown: texts.text(words.typeUnknown) },
        { value: 'mobile', label: texts.text(words.mobile) },
        { value: 'landline', label: texts.text(words.landline) },
      ],
    },
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
    addShort: texts.text(words.addShort),
  }));
}

/** The row of the user who looks after a contact. */
export function toOwnerRow(contact: ContactDetailsView, users: readonly Owner[], texts: Translator): ValueRow {
  const known = users.map(({ id, name, isMe }) => ({
    value: String(id),
    label: isMe ? texts.text(words.ownerMe, { name }) : name,
  }));
  // The service may know users that it does not list.
  const { ownerId, ownerName } = contact;
  const isListed = ownerId === null || users.some(({ id }) => id === ownerId);
  const other = { value: String(ownerId), label: ownerName === '' ? texts.text(words.ownerUnknown) : ownerName };
  return {
    ...{ field: 'ownerId', label: texts.text(words.owner), kind: 'choice', add: '' },
    options: [{ value: '', label: texts.text(words.noOwner) }, ...known, ...(isListed ? [] : [other])],
  };
}

/** Tags in the text form of a value, by title. */
export function toTags(value: string): readonly Tag[] {
  return (parseTagsText(value) ?? []).toSorted((one, other) => one.title.localeCompare(other.title));
}

/** Tags in the text form of a value, as they are read. */
export function toShownTags(value: string, formats: Formats): string {
  return formats.list(
    toTags(value).map(({ title }) => title),
    { isOpen: true },
  );
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
    case 'tags':
      return toTagsText(contact.tags ?? []);
    case 'ownerId':
      return contact.ownerId === null ? '' : String(contact.ownerId);
    default: {
      const id = Number(field.slice('field:'.length));
      return contact.fields.find((own) => own.id === id)?.value ?? '';
    }
  }
}

/** A value as it is read. */
export function toShownValue(
  { kind, options = [] }: Pick<ValueRow, 'kind' | 'options'>,
  value: string,
  formats: Formats,
): string {
  if (kind === 'phone') return value === '' ? '' : formats.phone(value);
  const option = options.find((candidate) => candidate.value === value);
  // Some sets are open: the service may know other types of phone.
  return option?.shown ?? option?.label ?? value;
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
