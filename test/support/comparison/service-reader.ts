/**
 * What a cache has to hold, worked out from the demo service's own state by what the documents of the service say. Nothing
 * of the client is used: its decoders and merges are what is tested by it.
 */
import { findCountryOf } from '#main/demo/rules/countries.ts';
import type { Contact, Inbound, Outbound, Snapshot, User } from '#main/demo/state/model.ts';
import { toPhoneKey } from '#shared/domain/phones.ts';

/** The demo service's state and how it shows it, as it is kept. */
export interface ServiceState {
  readonly state: Snapshot;
  /** Epoch ms, before the skew of the service's clock. */
  readonly nowAt: number;
  readonly settings: { readonly shapes: 'sdk' | 'spec'; readonly quirks: boolean; readonly skewMs: number };
}

export type Cell = string | number | null;
/** The columns of one row, by name. */
export type Row = Readonly<Record<string, Cell>>;
/** Rows by their key. */
export type Rows = ReadonlyMap<string, Row>;

/** Looks things up in the state, and writes values as the service shows them and a cache keeps them. */
export class Reader {
  readonly service: ServiceState;
  readonly isSdk: boolean;
  readonly contacts: ReadonlyMap<string, Contact>;
  readonly users: ReadonlyMap<number, User>;
  readonly unsubscribed: ReadonlySet<string>;

  constructor(service: ServiceState) {
    this.service = service;
    this.isSdk = service.settings.shapes === 'sdk';
    const { contacts, users, unsubscribed } = service.state;
    this.contacts = new Map(contacts.map((contact) => [contact.phone, contact]));
    this.users = new Map(users.map((user) => [user.id, user]));
    this.unsubscribed = new Set(unsubscribed.map(({ phone }) => phone));
  }

  get account(): User {
    const [account] = this.service.state.users;
    if (account === undefined) throw new Error('The account has no user');
    return account;
  }

  /** The service tells times in whole seconds, by a clock that may be wrong. */
  instant(at: number): number {
    return Math.floor(at / 1_000) * 1_000 + this.service.settings.skewMs;
  }

  /** What the service's clock shows, wrong by `skewMs`. */
  get nowAt(): number {
    return this.service.nowAt + this.service.settings.skewMs;
  }

  instantOrNull(at: number | null): number | null {
    return at === null ? null : this.instant(at);
  }

  country(phone: string): string | null {
    return this.nested(findCountryOf(phone)?.id ?? null);
  }

  avatar(name: string | null): string | null {
    return this.nested(name === null ? null : `avatars/${name}`);
  }

  /** What a service with quirks leaves out, as it leaves out nested objects. */
  nested<Value>(value: Value): Value | null {
    return this.service.settings.quirks ? null : value;
  }

  /** A service with quirks has letters that nobody knows. */
  letter({ id, status }: Outbound): string {
    return this.service.settings.quirks && id % 5 === 0 ? 'z' : status;
  }
}

export function toRows<Item>(items: readonly Item[], toRow: (item: Item) => Row, keys: readonly string[]): Rows {
  return new Map(items.map(toRow).map((row) => [keys.map((key) => String(row[key])).join(':'), row]));
}

/** Outbound messages that are in lists. */
export const listSent = ({ state }: ServiceState): readonly Outbound[] =>
  state.outbound.filter(({ deleted }) => deleted !== true);

/** The newest messages of each number: several where they came in the same second. */
export function findNewest(reader: Reader): ReadonlyMap<string, readonly (Inbound | Outbound)[]> {
  const newest = new Map<string, (Inbound | Outbound)[]>();
  for (const message of [...reader.service.state.inbound, ...listSent(reader.service)]) {
    const phone = toPhoneKey(message.kind === 'in' ? message.sender : message.receiver);
    const known = newest.get(phone) ?? [];
    const [first] = known;
    const isLater = first === undefined || reader.instant(message.at) > reader.instant(first.at);
    if (isLater) newest.set(phone, [message]);
    else if (reader.instant(message.at) === reader.instant(first.at)) known.push(message);
  }
  return newest;
}
