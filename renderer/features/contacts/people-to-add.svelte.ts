import type { ContactRow, RequestOutput, SwitchboardBridge } from '#shared/contract/index.ts';
import { coalesced } from '#renderer/lib/async.ts';
import { toQuery } from './contact-scope.ts';

/** Matches that are shown; more words find fewer. */
const SHOWN = 100;

interface PeopleToAddOptions {
  readonly listId: number;
  /** Numbers without a country code are at home there. */
  readonly country: string | null;
}

/** Who is to be on a list: chosen among the contacts, or those whose numbers were pasted. */
export class PeopleToAdd {
  way = $state<'search' | 'numbers'>('search');
  /** Whether they are to be all that the list has, instead of being added to it. */
  isWhole = $state(false);
  #text = $state('');
  #numbers = $state('');
  #found = $state.raw<readonly ContactRow[]>([]);
  /** In the order in which they were chosen. */
  #chosen = $state.raw<readonly ContactRow[]>([]);
  #matches = $state.raw<RequestOutput<'lists.findByNumbers'> | null>(null);
  readonly #bridge: SwitchboardBridge;
  readonly #options: PeopleToAddOptions;
  readonly #askFound: () => Promise<void>;
  readonly #askMatches: () => Promise<void>;

  constructor(bridge: SwitchboardBridge, options: PeopleToAddOptions) {
    this.#bridge = bridge;
    this.#options = options;
    this.#askFound = coalesced(() => this.#find());
    this.#askMatches = coalesced(() => this.#match());
  }

  get text(): string {
    return this.#text;
  }
  get numbers(): string {
    return this.#numbers;
  }
  get found(): readonly ContactRow[] {
    return this.#found;
  }
  /** What the pasted numbers are; null: nothing was pasted, or main has not answered. */
  get matches(): RequestOutput<'lists.findByNumbers'> | null {
    return this.#matches;
  }
  get contactIds(): readonly number[] {
    if (this.way === 'numbers') return this.#matches?.contactIds ?? [];
    return this.#chosen.filter((row) => this.canChoose(row)).map(({ id }) => id);
  }
  /** Someone was chosen, or numbers were pasted. */
  get isChanged(): boolean {
    return this.#chosen.length > 0 || this.#numbers !== '';
  }

  isChecked(row: ContactRow): boolean {
    return !this.canChoose(row) || this.#chosen.some(({ id }) => id === row.id);
  }

  /** Who is on the list already is not added to it. */
  canChoose(row: ContactRow): boolean {
    return this.isWhole || !this.isMember(row);
  }

  isMember({ lists }: ContactRow): boolean {
    return lists.some(({ id }) => id === this.#options.listId);
  }

  toggle(row: ContactRow): void {
    const others = this.#chosen.filter(({ id }) => id !== row.id);
    this.#chosen = others.length < this.#chosen.length ? others : [...others, row];
  }

  /** The first contacts are there before anything is typed. */
  start(): Promise<void> {
    return this.#askFound();
  }

  search(text: string): void {
    this.#text = text;
    void this.#askFound();
  }

  paste(text: string): void {
    this.#numbers = text;
    void this.#askMatches();
  }

  async #find(): Promise<void> {
    const text = this.#text.trim();
    const query = { ...toQuery({ kind: 'all' }), text: text.slice(0, 200) };
    const reply = await this.#bridge.request('contacts.list', { query, firstRows: SHOWN });
    if (reply.ok && text === this.#text.trim()) this.#found = reply.value.rows;
  }

  async #match(): Promise<void> {
    const text = this.#numbers;
    if (text.trim() === '') {
      this.#matches = null;
      return;
    }
    const reply = await this.#bridge.request('lists.findByNumbers', { text, country: this.#options.country });
    if (text === this.#numbers) this.#matches = reply.ok ? reply.value : null;
  }
}
