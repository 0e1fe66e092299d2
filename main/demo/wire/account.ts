import type { Json } from '../http.ts';
import { findCountry } from '../rules/countries.ts';
import { findZoneId, Zone } from '../rules/zones.ts';
import type { User } from '../state/model.ts';
import { toNullable, toOnce } from './view.ts';
import type { View } from './view.ts';

export function toCountry(id: string): Json {
  const country = findCountry(id);
  return country === undefined ? null : { id: country.id, name: country.name };
}

export function toImage(name: string | null): Json {
  return name === null ? null : { href: `avatars/${name}` };
}

/** Seconds ahead of UTC, and whether that is summer time: more than at the other side of the year. */
function toOffsets(name: string, at: number): { readonly offset: number; readonly dst: 0 | 1 } {
  const zone = new Zone(name);
  const year = new Date(at).getUTCFullYear();
  const offset = zone.toOffset(at) / 1_000;
  const standard = Math.min(...[0, 6].map((month) => zone.toOffset(Date.UTC(year, month, 1)) / 1_000));
  return { offset, dst: offset > standard ? 1 : 0 };
}

function toTimeZone({ world, nowAt }: View): Json {
  const name = world.data.settings.timeZone;
  const { offset, dst } = toOffsets(name, nowAt);
  return { id: findZoneId(name) ?? null, area: name.split('/')[0] ?? name, dst, offset, timezone: name };
}

/** The account itself, or a member of its team: the balance and the time zone are shared. */
export function toUser(user: User, view: View): Json {
  return toOnce(view, `user ${user.id}`, () => toFreshUser(user, view));
}

function toFreshUser(user: User, view: View): Json {
  return {
    displayTimeFormat: '24h',
    id: user.id,
    username: user.username,
    firstName: user.firstName,
    lastName: user.lastName,
    email: user.email,
    status: 'A',
    balance: view.world.data.balance,
    phone: toNullable(user.phone, view),
    company: toNullable(user.company, view),
    currency: { id: 'GBP', unicodeSymbol: '£', htmlSymbol: '&pound;' },
    country: toCountry('GB'),
    timezone: toOnce(view, 'timezone', () => toTimeZone(view)),
    subaccountType: user.role,
    emailAccepted: true,
    phoneAccepted: true,
    avatar: toImage(user.avatar),
  };
}
