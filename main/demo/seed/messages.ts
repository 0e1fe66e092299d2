import { REMINDER_TEXT } from './assemble.ts';
import type { Draft } from './draft.ts';
import type { History } from './history.ts';
import { hashText } from './random.ts';
import type { Random } from './random.ts';
import type { Member, Roster } from './roster.ts';

const REMINDED = 64;
/** Of those, how many have a chat: the reminder is the last message there. */
const REMINDED_IN_CHATS = 8;

export interface WritingParts {
  /** Everyone with a chat. */
  readonly members: readonly Member[];
  readonly roster: Roster;
  readonly history: History;
  readonly random: Random;
  readonly count: number;
}

function isLeaving(member: Member): boolean {
  return member.person === undefined && member.contact !== undefined && hashText(`leaves ${member.phone}`) % 40 === 0;
}

/** Whom a reminder goes to besides the hand-written person: mostly people without a chat. */
function pickReminded(members: readonly Member[], roster: Roster): Member[] {
  const chatting = new Set(members);
  const candidates = roster.members.filter((member) => member.person === undefined && !isLeaving(member));
  const within = candidates.filter((member) => chatting.has(member)).slice(0, REMINDED_IN_CHATS);
  return [...candidates.filter((member) => !chatting.has(member)), ...within].slice(0, REMINDED - 1);
}

/** The other people of the sends to many that hand-written lines belong to. */
function listReminders(written: readonly Draft[], others: readonly Member[]): Draft[] {
  return written.flatMap((line) => {
    if (line.bulk === undefined) return [];
    return others.map((member) => ({
      ...line,
      phone: member.phone,
      letter: 'd' as const,
      text: REMINDER_TEXT.replace('{First name}', member.contact?.firstName ?? '').replace('{Pet}', member.petName),
    }));
  });
}

/** Hand-written people without an animal (couriers, insurers, strangers) have said all that they will ever say. */
function canTalk({ person }: Member): boolean {
  return person === undefined || (person.pet !== undefined && person.landline !== true && person.blocked !== true);
}

/** All messages, oldest first, exactly as many as asked for. */
export function writeMessages({ members, roster, history, random, count }: WritingParts): Draft[] {
  const written = members.flatMap((member) => (member.person === undefined ? [] : history.listWritten(member.person)));
  const drafts = [...written, ...listReminders(written, pickReminded(members, roster))];
  for (const member of members) if (isLeaving(member)) drafts.push(...history.inventFarewell(member));
  // Everyone with an empty chat first gets an exchange, then those at the front of the list get most of the rest.
  const talkers = members.filter((member) => canTalk(member) && !isLeaving(member));
  for (const member of talkers) if (drafts.length < count) drafts.push(...history.inventExchange(member));
  while (drafts.length < count && talkers.length > 0) {
    const member = talkers[Math.floor(talkers.length * random.next() ** 2)];
    if (member !== undefined) drafts.push(...history.inventExchange(member));
  }
  return drafts.slice(0, count).sort((a, b) => a.at - b.at);
}
