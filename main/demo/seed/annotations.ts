import type { ContactNote, TeamNote, Unsubscribed, VoiceCall } from '../state/model.ts';
import type { Draft } from './draft.ts';
import type { History } from './history.ts';
import type { Member, Roster } from './roster.ts';

const DAY_MS = 86_400_000;

/** Those who wrote STOP, off all lists since then. */
export function listUnsubscribed(drafts: readonly Draft[], roster: Roster): Unsubscribed[] {
  const byPhone = new Map(roster.contacts.map((contact) => [contact.phone, contact]));
  const stops = drafts.filter((draft) => draft.kind === 'in' && draft.text === 'STOP');
  return stops.map((stop, at) => {
    const contact = byPhone.get(stop.phone);
    if (contact !== undefined) contact.listIds = [];
    return {
      id: 6_001 + at,
      phone: stop.phone,
      firstName: contact?.firstName ?? '',
      lastName: contact?.lastName ?? '',
      at: stop.at,
    };
  });
}

/** Notes of the account's own people, and those that come with people whom somebody shares. */
export function listContactNotes(
  roster: Roster,
  history: History,
  { nowAt, shared }: { readonly nowAt: number; readonly shared: readonly Omit<ContactNote, 'id'>[] },
): ContactNote[] {
  const notes = roster.members.flatMap(({ person, contact }) =>
    (person?.notes ?? []).map((note) => ({
      contactId: contact?.id ?? 0,
      note: note.text,
      createdAt: nowAt - note.daysAgo * DAY_MS,
      userId: history.toUserId(note.by),
    })),
  );
  const all = [...notes, ...shared].sort((a, b) => a.createdAt - b.createdAt);
  return all.map((note, at) => ({ id: 8_001 + at, ...note }));
}

export function listTeamNotes(members: readonly Member[], history: History): TeamNote[] {
  const notes = members.flatMap(({ person }) =>
    (person?.lines ?? [])
      .filter((line) => line.who === 'note')
      .map((line) => ({
        phone: person?.phone ?? '',
        at: history.toAt(line.when),
        text: line.text,
        userId: history.toUserId(line.by),
      })),
  );
  return notes.map((note, at) => ({ id: 50_000_001 + at, kind: 'note', ...note }));
}

export function listCalls(members: readonly Member[], history: History): VoiceCall[] {
  const calls = members.flatMap(({ person }) =>
    (person?.calls ?? []).map(({ when, who, by }) => ({
      phone: person?.phone ?? '',
      direction: who === 'us' ? ('out' as const) : ('in' as const),
      at: history.toAt(when),
      userId: who === 'us' ? history.toUserId(by) : null,
    })),
  );
  return calls.sort((a, b) => a.at - b.at).map((call, at) => ({ id: 3_001 + at, kind: 'call', ...call }));
}
