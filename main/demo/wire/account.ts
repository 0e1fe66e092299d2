import type { Json } from '../http.ts';
import { findCountry } from '../rules/countries.ts';
import type { User } from '../state/model.ts';
import { toOnce } from './view.ts';
import type { View } from './view.ts';

const ZONE = 'Europe/London';
const ZONE_ID = 47;

/** Seconds that London is ahead of UTC at that time. */
function toLondonOffset(at: number): number {
  const name = new Intl.DateTimeFormat('en-GB', { timeZone: ZONE, timeZoneName: 'longOffset' })
    .formatToParts(at)
    .find((part) => part.type === 'timeZoneName')?.value;
  const match = /GMT([+-])(\d{2}):(\d{2})/.exec(name ?? '');
  if (match === null) return 0;
  const seconds = Number(match[2]) * 3_600 + Number(match[3]) * 60;
  return match[1] === '-' ? -seconds : seconds;
}

export function toCountry(id: string): Json {
  const country = findCountry(id);
  return country === undefined ? null : { id: country.id, name: country.name };
}

export function toImage(name: string | null): Json {
  return name === null ? null : { href: `avatars/${name}` };
}

/** The account itself, or a member of its team: the balance is shared. */
export function toUser(user: User, view: View): Json {
  return toOnce(view, `user ${user.id}`, () => toFreshUser(user, view));
}

function toFreshUser(user: User, view: View): Json {
  const offset = toLondonOffset(view.nowAt);
  return {
    displayTimeFormat: '24h',
    id: user.id,
    username: user.username,
    firstName: user.firstName,
    lastName: user.lastName,
    email: user.email,
    status: 'A',
    balance: view.world.data.balance,
    phone: user.phone,
    company: user.company,
    currency: { id: 'GBP', unicodeSymbol: '£', htmlSymbol: '&pound;' },
    country: toCountry('GB'),
    timezone: { id: ZONE_ID, area: 'Europe', dst: offset === 0 ? 0 : 1, offset, timezone: ZONE },
    subaccountType: user.role,
    emailAccepted: true,
    phoneAccepted: true,
    avatar: toImage(user.avatar),
  };
}
