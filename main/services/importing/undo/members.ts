/**
 * Takes back who was put on the list: contacts that the import created are deleted, others leave the list. They are read a
 * page of the list at a time, and what is decided of a page is done before anything else that waits may change it.
 */
import type { StoredImportRow } from '#main/store/api/imports.ts';
import { toContactId } from '#shared/domain/ids.ts';
import type { ContactId, ListId } from '#shared/domain/ids.ts';
import type { ContactDetails } from '#shared/domain/people.ts';
import { KEPT_CODES } from '#shared/domain/imports.ts';
import { toPhoneKey } from '#shared/domain/phones.ts';
import { judgeFailure, MOST_LOST, orNoList, PAGE_ROWS, toRefusedReason } from './context.ts';
import type { UndoContext } from './context.ts';
import { planMember } from './plan.ts';
import type { MemberFate, PresentContact } from './plan.ts';

const MEMBERS = ['new', 'unchanged'] as const;
/** Contacts that are asked for one by one before other changes may leave. */
const SINGLES_AT_ONCE = 20;
/** Of more contacts than these it is read all at once which of them are left. */
const MANY_SINGLES = 200;

/** Rejects where the service cannot be asked, or the disk failed; begun anew, it goes on where it was. */
export async function undoMembers(context: UndoContext): Promise<void> {
  await walkList(context);
  await undoRest(context);
}

interface Judged {
  readonly row: StoredImportRow;
  readonly present: PresentContact;
}

interface Lost {
  count: number;
}

async function walkList(context: UndoContext): Promise<void> {
  const { sync } = context.parts;
  const { listId } = context.facts;
  if (listId === null) return;
  const lost: Lost = { count: 0 };
  for (let page = 1; ;) {
    const [isAnyOpen] = await context.listOpenRows(MEMBERS, { limit: 1 });
    if (isAnyOpen === undefined) return;
    const done = await sync.holdPeopleChanges(() => undoPage(context, { listId, page, lost }));
    if (done.isEnd && done.leftCount === 0) return;
    // The rows behind those that left have moved up.
    if (done.leftCount === 0) page += 1;
  }
}

interface WalkedPage {
  readonly listId: ListId;
  readonly page: number;
  readonly lost: Lost;
}

/** `leftCount`: contacts that are not on the list any more. */
async function undoPage(
  context: UndoContext,
  walked: WalkedPage,
): Promise<{ readonly isEnd: boolean; readonly leftCount: number }> {
  const { listId, page } = walked;
  const query = { listId, page, limit: PAGE_ROWS };
  const read = await orNoList(context.parts.service.listContactsOfList(query, context.options));
  if (read === null) return { isEnd: true, leftCount: 0 };
  const { items, pageCount, limit, leftOut = 0 } = read;
  const rows = await context.findOpenRows(items);
  const contacts = items.filter(({ id }) => rows.has(id));
  const judged = await judgeContacts(context, contacts, (contact) => rows.get(contact.id));
  const leftCount = await carryOut(context, { judged, lost: walked.lost });
  const isEnd = pageCount === null ? items.length + leftOut < limit : page >= pageCount;
  return { isEnd, leftCount };
}

async function judgeContacts(
  context: UndoContext,
  contacts: readonly ContactDetails[],
  toRow: (contact: ContactDetails) => StoredImportRow | undefined,
): Promise<readonly Judged[]> {
  const waiting = await context.listWaiting();
  const blocked = await context.listBlocked(contacts);
  const judged: Judged[] = [];
  for (const contact of contacts) {
    const row = toRow(contact);
    if (row !== undefined) judged.push({ row, present: await context.toPresent(contact, waiting, blocked) });
  }
  return judged;
}

interface Portion {
  readonly judged: readonly Judged[];
  readonly lost: Lost;
}

/** How many contacts left the list, or the service. */
async function carryOut(context: UndoContext, { judged, lost }: Portion): Promise<number> {
  const { facts } = context;
  const fates = Map.groupBy(judged, ({ row, present }) => planMember(row, present, facts));
  const listOf = (fate: MemberFate): readonly Judged[] => fates.get(fate) ?? [];
  await context.settle(toRows(listOf('undone')), null);
  for (const code of KEPT_CODES) await context.settle(toRows(listOf(code)), { code });
  const deleted = await deleteCreated(context, listOf('delete'), lost);
  return deleted + (await takeOff(context, listOf('take-off'), lost));
}

async function deleteCreated(context: UndoContext, judged: readonly Judged[], lost: Lost): Promise<number> {
  if (judged.length === 0) return 0;
  const { service } = context.parts;
  const contactIds = toIds(judged);
  try {
    await service.deleteContacts({ contactIds }, context.options);
  } catch (error) {
    return await lookInto(context, { judged, error, lost });
  }
  lost.count = 0;
  await settleDeleted(context, judged);
  return judged.length;
}

interface Doubt {
  readonly judged: readonly Judged[];
  readonly error: unknown;
  readonly lost: Lost;
}

/** A contact that is gone was deleted, by this undo or by another client; one whose deletion was refused stays. */
async function lookInto(context: UndoContext, { judged, error, lost }: Doubt): Promise<number> {
  const failure = judgeFailure(error);
  const here = new Set<ContactId>();
  for (const id of toIds(judged)) if ((await context.readContact(id)) !== 'gone') here.add(id);
  const gone = judged.filter(({ present }) => !here.has(present.contact.id));
  await settleDeleted(context, gone);
  if (failure.kind === 'refused') {
    const left = judged.filter(({ present }) => here.has(present.contact.id));
    await context.settle(toRows(left), toRefusedReason(failure.error));
  } else {
    lost.count += 1;
    if (lost.count >= MOST_LOST) throw failure.error;
  }
  return gone.length;
}

async function settleDeleted(context: UndoContext, judged: readonly Judged[]): Promise<void> {
  if (judged.length === 0) return;
  await context.settle(toRows(judged), null);
  await context.parts.store.removeRows({ name: 'contacts', ids: toIds(judged) });
}

/** All of them are on another list by the page that was just read. */
async function takeOff(context: UndoContext, judged: readonly Judged[], lost: Lost): Promise<number> {
  const { parts, facts, options } = context;
  const { listId } = facts;
  if (judged.length === 0 || listId === null) return 0;
  try {
    await parts.service.deleteListMembers({ listId, contactIds: toIds(judged) }, options);
  } catch (error) {
    const failure = judgeFailure(error);
    if (failure.kind === 'lost') {
      lost.count += 1;
      if (lost.count >= MOST_LOST) throw failure.error;
      // The page is read again: who has left is not on it.
      return 0;
    }
    if (failure.error.code !== 'not-found') {
      await context.settle(toRows(judged), toRefusedReason(failure.error));
      return 0;
    }
  }
  lost.count = 0;
  await context.settle(toRows(judged), null);
  const contacts = judged.map(({ present: { contact } }) => withoutList(contact, listId));
  await parts.store.commitContacts({ contacts });
  return judged.length;
}

function withoutList(contact: ContactDetails, listId: ListId): ContactDetails {
  return { ...contact, lists: contact.lists?.filter(({ id }) => id !== listId) ?? null };
}

/** Rows whose contacts were not seen on the list: they are not on it any more, or were never made. */
async function undoRest(context: UndoContext): Promise<void> {
  const members = await listMembers(context);
  const many = await context.listOpenRows(['new'], { limit: MANY_SINGLES + 1 });
  const newerIds = many.length > MANY_SINGLES ? await listNewer(context) : null;
  const lost: Lost = { count: 0 };
  for (;;) {
    // A row whose answer was lost is asked for once more.
    const rows = await context.listOpenRows(MEMBERS, { limit: SINGLES_AT_ONCE });
    if (rows.length === 0) return;
    await context.parts.sync.holdPeopleChanges(() => undoSingles(context, { rows, members, newerIds, lost }));
  }
}

async function listMembers({ parts, facts, options }: UndoContext): Promise<ReadonlySet<ContactId>> {
  const { listId } = facts;
  if (listId === null) return new Set();
  return new Set(await orNoList(parts.service.listMemberIds({ listId }, options)));
}

interface Singles {
  readonly rows: readonly StoredImportRow[];
  /** Who is on the list. */
  readonly members: ReadonlySet<ContactId>;
  /** Contacts that the service has made since the import began; null: not read. */
  readonly newerIds: ReadonlySet<ContactId> | null;
  readonly lost: Lost;
}

async function undoSingles(context: UndoContext, { rows, members, newerIds, lost }: Singles): Promise<void> {
  const found: ContactDetails[] = [];
  const byContact = new Map<ContactId, StoredImportRow>();
  const ends = { undone: [] as StoredImportRow[], notOurs: [] as StoredImportRow[] };
  const goneIds: ContactId[] = [];
  for (const row of rows) {
    const contactId = await findContactId(context, row);
    // Who was only put on the list, and is not on it any more, needs nothing.
    if (contactId === null || (row.verdict !== 'new' && !members.has(contactId))) {
      ends.undone.push(row);
      continue;
    }
    const isNewer = row.verdict === 'new' && contactId > (context.memory.lastContactIdBefore ?? 0);
    const isGone = isNewer && newerIds?.has(contactId) === false;
    const contact = isGone ? 'gone' : await context.readContact(contactId);
    if (typeof contact !== 'string') {
      found.push(contact);
      byContact.set(contact.id, row);
    } else if (contact === 'not-ours') ends.notOurs.push(row);
    else {
      ends.undone.push(row);
      goneIds.push(contactId);
    }
  }
  await context.settle(ends.undone, null);
  await context.settle(ends.notOurs, { code: 'read-only' });
  if (goneIds.length > 0) await context.parts.store.removeRows({ name: 'contacts', ids: goneIds });
  const judged = await judgeContacts(context, found, ({ id }) => byContact.get(id));
  await carryOut(context, { judged, lost });
}

/**
 * Ids of contacts that are newer than the import, read from the newest on. Null where the service tells them in another order.
 * Blocked contacts, which it may leave out there, are among them by what is known here.
 */
async function listNewer({ parts, memory, options }: UndoContext): Promise<ReadonlySet<ContactId> | null> {
  const { lastContactIdBefore } = memory;
  if (lastContactIdBefore === null) return null;
  const blocked = await parts.store.listImportNumbers({});
  const known = await parts.store.listContactIdsByPhone({ phones: blocked.blocked.map(toPhoneKey) });
  const newer = new Set(known.map(({ contactId }) => contactId));
  let lowest = Infinity;
  for (let page = 1; ; page += 1) {
    const query = { page, limit: PAGE_ROWS, orderBy: 'id', includesShared: true } as const;
    const { items, pageCount, limit, leftOut = 0 } = await parts.service.listContacts(query, options);
    if (leftOut > 0) return null;
    for (const { id } of items) {
      if (id > lowest) return null;
      lowest = id;
      newer.add(id);
    }
    if (lowest <= lastContactIdBefore) return newer;
    if (pageCount === null ? items.length < limit : page >= pageCount) return newer;
  }
}

/** A row that was under way when the import ended may have made a contact all the same. */
async function findContactId({ parts, facts }: UndoContext, row: StoredImportRow): Promise<ContactId | null> {
  if (row.contactId !== null) return toContactId(row.contactId);
  const [known] = await parts.store.listContactIdsByPhone({ phones: [toPhoneKey(row.phone)] });
  const { lastContactIdBefore } = facts;
  const isNewer = known !== undefined && lastContactIdBefore !== null && known.contactId > lastContactIdBefore;
  return isNewer ? known.contactId : null;
}

const toRows = (judged: readonly Judged[]): readonly StoredImportRow[] => judged.map(({ row }) => row);
const toIds = (judged: readonly Judged[]): readonly ContactId[] => judged.map(({ present }) => present.contact.id);
