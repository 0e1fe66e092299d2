import { toMoney } from '../rules/prices.ts';
import type { Chat, Inbound, Outbound, Session } from '../state/model.ts';
import { findCountryOf } from '../rules/countries.ts';
import type { Draft } from './draft.ts';
import { toCharge, toFiles } from './draft.ts';
import type { Random } from './random.ts';
import type { Member } from './roster.ts';

const FIRST_MESSAGE_ID = 900_001;
const FIRST_SESSION_ID = 730_001;
const FIRST_CHAT_ID = 410_001;
const FIRST_FILE_ID = 66_001;

/** Messages with their ids, and the sends that they came from. */
export interface Mail {
  readonly outbound: Outbound[];
  readonly inbound: Inbound[];
  readonly sessions: Session[];
}

/** Ids grow with time but leave gaps: other accounts of the service send too. */
class Sequence {
  #next: number;
  readonly #random: Random;

  constructor(first: number, random: Random) {
    this.#next = first;
    this.#random = random;
  }

  take(): number {
    const id = this.#next;
    this.#next += this.#random.between(1, 3);
    return id;
  }
}

/** Gives drafts their ids in the order of time and groups the sends to many. */
export class MailRoom {
  readonly mail: Mail = { outbound: [], inbound: [], sessions: [] };
  readonly #accountPhone: string;
  readonly #contactIds: ReadonlyMap<string, number>;
  readonly #outboundIds: Sequence;
  readonly #inboundIds: Sequence;
  readonly #sessionIds: Sequence;
  readonly #bulks = new Map<string, { id: number; drafts: Draft[] }>();
  #fileId = FIRST_FILE_ID;

  constructor(accountPhone: string, contactIds: ReadonlyMap<string, number>, random: Random) {
    this.#accountPhone = accountPhone;
    this.#contactIds = contactIds;
    this.#outboundIds = new Sequence(FIRST_MESSAGE_ID, random);
    this.#inboundIds = new Sequence(FIRST_MESSAGE_ID, random);
    this.#sessionIds = new Sequence(FIRST_SESSION_ID, random);
  }

  /** @param drafts Oldest first. */
  deliver(drafts: readonly Draft[]): Mail {
    for (const draft of drafts) {
      if (draft.kind === 'in') this.#receive(draft);
      else this.#send(draft);
    }
    for (const { id, drafts: together } of this.#bulks.values()) this.#openBulk(id, together);
    this.mail.sessions.sort((a, b) => a.id - b.id);
    return this.mail;
  }

  #receive(draft: Draft): void {
    const files = toFiles(draft.picture, this.#fileId);
    if (files !== undefined) this.#fileId += 1;
    this.mail.inbound.push({
      id: this.#inboundIds.take(),
      kind: 'in',
      sender: draft.phone,
      receiver: this.#accountPhone,
      at: draft.at,
      text: draft.text,
      ...(files === undefined ? {} : { files }),
    });
  }

  #send(draft: Draft): void {
    const { parts, charset, price } = toCharge(draft.phone, draft.text);
    const isRefused = draft.letter === 'g';
    this.mail.outbound.push({
      id: this.#outboundIds.take(),
      kind: 'out',
      sessionId: this.#toSessionId(draft, isRefused ? 0 : price),
      receiver: draft.phone,
      sender: this.#accountPhone,
      contactId: this.#contactIds.get(draft.phone) ?? null,
      at: draft.at,
      text: draft.text,
      charset,
      parts,
      price: isRefused ? 0 : price,
      country: findCountryOf(draft.phone)?.id ?? '',
      userId: draft.userId,
      status: draft.letter ?? 'd',
      rejectReason: draft.reason ?? null,
    });
  }

  #toSessionId(draft: Draft, price: number): number {
    if (draft.bulk === undefined) {
      const id = this.#sessionIds.take();
      const { at: startAt, text, userId } = draft;
      const session = {
        id,
        startAt,
        text,
        source: 'O',
        referenceId: null,
        price,
        numbersCount: 1,
        userId,
        title: null,
      } as const;
      this.mail.sessions.push(session);
      return id;
    }
    const key = `${draft.bulk} ${draft.at}`;
    const bulk = this.#bulks.get(key) ?? { id: this.#sessionIds.take(), drafts: [] };
    this.#bulks.set(key, bulk);
    bulk.drafts.push(draft);
    return bulk.id;
  }

  #openBulk(id: number, drafts: readonly Draft[]): void {
    const [first] = drafts;
    if (first === undefined) return;
    const price = drafts.reduce((sum, draft) => sum + toCharge(draft.phone, draft.text).price, 0);
    this.mail.sessions.push({
      id,
      startAt: first.at,
      text: REMINDER_TEXT,
      source: 'O',
      referenceId: null,
      price: toMoney(price),
      numbersCount: drafts.length,
      userId: first.userId,
      title: first.bulk ?? null,
    });
  }
}

/** The text of a reminder to many, before its fields are filled in. */
export const REMINDER_TEXT =
  'Hi {First name}, this is a reminder that {Pet} is booked in. Please reply YES to confirm, or call us on 020 7946 0321.';

/** How a chat stands at the beginning, besides what its messages say. */
export interface ChatState {
  readonly member: Member;
  readonly status: Chat['status'];
  readonly unread: number;
  readonly muted: boolean;
  readonly mutedUntil: number | null;
  readonly pinned: boolean;
}

interface Ends {
  readonly first: number;
  readonly lastInbound: number | null;
  readonly last: Draft;
}

function findEnds(drafts: readonly Draft[]): Map<string, Ends> {
  const ends = new Map<string, Ends>();
  for (const draft of drafts) {
    const before = ends.get(draft.phone);
    ends.set(draft.phone, {
      first: before?.first ?? draft.at,
      lastInbound: draft.kind === 'in' ? draft.at : (before?.lastInbound ?? null),
      last: draft,
    });
  }
  return ends;
}

/** Chats with ids in the order of their first message. A chat may be unread only while its last message is theirs. */
export function assembleChats(states: readonly ChatState[], drafts: readonly Draft[], nowAt: number): Chat[] {
  const ends = findEnds(drafts);
  const ordered = [...states].sort(
    (a, b) => (ends.get(a.member.phone)?.first ?? nowAt) - (ends.get(b.member.phone)?.first ?? nowAt),
  );
  return ordered.map((state, at) => {
    const end = ends.get(state.member.phone);
    const isTheirs = end?.last.kind === 'in';
    return {
      id: FIRST_CHAT_ID + at * 3,
      phone: state.member.phone,
      status: state.status,
      unread: isTheirs ? state.unread : 0,
      muted: state.muted,
      mutedUntil: state.mutedUntil,
      pinned: state.pinned,
      from: null,
      updatedAt: end?.lastInbound ?? end?.first ?? nowAt,
      lastAt: end?.last.at ?? nowAt,
      lastText: end?.last.text ?? null,
      lastDirection: end === undefined ? null : isTheirs ? 'i' : 'o',
    };
  });
}
