/** Whether the service has what the run says, and nothing else: no contact doubled or lost, no value but those of the file. */
import type { StoredImport, StoredImportRow } from '#main/store/api/imports.ts';
import { toRunView } from '#main/services/importing/run-view.ts';
import type { ImportValueName, PlannedRow } from '#shared/domain/imports.ts';
import type { PlannedImport } from './random-file.ts';

/** Every value that the service has, by its key. */
export type ServiceValues = ReadonlyMap<string, string>;

export interface RunResult {
  readonly before: ServiceValues;
  readonly after: ServiceValues;
  readonly planned: PlannedImport;
  readonly stored: StoredImport;
  readonly rows: readonly StoredImportRow[];
  /** Names of custom fields at the service, by their ids. */
  readonly fields: ReadonlyMap<number, string>;
}

const CONTACT = /^contact:(\d+)$/;
const LIST = /^list:(\d+)$/;
/** Values that an import, or a user, writes. */
const WRITTEN = /^(firstName|lastName|company|email|tags|field:\d+)$/;
const MEMBER = /^member:(\d+):(\d+)$/;

function listIds(values: ServiceValues, pattern: RegExp): readonly number[] {
  return [...values.keys()].flatMap((key) => {
    const id = pattern.exec(key)?.[1];
    return id === undefined ? [] : [Number(id)];
  });
}

/** Values of one contact by their names, and the lists that it is on. */
function readContact(values: ServiceValues, id: number, lists: ReadonlyMap<number, readonly number[]>): Contact {
  const prefix = `contact:${String(id)}:`;
  const own = (name: string): string => values.get(`${prefix}${name}`) ?? '';
  return { id, phone: own('phone'), read: (name) => own(name), listIds: lists.get(id) ?? [] };
}

interface Contact {
  readonly id: number;
  readonly phone: string;
  readonly read: (name: string) => string;
  readonly listIds: readonly number[];
}

function readMemberships(values: ServiceValues): ReadonlyMap<number, readonly number[]> {
  const lists = new Map<number, number[]>();
  for (const key of values.keys()) {
    const [, listId, contactId] = MEMBER.exec(key) ?? [];
    if (listId === undefined || contactId === undefined) continue;
    const known = lists.get(Number(contactId)) ?? [];
    lists.set(Number(contactId), [...known, Number(listId)]);
  }
  return lists;
}

/** `new:Vet` as the field that it has become. */
function toServiceName(name: ImportValueName, { fields }: RunResult): string {
  if (!name.startsWith('new:')) return name;
  const wanted = name.slice('new:'.length);
  const [id] = [...fields].find(([, title]) => title === wanted) ?? [];
  return id === undefined ? name : `field:${String(id)}`;
}

/** What differs after the run, as lines. */
export function listRunFaults(result: RunResult): readonly string[] {
  return [...listContactFaults(result), ...listListFaults(result), ...listCountFaults(result)];
}

function listContactFaults(result: RunResult): readonly string[] {
  const { before, after, planned, rows, stored } = result;
  const lists = readMemberships(after);
  const oldLists = readMemberships(before);
  const oldIds = new Set(listIds(before, CONTACT));
  const ids = listIds(after, CONTACT);
  const byPhone = new Map<string, Contact[]>();
  for (const id of ids) {
    const contact = readContact(after, id, lists);
    byPhone.set(contact.phone, [...(byPhone.get(contact.phone) ?? []), contact]);
  }
  const plannedByPhone = new Map(planned.rows.filter(isImported).map((row) => [row.phone, row]));
  const rowByLine = new Map(rows.map((row) => [row.line, row]));
  const wasThere = (phone: string): boolean => (byPhone.get(phone) ?? []).some(({ id }) => oldIds.has(id));
  const faults: string[] = [];
  for (const [phone, contacts] of byPhone) if (contacts.length > 1) faults.push(`doubled: ${phone}`);
  for (const id of oldIds) if (!after.has(`contact:${String(id)}`)) faults.push(`lost: contact ${String(id)}`);
  for (const [phone, row] of plannedByPhone) {
    const stays = rowByLine.get(row.line);
    const [contact] = byPhone.get(phone) ?? [];
    const isThere =
      contact !== undefined && (wasThere(phone) ? contact.listIds.includes(stored.memory.listId ?? -1) : true);
    if (stays === undefined) faults.push(`line ${String(row.line)} is not in the run`);
    else if ((stays.state === 'done') !== isThere && !mayDiffer(stays, row, contact))
      faults.push(`line ${String(row.line)} (${row.verdict}) is ${stays.state}, at the service: ${String(isThere)}`);
    if (contact !== undefined && stays?.state === 'done')
      faults.push(...listValueFaults(result, row, contact, oldLists));
  }
  for (const id of ids) {
    const contact = readContact(after, id, lists);
    const isPlanned = plannedByPhone.has(contact.phone);
    if (!oldIds.has(id) && !isPlanned) faults.push(`invented: ${contact.phone}`);
    if (oldIds.has(id) && !isPlanned) faults.push(...listChangesOf(before, after, id));
  }
  return faults;
}

/** A contact that existed and is on the list already is there whatever the run did; one that was refused for a reason may be. */
function mayDiffer(stored: StoredImportRow, row: PlannedRow, contact: Contact | undefined): boolean {
  return stored.state !== 'done' && contact !== undefined && row.isOnList;
}

function listValueFaults(
  result: RunResult,
  row: PlannedRow,
  contact: Contact,
  oldLists: ReadonlyMap<number, readonly number[]>,
): readonly string[] {
  const { before, stored, planned } = result;
  const wasThere = before.has(`contact:${String(contact.id)}`);
  const writes = !wasThere || planned.plan.options.existing === 'update';
  const wanted = new Map<string, string>();
  for (const [name, value] of Object.entries(row.values)) {
    if (writes) wanted.set(toServiceName(name as ImportValueName, result), value ?? '');
  }
  const names = new Set([...listNames(before, contact.id), ...listNames(result.after, contact.id), ...wanted.keys()]);
  const faults = [...names].flatMap((name) => {
    const had = before.get(`contact:${String(contact.id)}:${name}`) ?? '';
    // A new contact has what the file says and nothing else, beside what the service says of it.
    const expected = wanted.get(name) ?? (wasThere ? had : WRITTEN.test(name) ? '' : null);
    const has = contact.read(name);
    return expected === null || expected.trim() === has
      ? []
      : [`line ${String(row.line)}: ${name} is “${has}”, not “${expected}”`];
  });
  const expectedLists = new Set([...(oldLists.get(contact.id) ?? []), stored.memory.listId ?? -1]);
  const isSame = contact.listIds.length === expectedLists.size && contact.listIds.every((id) => expectedLists.has(id));
  return isSame
    ? faults
    : [...faults, `line ${String(row.line)}: on lists ${contact.listIds.join()}, not ${[...expectedLists].join()}`];
}

function listNames(values: ServiceValues, id: number): readonly string[] {
  const prefix = `contact:${String(id)}:`;
  return [...values.keys()].filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length));
}

const isImported = ({ verdict }: PlannedRow): boolean =>
  verdict === 'new' || verdict === 'update' || verdict === 'unchanged';

function listChangesOf(before: ServiceValues, after: ServiceValues, id: number): readonly string[] {
  return listNames(after, id).flatMap((name) => {
    const key = `contact:${String(id)}:${name}`;
    const [had, has] = [before.get(key) ?? '', after.get(key) ?? ''];
    return had === has ? [] : [`changed unasked: ${key} from “${had}” to “${has}”`];
  });
}

function listListFaults({ before, after, planned, stored }: RunResult): readonly string[] {
  const old = new Set(listIds(before, LIST));
  const created = listIds(after, LIST).filter((id) => !old.has(id));
  const gone = [...old].filter((id) => !after.has(`list:${String(id)}`));
  const isNew = planned.plan.target.kind === 'new-list';
  const wanted = isNew && stored.memory.listId !== null ? [stored.memory.listId] : [];
  const isSame = created.length === wanted.length && created.every((id) => wanted.includes(id));
  return [
    ...gone.map((id) => `lost: list ${String(id)}`),
    ...(isSame ? [] : [`lists ${created.join()} were made, not ${wanted.join()}`]),
  ];
}

/** The numbers that the user is told, beside what the service has. */
function listCountFaults(result: RunResult): readonly string[] {
  const { before, after, planned, stored, rows } = result;
  const view = toRunView(stored, stored.finishedAt ?? 0, null);
  const oldIds = new Set(listIds(before, CONTACT));
  const newIds = listIds(after, CONTACT).filter((id) => !oldIds.has(id));
  const listId = stored.memory.listId ?? -1;
  const members = [...after.keys()].filter((key) => key.startsWith(`member:${String(listId)}:`)).length;
  const count = (verdict: string): number => planned.rows.filter((row) => row.verdict === verdict).length;
  const expected = {
    rowsCount: planned.rows.length,
    created: newIds.length,
    members: stored.state === 'finished' ? members : view.list.membersCount,
    duplicate: count('duplicate'),
    invalid: count('invalid'),
    readOnly: count('read-only'),
    rows: rows.length,
  };
  const told = {
    rowsCount: view.rowsCount,
    created: view.created.done,
    members: view.list.membersCount,
    duplicate: view.duplicate,
    invalid: view.invalid,
    readOnly: view.readOnly,
    rows: planned.rows.length,
  };
  return JSON.stringify(expected) === JSON.stringify(told)
    ? []
    : [`told ${JSON.stringify(told)}, at the service ${JSON.stringify(expected)}`];
}

interface UndoResult {
  readonly before: ServiceValues;
  readonly after: ServiceValues;
  readonly rows: readonly StoredImportRow[];
  /** The service names the custom fields of a contact, and not their values. */
  readonly hidesValues: boolean;
}

/** What the undo did not put back, as lines. */
export function listUndoFaults({ before, after, rows, hidesValues }: UndoResult): readonly string[] {
  const kept = new Set(rows.filter(({ undo }) => undo === 'kept').map(({ contactId }) => contactId));
  const undecided = rows.filter(({ state, undo }) => state === 'done' && undo === 'none');
  const differing = [...new Set([...before.keys(), ...after.keys()])].flatMap((key) => {
    const [had, has] = [before.get(key) ?? '', after.get(key) ?? ''];
    const [, contactId] = /^contact:(\d+):field:/.exec(key) ?? [];
    // No one can put back a value that the service has never told, and the undo says that it did not.
    const isUnknown = hidesValues && had !== '' && kept.has(Number(contactId));
    return had === has || isUnknown ? [] : [`not as before: ${key} is “${has}”, was “${had}”`];
  });
  return [...differing, ...undecided.map(({ line }) => `the undo says nothing of line ${String(line)}`)];
}
