/** What the user does to contacts, notes, lists and blocks in a simulation. */
import type { ContactDetailsView, ContactRow } from '#shared/contract/index.ts';
import { parseTagsText, toTagsText } from '#shared/domain/people-changes.ts';
import type { ContactFieldName, PeopleChange } from '#shared/domain/people-changes.ts';
import type { AppUser } from './app-user.ts';

export type UserEdit = (user: AppUser) => Promise<void>;

const QUERY = {
  scope: { kind: 'all' },
  narrowing: null,
  text: '',
  sort: { column: 'name', isDescending: false },
} as const;

let requests = 0;
/** The handlers do not look at it. */
const toRequestId = (): string => `request-${String((requests += 1))}`;

async function listOwn(user: AppUser): Promise<readonly ContactRow[]> {
  const listed = await user.ask('contacts.list', { query: QUERY, firstRows: 200 });
  return (listed?.rows ?? []).filter(({ isReadOnly }) => !isReadOnly);
}

async function chooseContact(user: AppUser): Promise<ContactDetailsView | null> {
  const rows = await listOwn(user);
  if (rows.length === 0) return null;
  return await user.ask('contacts.get', { contactId: user.parts.random.pick(rows).id });
}

async function listLists(user: AppUser) {
  const counts = await user.ask('contacts.count', {});
  return (counts?.lists ?? []).filter(({ isReadOnly }) => !isReadOnly);
}

const TEXT_FIELDS = ['firstName', 'lastName', 'company', 'email', 'phone'] as const;

/** Tags as `WatchedService` writes them. */
const toIds = (tags: readonly { readonly id: number }[]): string =>
  tags
    .map(({ id }) => id)
    .toSorted((one, other) => one - other)
    .join();

function readShown(details: ContactDetailsView, field: ContactFieldName): string | null {
  if (field === 'isFavorite') return String(details.isFavorite);
  if (field === 'phoneType') return details.phoneType ?? '';
  if (field === 'tags') return details.tags === null ? null : toIds(details.tags);
  if (field === 'ownerId') return details.ownerId === null ? null : String(details.ownerId);
  const name = TEXT_FIELDS.find((one) => one === field);
  if (name !== undefined) return details[name];
  const shown = details.fields.find(({ id }) => field === `field:${String(id)}`);
  // The specification's shape does not say the value: the user replaces whatever is there.
  return shown === undefined ? '' : shown.value;
}

async function chooseField(user: AppUser): Promise<ContactFieldName> {
  const { random } = user.parts;
  const fields = (await user.ask('people.listFields', {})) ?? [];
  if (fields.length > 0 && random.happens(30)) return `field:${random.pick(fields).id}`;
  const often = ['firstName', 'lastName', 'company', 'company', 'email', 'isFavorite'] as const;
  return random.pick([...often, ...often, 'phoneType', 'phone', 'tags', 'tags', 'ownerId'] as const);
}

/** With one tag more, or one less. */
async function chooseTags(user: AppUser, { tags }: ContactDetailsView): Promise<string> {
  const all = (await user.ask('people.listTags', {})) ?? [];
  if (all.length === 0) return '';
  const one = user.parts.random.pick(all);
  const others = (tags ?? []).filter(({ id }) => id !== one.id);
  return toTagsText(others.length === (tags ?? []).length ? [...others, one] : others);
}

function chooseValue(user: AppUser, field: ContactFieldName, shown: string | null): string {
  const { random, count, watched } = user.parts;
  const number = count();
  switch (field) {
    case 'isFavorite':
      return String(shown !== 'true');
    case 'phoneType':
      return random.pick(['mobile', 'landline']);
    case 'ownerId':
      return String(random.pick(watched.demo.world.data.users).id);
    case 'phone':
      return `+4477006${String(10_000 + number)}`;
    case 'email':
      return random.happens(85) ? `mine${String(number)}@mail.example` : `mine${String(number)}@mail..example`;
    default:
      return random.happens(90) ? `Mine ${String(number)}` : '';
  }
}

/** As the service writes it. */
function toWanted(field: string, value: string): string {
  if (field === 'phone') return value.replace('+', '');
  return field === 'tags' ? toIds(parseTagsText(value) ?? []) : value;
}

export async function editContact(user: AppUser): Promise<void> {
  const details = await chooseContact(user);
  if (details === null) return;
  const { intents, watched } = user.parts;
  const field = await chooseField(user);
  const key = `contact:${String(details.id)}:${field}`;
  const shown = readShown(details, field);
  const value = field === 'tags' ? await chooseTags(user, details) : chooseValue(user, field, shown);
  const waitingIds = await user.listWaitingIds();
  const isSaid = shown !== null && !(field.startsWith('field:') && watched.demo.settings.shapes === 'spec');
  const seen = isSaid ? intents.toSeen(key, shown, waitingIds) : null;
  const made = await user.change('contacts.edit', { requestId: toRequestId(), contactId: details.id, field, value });
  if (made === null) return;
  intents.last.contact = { id: details.id, field };
  const wanted = made.changeIds.length === 0 ? null : toWanted(field, value);
  const intent = user.addIntent({ key, wanted, seen }, made);
  // What was typed and then typed back is not wanted any more.
  if (wanted === null) intent.isDropped = true;
}

/** The text that the other client may write as well is no rarity: "Called back". */
const SAME_TEXT = 'Called back';

export async function addNote(user: AppUser): Promise<void> {
  const details = await chooseContact(user);
  if (details === null) return;
  const { random, count, intents } = user.parts;
  const text = random.happens(15) ? SAME_TEXT : `My note ${String(count())}`;
  const before = new Set(details.notes.map(({ id }) => id));
  const made = await user.change('notes.add', { requestId: toRequestId(), contactId: details.id, text });
  if (made === null) return;
  const after = await user.ask('contacts.get', { contactId: details.id });
  const noteId = after?.notes.find(({ id }) => id < 0 && !before.has(id))?.id ?? 0;
  const intent = user.addIntent({ key: `note:${String(noteId)}`, wanted: text, seen: null }, made);
  intents.notes.push({ noteId, contactId: details.id, text, intent });
}

async function chooseContactWithNotes(user: AppUser): Promise<ContactDetailsView | null> {
  const { random } = user.parts;
  for (const row of (await listOwn(user)).toSorted(() => random.next() - 0.5)) {
    const details = await user.ask('contacts.get', { contactId: row.id });
    if (details !== null && details.notes.length > 0) return details;
  }
  return null;
}

export async function editNote(user: AppUser): Promise<void> {
  const details = await chooseContactWithNotes(user);
  if (details === null) return;
  const { random, count, intents } = user.parts;
  const note = random.pick(details.notes);
  if (note.text === SAME_TEXT) return;
  const text = `My words ${String(count())}`;
  const key = `note:${String(note.id)}`;
  const seen = intents.toSeen(key, note.text, await user.listWaitingIds());
  const input = { requestId: toRequestId(), contactId: details.id, noteId: note.id, text };
  const made = await user.change('notes.edit', input);
  if (made === null) return;
  user.addIntent({ key, wanted: text, seen }, made);
  intents.last.noteId = note.id;
}

export async function deleteNotes(user: AppUser): Promise<void> {
  const details = await chooseContactWithNotes(user);
  if (details === null) return;
  const { random, intents } = user.parts;
  const [first] = details.notes;
  const chosen = details.notes.filter((note) => note === first || random.happens(30));
  const noteIds = chosen.map(({ id }) => id);
  const made = await user.change('notes.delete', { requestId: toRequestId(), contactId: details.id, noteIds });
  if (made === null) return;
  for (const noteId of noteIds) {
    const key = `note:${String(noteId)}`;
    intents.dropAll(key);
    user.addIntent({ key, wanted: null, seen: null }, made);
  }
}

async function chooseMembers(user: AppUser, isAdded: boolean) {
  const { random } = user.parts;
  const lists = await listLists(user);
  if (lists.length === 0) return null;
  const { id: listId } = random.pick(lists);
  const rows = await listOwn(user);
  const possible = rows.filter(({ lists: its }) => its.some(({ id }) => id === listId) !== isAdded);
  const share = random.pick([10, 30, 100]);
  const contactIds = possible.filter(() => random.happens(share)).map(({ id }) => id);
  return contactIds.length === 0 ? null : { listId, contactIds };
}

async function changeMembers(user: AppUser, isAdded: boolean): Promise<void> {
  const chosen = await chooseMembers(user, isAdded);
  if (chosen === null) return;
  const { random, intents } = user.parts;
  const explained = isAdded ? null : await user.ask('lists.explainRemoval', { ...chosen, limit: 500 });
  const lost = explained?.onlyHere.map(({ contactId }) => contactId) ?? [];
  // The user seldom agrees that contacts are deleted; mostly only the others are taken off.
  const agreed = new Set(random.happens(25) ? lost : []);
  const contactIds = chosen.contactIds.filter((id) => !lost.includes(id) || agreed.has(id));
  if (contactIds.length === 0) return;
  const { listId } = chosen;
  const input = { requestId: toRequestId(), listId, contactIds, isAdded, agreedCount: agreed.size };
  const made = await user.change('lists.changeMembers', input);
  if (made === null) return;
  for (const contactId of contactIds) {
    const key = `member:${String(listId)}:${String(contactId)}`;
    const intent = user.addIntent({ key, wanted: isAdded ? 'true' : null, seen: null }, made);
    if (made.changeIds.length === 0) intent.isDropped = true;
    if (agreed.size > 0) intents.agreements.push({ listId, contactIds: agreed, intent });
  }
}

export const addMembers: UserEdit = (user) => changeMembers(user, true);
export const takeMembersOff: UserEdit = (user) => changeMembers(user, false);

export async function editList(user: AppUser): Promise<void> {
  const { random, count, intents } = user.parts;
  const lists = await listLists(user);
  if (lists.length === 0) return;
  const list = random.pick(lists);
  const field = random.pick(['name', 'name', 'isFavorite', 'isShared', 'isDefault'] as const);
  const shown = String(list[field]);
  const value = field === 'name' ? `My list ${String(count())}` : String(shown !== 'true');
  const key = `list:${String(list.id)}:${field}`;
  const seen = intents.toSeen(key, shown, await user.listWaitingIds());
  const made = await user.change('lists.edit', { requestId: toRequestId(), listId: list.id, field, value });
  if (made === null) return;
  intents.last.listId = list.id;
  const intent = user.addIntent({ key, wanted: value, seen }, made);
  if (made.changeIds.length === 0) intent.isDropped = true;
}

/** Makes some contacts all that a list has. */
export async function setMembers(user: AppUser): Promise<void> {
  const { random, intents } = user.parts;
  const lists = await listLists(user);
  if (lists.length === 0) return;
  const { id: listId } = random.pick(lists);
  const rows = await listOwn(user);
  const isThere = ({ lists: its }: ContactRow): boolean => its.some(({ id }) => id === listId);
  const there = rows.filter(isThere).map(({ id }) => id);
  const wanted = new Set(rows.filter(() => random.happens(60)).map(({ id }) => id));
  const leaving = there.filter((id) => !wanted.has(id));
  const explained =
    leaving.length === 0 ? null : await user.ask('lists.explainRemoval', { listId, contactIds: leaving, limit: 500 });
  const lost = explained?.onlyHere.map(({ contactId }) => contactId) ?? [];
  const agreed = new Set(random.happens(25) ? lost : []);
  for (const id of lost) if (!agreed.has(id)) wanted.add(id);
  if (wanted.size === 0) return;
  const input = { requestId: toRequestId(), listId, contactIds: [...wanted], agreedCount: agreed.size };
  const made = await user.change('lists.setMembers', input);
  if (made === null) return;
  const kept = new Map((await user.listChanges()).map(({ id, change }) => [id, change]));
  for (const { id } of rows) {
    const isAdded = wanted.has(id);
    if (isAdded === there.includes(id)) continue;
    const key = `member:${String(listId)}:${String(id)}`;
    const isOfIt = (change: PeopleChange | undefined): boolean =>
      change?.kind === 'members' && change.isAdded === isAdded;
    const changeIds = made.changeIds.filter((changeId) => isOfIt(kept.get(changeId)));
    const intent = user.addIntent({ key, wanted: isAdded ? 'true' : null, seen: null }, { ...made, changeIds });
    if (agreed.size > 0) intents.agreements.push({ listId, contactIds: agreed, intent });
  }
}

export async function createField(user: AppUser): Promise<void> {
  await user.change('fields.create', { requestId: toRequestId(), name: `Field ${String(user.parts.count())}` });
}

export async function renameField(user: AppUser): Promise<void> {
  const fields = (await user.ask('people.listFields', {})) ?? [];
  if (fields.length === 0) return;
  const { id: fieldId } = user.parts.random.pick(fields);
  const name = `Renamed ${String(user.parts.count())}`;
  await user.change('fields.rename', { requestId: toRequestId(), fieldId, name });
}

export async function deleteField(user: AppUser): Promise<void> {
  const fields = (await user.ask('people.listFields', {})) ?? [];
  if (fields.length < 3) return;
  await user.change('fields.delete', { requestId: toRequestId(), fieldId: user.parts.random.pick(fields).id });
}

export async function createTag(user: AppUser): Promise<void> {
  await user.change('people.createTag', { requestId: toRequestId(), title: `Tag ${String(user.parts.count())}` });
}

export async function unsubscribe(user: AppUser): Promise<void> {
  const rows = await listOwn(user);
  if (rows.length === 0) return;
  const { phone, isUnsubscribed } = user.parts.random.pick(rows);
  const name = isUnsubscribed ? 'people.resubscribe' : 'people.unsubscribe';
  await user.change(name, { requestId: toRequestId(), phone });
}

export async function createList(user: AppUser): Promise<void> {
  const flags = { isShared: false, isFavorite: false, isDefault: false };
  const name = `New list ${String(user.parts.count())}`;
  await user.change('lists.create', { requestId: toRequestId(), name, ...flags });
}

export async function deleteList(user: AppUser): Promise<void> {
  const { random, intents, watched } = user.parts;
  const lists = await listLists(user);
  if (lists.length < 3) return;
  const { id: listId } = random.pick(lists);
  const others = lists.filter(({ id }) => id !== listId);
  const moveTo = random.happens(60) ? random.pick(others).id : null;
  const explained = await user.ask('lists.explainRemoval', { listId, contactIds: null, limit: 500 });
  if (explained === null) return;
  const agreedCount = moveTo === null ? explained.onlyHereCount : 0;
  const key = `list:${String(listId)}`;
  const since = watched.sequence;
  const input = { requestId: toRequestId(), listId, moveTo, agreedCount };
  await user.change('lists.delete', input);
  // Also where the answer was lost.
  const made = { output: null, since, changeIds: [], undoId: null };
  const intent = user.addIntent({ key, wanted: null, seen: null }, made);
  intent.isDropped = true;
  const lost = moveTo === null ? explained.onlyHere.map(({ contactId }) => contactId) : [];
  intents.agreements.push({ listId, contactIds: new Set(lost), intent });
  if (moveTo !== null) intents.moves.push({ listId: moveTo, since });
}

export async function deleteContacts(user: AppUser): Promise<void> {
  const { random } = user.parts;
  const rows = await listOwn(user);
  if (rows.length < 5) return;
  const contactIds = Array.from({ length: random.pick([1, 1, 1, 2]) }, () => random.pick(rows).id);
  const made = await user.change('contacts.delete', { requestId: toRequestId(), contactIds });
  if (made === null) return;
  for (const id of new Set(contactIds)) {
    user.addIntent({ key: `contact:${String(id)}`, wanted: null, seen: null }, made);
  }
}

export async function createContact(user: AppUser): Promise<void> {
  const { random, count } = user.parts;
  const lists = await listLists(user);
  if (lists.length === 0) return;
  const number = count();
  const phone = `4477007${String(10_000 + number)}`;
  const names = { firstName: `Created ${String(number)}`, lastName: 'Here', company: '', email: '' };
  const draft = { phone, localCountry: null, listIds: [random.pick(lists).id], ...names, fields: [] };
  await user.change('contacts.create', { requestId: toRequestId(), draft });
}

export async function setBlocked(user: AppUser): Promise<void> {
  const { random, watched } = user.parts;
  const rows = await listOwn(user);
  if (rows.length === 0) return;
  const row = random.pick(rows);
  const isBlocked = random.happens(60) ? !row.isBlocked : row.isBlocked;
  const since = watched.sequence;
  await user.change('people.setBlocked', { requestId: toRequestId(), phones: [row.phone], isBlocked });
  const key = `contact:${String(row.id)}:isBlocked`;
  // Asked of the service at once: where the answer was lost, it may have done it.
  const intent = user.addIntent(
    { key, wanted: String(isBlocked), seen: null },
    { output: null, since, changeIds: [], undoId: null },
  );
  intent.isDropped = true;
}

export async function openContact(user: AppUser): Promise<void> {
  const details = await chooseContact(user);
  if (details !== null) await user.ask('contacts.open', { contactId: details.id });
}

export async function undoLast(user: AppUser): Promise<void> {
  const undoId = user.undoIds.pop();
  if (undoId === undefined) return;
  const before = (await user.listChanges()).filter(({ state, attempts }) => attempts === 0 || state === 'paused');
  const made = await user.changeAndDrop('contacts.undo', { requestId: toRequestId(), undoId });
  const after = new Set((await user.listChanges()).map(({ id }) => id));
  const cancelledIds = before.map(({ id }) => id).filter((id) => !after.has(id));
  if (made !== null) user.parts.intents.undo(undoId, new Set(cancelledIds));
}

/** Answers whatever asks the user, at random. `mineChance`: percentage of answers that keep what the user wants. */
export async function answer(user: AppUser, mineChance = 50): Promise<void> {
  const { random } = user.parts;
  const views = (await user.ask('contacts.listChanges', {})) ?? [];
  const open = views.filter(({ state }) => state !== 'waiting');
  if (open.length === 0) return;
  const view = random.pick(open);
  user.parts.log(`  answers ${view.kind} ${String(view.id)}: ${view.state} ${view.problem?.code ?? view.theirs ?? ''}`);
  switch (view.state) {
    case 'done':
      // The user is told who was held back on the list, or could not be added.
      if ((view.members?.refusedCount ?? 0) > 0) user.parts.intents.drop(new Set([view.id]));
      await user.ask('contacts.resolveChange', { requestId: toRequestId(), changeId: view.id, choice: 'dismiss' });
      return;
    case 'paused':
      await resolve(user, view.id, random.happens(80) ? 'resume' : 'stop');
      return;
    default:
      await (random.happens(mineChance) ? keepMine(user, view) : keepTheirs(user, view));
  }
}

async function resolve(user: AppUser, changeId: number, choice: 'theirs' | 'resume' | 'stop'): Promise<void> {
  await user.changeAndDrop('contacts.resolveChange', { requestId: toRequestId(), changeId, choice });
}

type View = Awaited<ReturnType<typeof listViews>>[number];
const listViews = async (user: AppUser) => (await user.ask('contacts.listChanges', {})) ?? [];

/** The key of a change of one value; null of others. */
function toKey({ kind, contactId, listId, noteId, field }: View): string | null {
  if (kind === 'edit-contact') return `contact:${String(contactId)}:${String(field)}`;
  if (kind === 'edit-list') return `list:${String(listId)}:${String(field)}`;
  return kind === 'edit-note' ? `note:${String(noteId)}` : null;
}

async function keepMine(user: AppUser, view: View): Promise<void> {
  const key = toKey(view);
  if (key === null) {
    await user.change('contacts.resolveChange', { requestId: toRequestId(), changeId: view.id, choice: 'mine' });
    return;
  }
  const shown = view.theirs ?? (await readValue(user, view)) ?? view.base;
  const input = { requestId: toRequestId(), changeId: view.id, choice: 'mine' } as const;
  const made = await user.change('contacts.resolveChange', input);
  if (made === null) return;
  const isKept = (await user.listChanges()).some(({ id }) => id === view.id);
  const intent = user.addIntent(
    {
      ...{ key, wanted: toWanted(view.field ?? '', view.value) },
      seen: new Set([shown, view.base].map((one) => toWanted(view.field ?? '', one))),
    },
    { ...made, changeIds: [view.id] },
  );
  if (!isKept) intent.isDropped = true;
}

async function readValue(user: AppUser, { contactId, listId, noteId, field }: View): Promise<string | null> {
  if (listId !== null) {
    const list = (await listLists(user)).find(({ id }) => id === listId);
    return list === undefined ? null : String(list[field as 'name']);
  }
  const details = await user.ask('contacts.get', { contactId: contactId ?? 0 });
  if (details === null) return null;
  if (noteId !== null) return details.notes.find(({ id }) => id === noteId)?.text ?? null;
  return readShown(details, field as ContactFieldName);
}

async function keepTheirs(user: AppUser, view: View): Promise<void> {
  const key = toKey(view);
  if (key !== null) user.parts.intents.dropAll(key);
  await resolve(user, view.id, 'theirs');
}

export async function pauseMembers(user: AppUser): Promise<void> {
  const view = (await listViews(user)).find(({ kind, state }) => kind === 'members' && state === 'waiting');
  if (view === undefined) return;
  await user.change('contacts.resolveChange', { requestId: toRequestId(), changeId: view.id, choice: 'pause' });
}

/** An edit that the app has on the disk, and may not have shown or answered, when it dies. */
export async function beginEdit(user: AppUser): Promise<void> {
  const details = await chooseContact(user);
  if (details === null) return;
  const { intents, watched, count, log } = user.parts;
  const key = `contact:${String(details.id)}:company`;
  const value = `Mine ${String(count())}`;
  const seen = intents.toSeen(key, details.company, await user.listWaitingIds());
  log(`  begins to set ${key} to ${value}`);
  user.begin('contacts.edit', { requestId: toRequestId(), contactId: details.id, field: 'company', value });
  const rest = { since: watched.sequence, changeIds: [], undoId: null };
  intents.add({ key, wanted: value, seen, isUnsure: true }, rest);
}
