import { PHONE_TYPES, toPhoneType } from '../rules/phone-types.ts';
import { isPossible, toDigits, toInternational } from '../rules/phones.ts';
import type { RuntimeSettings } from '../settings.ts';
import type { ImportSession } from '../state/account-model.ts';
import { toValueKey, withValues } from '../state/contact-values.ts';
import { isOthers } from '../state/memberships.ts';
import type { Contact, Job } from '../state/model.ts';
import type { World } from '../state/world.ts';

const FIRST_PORTION_MS = 400;
const PORTION_MS = 300;
const SMALLEST_PORTION = 250;
/** However long a file is, it takes about so many portions. */
const MOST_PORTIONS = 100;

export interface ImportParts {
  readonly world: World;
  readonly settings: RuntimeSettings;
  readonly schedule: (job: Job) => void;
  readonly nowAt: number;
}

type Fields = ImportSession['waiting'][number];

/** Begins an import, a moment after it was asked for. */
export function planImport({ settings, schedule, nowAt }: ImportParts, importId: number): void {
  schedule({ kind: 'import', importId, dueAt: nowAt + FIRST_PORTION_MS / settings.speed });
}

/** Works off the next portion of an import; the last one says whether all could be taken. */
export function workImport(parts: ImportParts, importId: number): void {
  const { world, settings, schedule, nowAt } = parts;
  const session = world.imports.find(importId);
  if (session === undefined || session.status === 4 || session.status === 5) return;
  session.status = 3;
  const size = Math.max(SMALLEST_PORTION, Math.ceil(session.total / MOST_PORTIONS));
  // Lists that were deleted meanwhile are not filled.
  const listIds = session.listIds.filter((id) => world.lists.find(id) !== undefined);
  for (const fields of session.waiting.splice(0, size)) take(world, session, { fields, listIds });
  if (session.waiting.length > 0) schedule({ kind: 'import', importId, dueAt: nowAt + PORTION_MS / settings.speed });
  else session.status = session.refused > 0 ? 4 : 5;
  world.contacts.touch();
  world.imports.touch();
}

interface Arrival {
  readonly fields: Fields;
  readonly listIds: readonly number[];
}

/** Takes one row: a new contact, or more about one that has its number already. */
function take(world: World, session: ImportSession, { fields, listIds }: Arrival): void {
  const phone = findPhone(fields['phone'] ?? '', session.country);
  const known = phone === undefined ? undefined : world.findContactByPhone(phone);
  if (phone === undefined || (known !== undefined && isOthers(world, known))) {
    session.refused += 1;
    return;
  }
  if (session.excludesLandlines && toPhoneType(phone) === PHONE_TYPES.fixed) return;
  const contact = known ?? addContact(world, phone);
  fill(contact, fields);
  const fresh = listIds.filter((id) => !contact.listIds.includes(id));
  if (fresh.length > 0) contact.listIds = [...contact.listIds, ...fresh];
  session.processed += 1;
}

/**
 * A number of a file in full, undefined where it can be none: E.164, or, in an import that has a country, in any way in
 * which people there would dial it.
 */
function findPhone(written: string, country: string | null): string | undefined {
  if (country === null) return [toDigits(written)].find(isPossible);
  const dialled = written.replace(/^\s*00/, '+');
  return [toInternational(dialled, country), toDigits(dialled)].find(isPossible);
}

/**
 * The rows of a file, in its order. A number that comes again is no contact more: its later rows only say more about
 * it, and what they leave empty stays, so that what is counted at the end are contacts (supplement 2.1).
 */
export class ImportRows {
  readonly #country: string | null;
  readonly #rows: Record<string, string>[] = [];
  readonly #byPhone = new Map<string, Record<string, string>>();

  /** @param country ISO 3166 alpha-2, where numbers may be local ones of that country */
  constructor(country: string | null) {
    this.#country = country;
  }

  add(fields: Fields): void {
    const phone = findPhone(fields['phone'] ?? '', this.#country);
    const before = phone === undefined ? undefined : this.#byPhone.get(phone);
    if (before !== undefined) {
      for (const [name, value] of Object.entries(fields)) if (value !== '') before[name] = value;
      return;
    }
    const row = { ...fields };
    this.#rows.push(row);
    if (phone !== undefined) this.#byPhone.set(phone, row);
  }

  list(): Fields[] {
    return this.#rows;
  }
}

function addContact(world: World, phone: string): Contact {
  return world.addContact({
    ...{ id: world.contacts.nextId(), phone, phoneType: toPhoneType(phone), listIds: [], values: {}, tagIds: [] },
    ...{ firstName: '', lastName: '', email: '', company: '', favorited: false, blocked: false, avatar: null },
  });
}

/** What a file leaves empty is not taken from the contact. */
function fill(contact: Contact, fields: Fields): void {
  const values: Record<string, string> = {};
  for (const [name, value] of Object.entries(fields)) {
    if (value === '' || name === 'phone') continue;
    if (name === 'firstName' || name === 'lastName' || name === 'email') contact[name] = value;
    else values[toValueKey(Number(name))] = value;
  }
  if (Object.keys(values).length > 0) contact.values = withValues(contact.values, values);
}
