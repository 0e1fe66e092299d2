/**
 * Whether the service was changed as the user wanted, and only so: what another client had set is replaced only where the
 * user had seen it or was asked, what the user wanted arrived, no note is there twice, and no contact is deleted
 * unasked.
 */
import type { Intent, Intents } from './intents.ts';
import type { WatchedService, Write } from './watched-service.ts';

interface Case {
  readonly watched: WatchedService;
  readonly intents: Intents;
}

/**
 * The service replaces a whole contact and knows no condition: what another client sets between the app's reading and its
 * write, a moment later, is overwritten. No client of this service can prevent it.
 */
const READING_MS = 4_000;
/** As long the app goes by who is on which list when it takes contacts off one (SYNC-28). */
const LISTS_MS = 125_000;

const isSame = (one: string | null, other: string | null): boolean => (one ?? '').trim() === (other ?? '').trim();

export function listOracleFaults(given: Case): readonly string[] {
  return [
    ...given.watched.writes.filter(({ by }) => by === 'app').flatMap((write) => listWriteFaults(given, write)),
    ...listLostFaults(given),
    ...listNoteFaults(given),
  ];
}

const show = ({ key, from, to, request, at }: Write): string =>
  `${key} from ${JSON.stringify(from)} to ${JSON.stringify(to)} by ${request} at ${String(at)}`;

function listWriteFaults(given: Case, write: Write): readonly string[] {
  const { key, request } = write;
  // All that is kept of a thing comes and goes with it, and the values of a custom field with the field.
  if (/^DELETE \/customfields/.test(request) || isOfGoneOrNew(given, write)) return [];
  if (/^contact:\d+$/.test(key)) return listDeletionFaults(given, write);
  if (/^note:/.test(key)) return write.from === null ? [] : judgeNote(given, write);
  return judgeValue(given, write) ? [] : [`changed unseen: ${show(write)}`];
}

/** Whether the thing itself came or went by the same request. */
function isOfGoneOrNew({ watched }: Case, write: Write): boolean {
  const { key, at, request } = write;
  const owners = key.startsWith('member:')
    ? toMembership(key).map((id, index) => `${index === 0 ? 'list' : 'contact'}:${id}`)
    : [key.split(':').slice(0, 2).join(':')];
  if (/^(contact|list):\d+$/.test(key)) return key.startsWith('list:') || write.from === null;
  const about = key.startsWith('note:')
    ? [`contact:${String(watched.noteContacts.get(Number(key.slice(5))))}`]
    : owners;
  return watched.writes.some((one) => about.includes(one.key) && one.at === at && one.request === request);
}

const toMembership = (key: string): readonly string[] => key.split(':').slice(1);

function judgeValue(given: Case, write: Write): boolean {
  const { intents, watched } = given;
  const { key, from, to } = write;
  if (isConsequence(given, write)) return true;
  const isMeant = (intent: Intent): boolean =>
    !intent.isUndone &&
    intent.since <= write.sequence &&
    toKey(given, intent) === key &&
    isSame(intent.wanted, to) &&
    (intent.seen === null || [...intent.seen].some((seen) => isSame(seen, from)));
  return intents.all.some(isMeant) || isMoved(intents, write) || isInWindow(watched, write);
}

/** With the deletion of their only list. */
function isMoved({ moves }: Intents, { key, to, sequence }: Write): boolean {
  return (
    to !== null && moves.some(({ listId, since }) => since <= sequence && key.startsWith(`member:${String(listId)}:`))
  );
}

/** What the service changes by itself with a value that the user changed. */
function isConsequence({ intents }: Case, { key, to, request }: Write): boolean {
  const [kind, id, field] = key.split(':');
  // Who is unsubscribed is on no list any more.
  if (kind === 'member' && request === 'POST /unsubscribers') return true;
  if (kind === 'list' && field === 'isDefault' && to === 'false')
    return !request.startsWith(`PUT /lists/${String(id)}`);
  const isRenumbered = intents.all.some((intent) => intent.key === `contact:${String(id)}:phone`);
  return field === 'phoneType' && isRenumbered;
}

/** Whether another client set it after the app had read the thing for this very write, which may take several questions. */
function isInWindow(watched: WatchedService, write: Write): boolean {
  const sinceAt = write.at - READING_MS;
  const readings = watched.listReadings(toPaths(write)).filter(({ at }) => at >= sinceAt);
  return watched.writes.some(
    ({ key, by, sequence }) =>
      key === write.key &&
      by === 'other' &&
      sequence < write.sequence &&
      readings.some((reading) => reading.sequence <= sequence),
  );
}

function toPaths({ key, request }: Write): readonly string[] {
  const [kind, one, other] = key.split(':');
  if (kind === 'list') return [`/lists/${String(one)}`];
  if (kind === 'note') return [`/notes/${String(one)}`];
  if (kind !== 'member') return [`/contacts/${String(one)}`];
  const contact = `/contacts/${String(other)}`;
  return request.startsWith(`PUT ${contact}`) ? [contact, `${contact}/lists`] : [];
}

function judgeNote(given: Case, write: Write): readonly string[] {
  if (judgeValue(given, write)) return [];
  return [`${write.to === null ? 'deleted' : 'changed'} unseen: ${show(write)}`];
}

function listDeletionFaults({ intents, watched }: Case, write: Write): readonly string[] {
  const id = Number(write.key.split(':')[1]);
  const isMeant = intents.all.some(
    ({ key, wanted, isUndone, since }) => key === write.key && wanted === null && !isUndone && since <= write.sequence,
  );
  const isAgreed = intents.agreements.some(
    ({ contactIds, intent }) => contactIds.has(id) && !intent.isUndone && intent.since <= write.sequence,
  );
  if (isMeant || isAgreed) return [];
  // Another client took it off its other list a moment before.
  const isTaken = ({ key, by, to, at, sequence }: Write): boolean =>
    by === 'other' &&
    to === null &&
    key.startsWith('member:') &&
    key.endsWith(`:${String(id)}`) &&
    sequence < write.sequence &&
    write.at - at <= LISTS_MS;
  return watched.writes.some(isTaken) ? [] : [`deleted without a word: ${show(write)}`];
}

/** The key at the service: of a note that it did not have then, the one that it has now. */
function toKey({ intents, watched }: Case, intent: Intent): string {
  const noteId = Number(/^note:(-\d+)$/.exec(intent.key)?.[1] ?? 0);
  if (noteId === 0) return intent.key;
  const added = intents.notes.find((note) => note.noteId === noteId);
  if (added === undefined) return intent.key;
  const made = watched.writes.find(
    ({ key, by, from, to }) =>
      by === 'app' &&
      from === null &&
      isSame(to, added.text) &&
      watched.noteContacts.get(Number(key.slice(5))) === added.contactId,
  );
  return made?.key ?? intent.key;
}

function listLostFaults(given: Case): readonly string[] {
  const { intents, watched } = given;
  const now = watched.read();
  return intents.all.flatMap((intent, index) => {
    if (intent.isUndone || intent.isDropped || intent.isUnsure || intent.key.startsWith('note:-')) return [];
    const key = toKey(given, intent);
    const isFollowed = intents.all.slice(index + 1).some((later) => later.key === intent.key);
    if (isFollowed || isOwnerGone(now, watched, key)) return [];
    if (watched.hasHad(key, intent.since, (value) => isSame(value, intent.wanted))) return [];
    return [`lost: ${key} should become ${JSON.stringify(intent.wanted)}`];
  });
}

function isOwnerGone(now: ReadonlyMap<string, string>, watched: WatchedService, key: string): boolean {
  const [kind, one, other] = key.split(':');
  if (kind === 'member') return !now.has(`list:${String(one)}`) || !now.has(`contact:${String(other)}`);
  if (kind === 'note') return !now.has(key) || !now.has(`contact:${String(watched.noteContacts.get(Number(one)))}`);
  if (key.split(':').length === 2) return false;
  return !now.has(`${String(kind)}:${String(one)}`);
}

const isByOther = ({ by }: Write): boolean => by === 'other';

/** Each note that the user added is there once, unless it was taken back, deleted or given up. */
function listNoteFaults({ intents, watched }: Case): readonly string[] {
  const now = watched.read();
  const groups = Map.groupBy(intents.notes, ({ contactId, text }) => `${String(contactId)} ${text}`);
  return [...groups.values()].flatMap((added) => {
    const [{ contactId, text } = { contactId: 0, text: '' }] = added;
    const ofContact = watched.writes.filter(
      ({ key, from }) =>
        key.startsWith('note:') && from === null && watched.noteContacts.get(Number(key.slice(5))) === contactId,
    );
    const made = ofContact.filter(({ to }) => isSame(to, text));
    // One whose answer was lost is not known again once another client has changed it.
    const isKnown = ({ key }: Write): boolean => !watched.writes.some((one) => one.key === key && isByOther(one));
    const madeHere = made.filter((write) => write.by === 'app' && isKnown(write)).length;
    const due = added.filter(({ noteId, intent }) => {
      const isDeleted = intents.all.some(({ key, wanted }) => key === `note:${String(noteId)}` && wanted === null);
      return !intent.isUndone && !intent.isDropped && !isDeleted;
    }).length;
    const what = `note ${JSON.stringify(text)} of contact ${String(contactId)}`;
    if (madeHere > added.length) return [`doubled: ${what}, ${String(madeHere)} times`];
    const isGone = !now.has(`contact:${String(contactId)}`);
    // Where an answer was lost, a new note of the same words by another client cannot be told from the user's own.
    return isGone || made.length >= due ? [] : [`lost: ${what}, ${String(made.length)} of ${String(due)}`];
  });
}
