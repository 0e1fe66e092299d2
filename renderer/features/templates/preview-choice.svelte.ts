import type { PersonView, SwitchboardBridge } from '#shared/contract/index.ts';
import { Latest } from '#renderer/lib/async.ts';

/** A contact who was found. */
export interface FoundPerson {
  readonly contactId: number;
  readonly name: string;
  readonly phone: string;
}

/** The contact for whom a text is shown as well: found by name or number. */
export class PreviewChoice {
  #query = $state('');
  #people = $state.raw<readonly FoundPerson[]>([]);
  #isOpen = $state(false);
  #active = $state(0);
  readonly #latest = new Latest();
  readonly #bridge: SwitchboardBridge;
  readonly #onchoose: (person: FoundPerson | null) => void;

  constructor(bridge: SwitchboardBridge, onchoose: (person: FoundPerson | null) => void) {
    this.#bridge = bridge;
    this.#onchoose = onchoose;
  }

  get query(): string {
    return this.#query;
  }
  get people(): readonly FoundPerson[] {
    return this.#people;
  }
  get isOpen(): boolean {
    return this.#isOpen && this.#people.length > 0;
  }
  /** -1: the list is closed. */
  get active(): number {
    return this.isOpen ? Math.min(this.#active, this.#people.length - 1) : -1;
  }

  async type(query: string): Promise<void> {
    this.#query = query;
    this.#active = 0;
    const isLatest = this.#latest.begin();
    if (query.trim() === '') {
      this.#isOpen = false;
      this.#people = [];
      this.#onchoose(null);
      return;
    }
    this.#isOpen = true;
    const reply = await this.#bridge.request('people.suggest', { query: query.trim().slice(0, 100) });
    if (reply.ok && isLatest()) this.#people = reply.value.flatMap(toFound);
  }

  move(step: 1 | -1): void {
    const count = this.#people.length;
    this.#isOpen = true;
    if (count > 0) this.#active = (Math.max(this.active, 0) + step + count) % count;
  }

  choose(index = this.active): void {
    const person = this.#people[index];
    if (person === undefined) return;
    this.#query = person.name;
    this.#isOpen = false;
    this.#onchoose(person);
  }

  close(): void {
    this.#isOpen = false;
  }
}

/** Only a contact has values. */
function toFound({ contactId, name, phone }: PersonView): readonly FoundPerson[] {
  return contactId === null ? [] : [{ contactId, name, phone }];
}
