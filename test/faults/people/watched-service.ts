/** The demo service with a log of who changed which value of a contact, a list or a note. */
import type { DemoRequest, DemoResponse } from '#main/demo/http.ts';
import type { DemoService } from '#main/demo/service.ts';
import { Serial } from '#shared/lib/serial.ts';
import type { Random } from '#test/support/random.ts';

/** The app under test, or another client of the account. */
export type Party = 'app' | 'other';

/** One value that a request changed. Null: the thing is not there. */
export interface Write {
  readonly sequence: number;
  /** Virtual time, epoch ms. */
  readonly at: number;
  readonly by: Party;
  /** `contact:5`, `contact:5:company`, `contact:5:field:2`, `member:<list>:<contact>`, `list:3:name`, `note:7`. */
  readonly key: string;
  readonly from: string | null;
  readonly to: string | null;
  /** Method and path below `/api/v2`. */
  readonly request: string;
}

interface Reading {
  readonly sequence: number;
  readonly at: number;
}

const PHONE_TYPES = ['landline', 'mobile'];

export class WatchedService {
  readonly demo: DemoService;
  readonly writes: Write[] = [];
  /** Of each note, the contact that it is about. */
  readonly noteContacts = new Map<number, number>();
  /** Percentage of the app's writes whose answers never arrive. */
  lossPercent = 0;
  readonly #random: Random;
  readonly #now: () => number;
  readonly #initial: ReadonlyMap<string, string>;
  /** When the app last read a path. */
  readonly #readings = new Map<string, Reading[]>();
  /** A change of the service has one cause: what writes is answered one at a time. */
  readonly #turns = new Serial();

  constructor({ demo, now, random }: { demo: DemoService; now: () => number; random: Random }) {
    this.demo = demo;
    this.#now = now;
    this.#random = random;
    this.#initial = this.read();
  }

  /** How far the log is. */
  get sequence(): number {
    return this.writes.length;
  }

  /** The service as that client reaches it. */
  as(party: Party): DemoService {
    const handle = (request: DemoRequest): Promise<DemoResponse> => this.#handle(party, request);
    return Object.create(this.demo, { handle: { value: handle } }) as DemoService;
  }

  /** Every value that the service has now, by its key. */
  read(): ReadonlyMap<string, string> {
    const { contacts, lists, contactNotes, account } = this.demo.world;
    const values = new Map<string, string>();
    for (const contact of contacts.rows) {
      const key = `contact:${String(contact.id)}`;
      values.set(key, 'there');
      for (const name of ['firstName', 'lastName', 'company', 'email', 'phone'] as const) {
        values.set(`${key}:${name}`, contact[name]);
      }
      values.set(`${key}:isFavorite`, String(contact.favorited));
      values.set(`${key}:isBlocked`, String(contact.blocked));
      values.set(`${key}:tags`, contact.tagIds.toSorted((one, other) => one - other).join());
      // Answered as the user whose contact it is, where it has no owner.
      values.set(`${key}:ownerId`, String(contact.ownerId ?? contact.userId ?? account.id));
      values.set(`${key}:phoneType`, PHONE_TYPES[contact.phoneType] ?? String(contact.phoneType));
      for (const [name, value] of Object.entries(contact.values)) values.set(`${key}:field:${name.slice(1)}`, value);
      for (const listId of contact.listIds) values.set(`member:${String(listId)}:${String(contact.id)}`, 'true');
    }
    for (const list of lists.rows) {
      const key = `list:${String(list.id)}`;
      values.set(key, 'there');
      values.set(`${key}:name`, list.name);
      values.set(`${key}:isFavorite`, String(list.favorited));
      values.set(`${key}:isShared`, String(list.shared));
      values.set(`${key}:isDefault`, String(list.isDefault));
    }
    for (const { id, contactId, note } of contactNotes.rows) {
      values.set(`note:${String(id)}`, note);
      this.noteContacts.set(id, contactId);
    }
    return values;
  }

  /** Whether the service had that value at some time since then, by the caller's comparison. */
  hasHad(key: string, since: number, isWanted: (value: string | null) => boolean): boolean {
    const writes = this.writes.filter((write) => write.key === key);
    const before = writes.findLast(({ sequence }) => sequence < since);
    const atFirst = before === undefined ? (this.#initial.get(key) ?? null) : before.to;
    return isWanted(atFirst) || writes.some(({ sequence, to }) => sequence >= since && isWanted(to));
  }

  /** The app's readings of these paths. */
  listReadings(paths: readonly string[]): readonly Reading[] {
    return paths.flatMap((path) => this.#readings.get(path) ?? []);
  }

  async #handle(party: Party, request: DemoRequest): Promise<DemoResponse> {
    const path = request.path.replace('/api/v2', '');
    if (request.method !== 'GET') return this.#turns.run(() => this.#watch(party, { request, path }));
    const answer = await this.demo.handle(request);
    if (party === 'app') this.#noteReading(path);
    return answer;
  }

  #noteReading(path: string): void {
    const readings = this.#readings.get(path) ?? [];
    readings.push({ sequence: this.sequence, at: this.#now() });
    this.#readings.set(path, readings);
  }

  async #watch(party: Party, { request, path }: { request: DemoRequest; path: string }): Promise<DemoResponse> {
    const before = this.read();
    const answer = await this.demo.handle(request);
    const after = this.read();
    const same = { at: this.#now(), by: party, request: `${request.method} ${path}` };
    for (const key of new Set([...before.keys(), ...after.keys()])) {
      const [from, to] = [before.get(key) ?? null, after.get(key) ?? null];
      if (from !== to) this.writes.push({ ...same, sequence: this.sequence, key, from, to });
    }
    const isLost = party === 'app' && this.#random.happens(this.lossPercent);
    return isLost ? { ...answer, connection: 'reset' } : answer;
  }
}
