import type { Role } from '../settings.ts';
import type { Contact, Snapshot } from '../state/model.ts';
import { createFields, createLists, createUsers, toApiKey } from './account.ts';
import { createSenderIds, createSettings, createTemplates } from './settings.ts';
import { listCalls, listContactNotes, listTeamNotes, listUnsubscribed } from './annotations.ts';
import { assembleChats, MailRoom } from './assemble.ts';
import type { ChatState } from './assemble.ts';
import { Calendar } from './calendar.ts';
import { History } from './history.ts';
import { writeMessages } from './messages.ts';
import { createRandom } from './random.ts';
import type { Random } from './random.ts';
import { Roster } from './roster.ts';
import type { Member } from './roster.ts';
import { createShared, createTags } from './shared.ts';

/** How much there is. Messages count both directions, chats all states. */
export interface SeedCounts {
  readonly chats: number;
  readonly messages: number;
  readonly contacts: number;
}

export interface SeedOptions extends SeedCounts {
  readonly seed: number;
  readonly nowAt: number;
  readonly role: Role;
}

/** What a demo has when nobody asks for more: about forty open chats, some closed and a few deleted ones. */
export const DEFAULT_COUNTS: SeedCounts = { chats: 72, messages: 1_500, contacts: 120 };

/** Above this many chats most are open: long lists are what such a demo is for. */
const FEW_CHATS = 200;

function toChatState(member: Member, random: Random, { chats, nowAt }: SeedOptions): ChatState {
  const { person } = member;
  if (person !== undefined) {
    const hours = person.mutedHours;
    return {
      member,
      status: person.status ?? 'a',
      unread: person.unread ?? 0,
      muted: hours !== undefined,
      mutedUntil: hours === undefined || hours === 0 ? null : nowAt + hours * 3_600_000,
      pinned: person.pinned === true,
    };
  }
  const [closed, deleted] = chats <= FEW_CHATS ? [0.52, 0.06] : [0.12, 0.01];
  const at = random.next();
  const status = at < deleted ? 'd' : at < deleted + closed ? 'c' : 'a';
  const isUnread = status === 'a' && random.chance(chats <= FEW_CHATS ? 0.05 : 0.02);
  const isMuted = random.chance(0.02);
  return {
    member,
    status,
    unread: isUnread ? random.between(1, 3) : 0,
    muted: isMuted,
    mutedUntil: isMuted ? nowAt + 8 * 3_600_000 : null,
    pinned: false,
  };
}

/** Everyone with a chat: those written by hand, then the others, a few of them without a name. */
function pickChatMembers(roster: Roster, random: Random, chats: number): Member[] {
  const written = [...roster.members, ...roster.strangers].filter((member) => member.person !== undefined);
  const invented = roster.members.filter((member) => member.person === undefined);
  const picked = written.slice(0, chats);
  for (const member of invented) {
    if (picked.length < chats && random.chance(0.05)) picked.push(roster.inventStranger());
    if (picked.length < chats) picked.push(member);
  }
  while (picked.length < chats) picked.push(roster.inventStranger());
  return picked;
}

/** What people bring along besides their messages. */
function listAsides(
  members: readonly Member[],
  history: History,
): Pick<Snapshot, 'teamNotes' | 'calls' | 'outcomes' | 'languages' | 'spoken'> {
  const written = members.flatMap(({ person }) => person ?? []);
  const outcomes = written.map(({ phone, outcome }) => [phone, outcome ?? 'd'] as const);
  const foreign = members.filter(({ language }) => language !== 'en');
  return {
    teamNotes: listTeamNotes(members, history),
    calls: listCalls(members, history),
    outcomes: Object.fromEntries(outcomes),
    languages: Object.fromEntries(foreign.map(({ phone, language }) => [phone, language])),
    spoken: {},
  };
}

function toContactIds(contacts: readonly Contact[]): ReadonlyMap<string, number> {
  return new Map(contacts.map((contact) => [contact.phone, contact.id]));
}

/** The state that a demo begins with: the same seed, counts and moment give the same state. */
export function createSnapshot(options: SeedOptions): Snapshot {
  const { seed, nowAt } = options;
  const random = createRandom(seed);
  const [account, ...team] = createUsers(options.role);
  const users = [account, ...team];
  const lists = createLists(account.id);
  const fields = createFields(nowAt);
  const roster = new Roster({ random, contacts: options.contacts, lists, fields });
  const userIds = new Map(users.map((user) => [user.firstName, user.id]));
  const history = new History({ random, calendar: new Calendar(nowAt), userIds, accountId: account.id });
  const members = pickChatMembers(roster, random, options.chats);
  const states = members.map((member) => toChatState(member, random, options));
  const drafts = writeMessages({ members, roster, history, random, count: options.messages });
  const shared = createShared({ sharer: team.at(-1), own: roster.contacts, nowAt });
  return {
    seed,
    apiKey: toApiKey(seed),
    balance: 143.18,
    users,
    fields,
    tags: createTags(roster.contacts),
    lists: [...lists, ...shared.lists],
    contacts: [...roster.contacts, ...shared.contacts],
    contactNotes: listContactNotes(roster, history, { nowAt, shared: shared.notes }),
    unsubscribed: listUnsubscribed(drafts, roster),
    chats: assembleChats(states, drafts, nowAt),
    ...new MailRoom(account.phone, toContactIds(roster.contacts), random).deliver(drafts),
    templates: createTemplates(nowAt),
    schedules: [],
    bulks: [],
    uploads: [],
    imports: [],
    senderIds: createSenderIds(account.id),
    settings: createSettings(account),
    callbacks: { outUrl: null, inUrl: null, format: 'j' },
    jobs: [],
    clockAheadMs: 0,
    ...listAsides(members, history),
  };
}
