import { PHONE_TYPES, toPhoneType } from '../rules/phone-types.ts';
import { isPossible, toDigits, toInternational } from '../rules/phones.ts';
import type { RuntimeSettings } from '../settings.ts';
import type { ImportSession } from '../state/account-model.ts';
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

/** A number of a file in full: as it is, or as a local one of the import's country. Undefined where it can be neither. */
function findPhone(written: string, country: string | null): string | undefined {
  const whole = toDigits(written.replace(/^\s*00/, '+'));
  const candidates = country === null ? [whole] : [toInternational(written.replace(/^\s*00/, '+'), country), whole];
  return candidates.find(isPossible);
}

function addContact(world: World, phone: string): Contact {
  return world.addContact({
    ...{ id: world.contacts.nextId(), phone, phoneType: toPhoneType(phone), listIds: [], values: {}, tagIds: [] },
    ...{ firstName: '', lastName: '', email: '', company: '', favorited: false, blocked: false, avatar: null },
  });
}

/** What a file leaves empty is not taken from the contact. */
function fill(contact: Contact, fields: Fields): void {
  for (const [name, value] of Object.entries(fields)) {
    if (value === '' || name === 'phone') continue;
    if (name === 'firstName' || name === 'lastName' || name === 'email') contact[name] = value;
    else contact.values[name] = value;
  }
}
