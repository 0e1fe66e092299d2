import type {
  CarrierLookupView,
  ContractError,
  EmailLookupView,
  Reply,
  RequestOutput,
  SwitchboardBridge,
} from '#shared/contract/index.ts';
import { toPhoneKey } from '#shared/domain/phones.ts';
import type { RequestIds } from '#renderer/data/request-ids.ts';
import { LiveQuery } from '#renderer/lib/live-query.svelte.ts';

export type LookupKind = 'carrier' | 'email';
type Found = RequestOutput<'lookups.find'>;

/** After an event main is asked at most this often. */
const PAUSE_MS = 250;
/** Anything shorter is no address. */
const SHORTEST_EMAIL = 3;

interface LookupsOptions {
  readonly ids: RequestIds;
  /** The contact's number and address; '' for none. Reads runes. */
  readonly read: () => { readonly phone: string; readonly email: string };
}

interface Problem {
  /** The number or address that was looked up. */
  readonly value: string;
  readonly error: ContractError;
}

/** What is known of a contact's number and address from look-ups, and look-ups under way. Each one costs money. */
export class ContactLookups {
  #asking = $state.raw<readonly LookupKind[]>([]);
  #problems = $state.raw<Readonly<Record<LookupKind, Problem | null>>>({ carrier: null, email: null });
  readonly #bridge: SwitchboardBridge;
  readonly #options: LookupsOptions;
  readonly #found: LiveQuery<Found>;

  constructor(bridge: SwitchboardBridge, options: LookupsOptions) {
    this.#bridge = bridge;
    this.#options = options;
    this.#found = new LiveQuery(bridge, {
      ask: () => this.#find(),
      // Also what tells of another number or address.
      events: ['contacts.changed'],
      pauseMs: PAUSE_MS,
    });
  }

  /** Of the number of now; null: it was not looked up. */
  get carrier(): CarrierLookupView | null {
    const carrier = this.#found.value?.carrier ?? null;
    return carrier !== null && toPhoneKey(carrier.phone) === toPhoneKey(this.valueOf('carrier')) ? carrier : null;
  }
  /** Of the address of now; null: it was not looked up. */
  get email(): EmailLookupView | null {
    const email = this.#found.value?.email ?? null;
    return email?.email.toLowerCase() === this.valueOf('email').toLowerCase() ? email : null;
  }
  get currency(): string | null {
    return this.#found.value?.currency ?? null;
  }

  /** What is looked up; '' for nothing. */
  valueOf(kind: LookupKind): string {
    const { phone, email } = this.#options.read();
    return kind === 'carrier' ? phone : email.trim();
  }
  /** What the last look-up of that kind cost, of whatever contact; null: not known. */
  lastCostOf(kind: LookupKind): number | null {
    const found = this.#found.value;
    return (kind === 'carrier' ? found?.lastCarrierCost : found?.lastEmailCost) ?? null;
  }
  isAsking(kind: LookupKind): boolean {
    return this.#asking.includes(kind);
  }
  /** Why the last look-up of this very number or address brought nothing. */
  problemOf(kind: LookupKind): ContractError | null {
    const problem = this.#problems[kind];
    return problem?.value === this.valueOf(kind) ? problem.error : null;
  }

  refresh(): Promise<void> {
    return this.#found.refresh();
  }

  /** Asks the service, for money. One look-up of a kind at a time. */
  async lookUp(kind: LookupKind): Promise<void> {
    const value = this.valueOf(kind);
    if (value === '' || this.isAsking(kind)) return;
    this.#asking = [...this.#asking, kind];
    this.#problems = { ...this.#problems, [kind]: null };
    // A repeat after a lost answer is the same look-up: it is not paid for twice.
    const reply = await this.#options.ids.run(`lookups.${kind}\n${value}`, (requestId) =>
      this.#ask(kind, value, requestId),
    );
    await this.#found.refresh();
    if (!reply.ok) this.#problems = { ...this.#problems, [kind]: { value, error: reply.error } };
    this.#asking = this.#asking.filter((other) => other !== kind);
  }

  dispose(): void {
    this.#found.dispose();
  }

  #ask(kind: LookupKind, value: string, requestId: string): Promise<Reply<unknown>> {
    return kind === 'carrier'
      ? this.#bridge.request('lookups.lookUpCarrier', { requestId, phone: value })
      : this.#bridge.request('lookups.lookUpEmail', { requestId, email: value });
  }

  #find(): Promise<Reply<Found>> | null {
    const { phone, email } = this.#options.read();
    if (phone === '' && email.trim().length < SHORTEST_EMAIL) return null;
    return this.#bridge.request('lookups.find', {
      phone: phone === '' ? null : phone,
      email: email.trim().length < SHORTEST_EMAIL ? null : email.trim(),
    });
  }
}
