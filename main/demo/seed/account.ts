import type { Role } from '../settings.ts';
import type { ContactList, CustomField, User } from '../state/model.ts';
import { fieldNames, listSeeds } from './lists.ts';
import { createRandom, hashText } from './random.ts';

const DAY_MS = 86_400_000;

/** The account's user first, then its team. */
export function createUsers(role: Role): readonly [User, ...User[]] {
  const team = { phone: '447700900002', company: 'Northgate Vets' };
  return [
    {
      ...team,
      id: 305_114,
      username: 'northgate-vets',
      firstName: 'Ruth',
      lastName: 'Adeyemi',
      email: 'ruth@northgate.example',
      role,
      avatar: 'user-305114.png',
    },
    {
      ...team,
      id: 305_120,
      username: 'northgate-marek',
      firstName: 'Marek',
      lastName: 'Zielinski',
      email: 'marek@northgate.example',
      role: 'U',
      avatar: 'user-305120.png',
    },
    {
      ...team,
      id: 305_121,
      username: 'northgate-hollis',
      firstName: 'Hollis',
      lastName: 'Brandt',
      email: 'hollis@northgate.example',
      role: 'A',
      avatar: 'user-305121.png',
    },
  ];
}

export function createLists(userId: number): ContactList[] {
  return listSeeds.map((list, at) => ({
    id: 71_001 + at,
    name: list.name,
    description: list.description,
    favorited: list.favorited === true,
    shared: list.shared === true,
    isDefault: list.isDefault === true,
    userId,
    avatar: null,
    ...(list.service === undefined ? {} : { service: list.service }),
  }));
}

export function createFields(nowAt: number): CustomField[] {
  return fieldNames.map((name, at) => ({ id: 501 + at, name, createdAt: nowAt - 900 * DAY_MS }));
}

/** A key that belongs to the seed. */
export function toApiKey(seed: number): string {
  const random = createRandom(hashText(`key ${seed}`));
  return Array.from({ length: 30 }, () => random.pick([...'abcdefghjkmnpqrstuvwxyz23456789'])).join('');
}
