import type { ContractError, Reply, ServiceNotices as View, SwitchboardBridge } from '#shared/contract/index.ts';
import { LiveQuery } from '#renderer/lib/live-query.svelte.ts';

export const EMAIL_PLACES = 3;

/** After these the service has no such settings for this user. */
const ABSENT: ReadonlySet<string> = new Set(['not-found', 'forbidden', 'bad-response']);

/** Two sides and nothing between them that no address has: the service says what it makes of the rest. */
export function isEmailLike(text: string): boolean {
  return text === '' || /^[^\s@]+@[^\s@]+$/.test(text);
}

/** What the service said against the address in one of the places, from 0; null: nothing. */
export function findEmailFault({ code, fields }: ContractError, place: number): string | null {
  return code === 'validation' ? (fields[`alertEmail${String(place + 1)}`]?.join(' ') ?? null) : null;
}

/** Emails that the service itself sends about incoming texts, for the card about them, which makes and disposes it. */
export class ServiceNotices {
  #isSaving = $state(false);
  /** Why the last change was refused. */
  #refusal = $state.raw<ContractError | null>(null);
  #last: Promise<unknown> = Promise.resolve();
  readonly #bridge: SwitchboardBridge;
  readonly #notices: LiveQuery<View>;

  constructor(bridge: SwitchboardBridge) {
    this.#bridge = bridge;
    this.#notices = new LiveQuery(bridge, { ask: () => bridge.request('serviceNotices.get', {}), events: [] });
  }

  /** Null until the service answers. Each place has its address, or ''. */
  get view(): View | null {
    const { value } = this.#notices;
    if (value === null) return null;
    const emails = Array.from({ length: EMAIL_PLACES }, (_, place) => value.emails[place] ?? '');
    return { ...value, emails };
  }
  /** Why it could not be read; null: it was, or there is no such thing. */
  get problem(): ContractError | null {
    return this.isAbsent ? null : this.#notices.problem;
  }
  get isAbsent(): boolean {
    return ABSENT.has(this.#notices.problem?.code ?? '');
  }
  get isSaving(): boolean {
    return this.#isSaving;
  }
  get refusal(): ContractError | null {
    return this.#refusal;
  }

  refresh(): Promise<void> {
    return this.#notices.refresh();
  }

  /** Changes some of it, one change after the other, since each replaces all. Null: nothing is known of it yet. */
  set(changes: Partial<Omit<View, 'emails'>>): Promise<Reply<View> | null> {
    return this.#queue((view) => ({ ...view, ...changes }));
  }

  /** Puts an address into one of the places, from 0; '' takes it out. */
  setEmail(place: number, email: string): Promise<Reply<View> | null> {
    return this.#queue((view) => ({ ...view, emails: view.emails.with(place, email) }));
  }

  dispose(): void {
    this.#notices.dispose();
  }

  #queue(change: (view: View) => View): Promise<Reply<View> | null> {
    const reply = this.#last.then(() => this.#change(change));
    this.#last = reply;
    return reply;
  }

  async #change(change: (view: View) => View): Promise<Reply<View> | null> {
    const { view } = this;
    if (view === null) return null;
    this.#isSaving = true;
    const wanted = change(view);
    const reply = await this.#notices.change(wanted, () => this.#bridge.request('serviceNotices.set', wanted));
    this.#isSaving = false;
    this.#refusal = reply.ok ? null : reply.error;
    // Where the answer was lost, the service may have done it.
    if (!reply.ok && reply.error.code !== 'validation') void this.refresh();
    return reply;
  }
}
