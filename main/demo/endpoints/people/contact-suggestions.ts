import type { Json, Reply } from '../../http.ts';
import { parsePaging, slicePage, toPageReply } from '../../paging.ts';
import { findCountryOf } from '../../rules/countries.ts';
import type { Contact, ContactList } from '../../state/model.ts';
import type { World } from '../../state/world.ts';
import { ok } from '../call.ts';
import type { Call, Row } from '../call.ts';
import { fits, toName, toWanted } from './contact-match.ts';
import type { Wanted } from './contact-match.ts';

interface Suggestion {
  readonly type: 'contact' | 'list' | 'reply';
  readonly id: number;
  readonly value: string;
  readonly label: string;
  readonly userId: number;
  readonly avatar: string | null;
  readonly favorited: boolean;
  readonly country: string;
}

function suggestContact(contact: Contact, world: World): Suggestion {
  return {
    ...{ type: 'contact', id: contact.id, value: String(contact.id), label: toName(contact) },
    userId: contact.userId ?? world.account.id,
    avatar: contact.avatar,
    favorited: contact.favorited,
    country: findCountryOf(contact.phone)?.name ?? '',
  };
}

function suggestList(list: ContactList): Suggestion {
  const { id, name, userId, avatar, favorited } = list;
  return { type: 'list', id, value: String(id), label: name, userId, avatar, favorited, country: '' };
}

function suggestReply(phone: string, world: World): Suggestion {
  const country = findCountryOf(phone)?.name ?? '';
  const userId = world.account.id;
  return { type: 'reply', id: 0, value: phone, label: phone, userId, avatar: null, favorited: false, country };
}

/** Numbers that wrote and that nobody has a name for. */
function listReplies(world: World, { digits }: Wanted): string[] {
  if (digits === '') return [];
  const chats = world.chats.rows.filter(({ phone }) => /^\d+$/.test(phone) && phone.includes(digits));
  return chats.map(({ phone }) => phone).filter((phone) => world.findContactByPhone(phone) === undefined);
}

interface Placed<T> {
  readonly one: T;
  readonly position: number;
}

/** The few in whose label the text stands first, in that order; it is behind everything where something else fits. */
function pickBest<T>(
  all: readonly T[],
  limit: number,
  { text, toLabel }: { text: string; toLabel: (one: T) => string },
): readonly Placed<T>[] {
  const best: Placed<T>[] = [];
  for (const one of all) {
    const label = toLabel(one).toLowerCase();
    const at = label.indexOf(text);
    const position = at < 0 ? label.length : at;
    if (best.length === limit && position >= (best.at(-1)?.position ?? 0)) continue;
    best.splice(best.findLastIndex((other) => other.position <= position) + 1, 0, { one, position });
    if (best.length > limit) best.pop();
  }
  return best;
}

function toPlaced<T>(toOne: (one: T) => Suggestion): (placed: Placed<T>) => Placed<Suggestion> {
  return ({ one, position }) => ({ one: toOne(one), position });
}

function toSuggestion(one: Suggestion, at: { position: number; rank: number }, world: World): Json {
  const sharer = one.userId === world.account.id ? undefined : world.findUser(one.userId);
  return {
    entityId: one.id,
    entityType: one.type,
    value: one.value,
    label: one.label,
    sharedBy: sharer === undefined ? '' : `${sharer.firstName} ${sharer.lastName}`,
    isShared: sharer !== undefined,
    avatar: one.avatar === null ? null : `avatars/${one.avatar}`,
    favorited: one.favorited,
    userId: one.userId,
    countryName: one.country,
    qposition: at.position,
    rposition: at.rank,
  };
}

function suggest({ world, query }: Call): Reply {
  const wanted = toWanted(query.required('query'), null, false);
  const includesLists = query.flag('lists', false);
  const { limit } = parsePaging(query);
  query.check();
  const people = world.contactIndex.list('id', true).filter((contact) => !contact.blocked && fits(contact, wanted));
  const lists = world.lists.rows.filter(({ name }) => includesLists && name.toLowerCase().includes(wanted.text));
  const { text } = wanted;
  const found = [
    ...pickBest(people, limit, { text, toLabel: toName }).map(toPlaced((one) => suggestContact(one, world))),
    ...pickBest(lists, limit, { text, toLabel: ({ name }) => name }).map(toPlaced(suggestList)),
    ...pickBest(listReplies(world, wanted), limit, { text, toLabel: (phone) => phone }).map(
      toPlaced((phone) => suggestReply(phone, world)),
    ),
  ];
  const best = found.sort((a, b) => a.position - b.position).slice(0, limit);
  return ok(best.map(({ one, position }, rank) => toSuggestion(one, { position, rank }, world)));
}

function toFavoriteContact(contact: Contact): Json {
  return {
    ...{ entityId: contact.id, entityType: 'contact', primaryLabel: toName(contact), secondaryLabel: contact.phone },
    tertiaryLabel: findCountryOf(contact.phone)?.name ?? null,
    avatar: contact.avatar === null ? null : `avatars/${contact.avatar}`,
  };
}

function toFavoriteList(list: ContactList, world: World): Json {
  return {
    ...{ entityId: list.id, entityType: 'list', primaryLabel: list.name },
    ...{ secondaryLabel: String(world.membersCount(list.id)), tertiaryLabel: null },
    avatar: list.avatar === null ? null : `avatars/${list.avatar}`,
  };
}

function listFavorites({ world, query }: Call): Reply {
  const paging = parsePaging(query);
  const wanted = toWanted(query.text('query'), null, false);
  query.check();
  const people = world.contactIndex
    .list('id', true)
    .filter((contact) => contact.favorited && (wanted.text === '' || fits(contact, wanted)));
  const lists = world.lists.rows.filter((list) => list.favorited && list.name.toLowerCase().includes(wanted.text));
  const { rows, total } = slicePage([...people, ...lists], paging);
  const resources = rows.map((one) => ('phone' in one ? toFavoriteContact(one) : toFavoriteList(one, world)));
  return toPageReply({ paging, total, resources });
}

const GET = { method: 'GET', group: 'contacts' } as const;

export const contactSuggestionRows: readonly Row[] = [
  { ...GET, path: '/contacts/autocomplete', handle: suggest },
  { ...GET, path: '/contacts/favorite', handle: listFavorites },
];
