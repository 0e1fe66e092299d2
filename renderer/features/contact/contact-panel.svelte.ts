import type { ChatView, ContactView, SwitchboardBridge } from '#shared/contract/index.ts';
import { Latest } from '#renderer/lib/async.ts';

type Person = Pick<ChatView, 'contactId' | 'phone'>;

/** The contact of the open chat. `unknown`: no contact has that number; `known` without a contact: it is not here yet. */
export class ContactPanel {
  #contact = $state.raw<ContactView | null>(null);
  #status = $state<'loading' | 'known' | 'unknown' | 'failed'>('loading');
  #person: Person;
  readonly #latest = new Latest();
  readonly #bridge: SwitchboardBridge;
  readonly #undo: readonly (() => void)[];

  constructor(bridge: SwitchboardBridge, person: Person) {
    this.#bridge = bridge;
    this.#person = person;
    this.#undo = [
      bridge.on('contacts.changed', ({ contactIds, everything }) => {
        const id = this.#contact?.id ?? this.#person.contactId;
        if (everything || id === null || contactIds.includes(id)) void this.refresh();
      }),
      bridge.onResync(() => void this.refresh()),
    ];
  }

  get contact(): ContactView | null {
    return this.#contact;
  }
  get status(): 'loading' | 'known' | 'unknown' | 'failed' {
    return this.#status;
  }

  /** The chat belongs to another contact now. */
  follow(person: Person): void {
    if (person.contactId === this.#person.contactId && person.phone === this.#person.phone) return;
    this.#person = person;
    void this.refresh();
  }

  async refresh(): Promise<void> {
    const isLatest = this.#latest.begin();
    const { contactId, phone } = this.#person;
    const input = contactId === null ? { contactId: null, phone } : { contactId, phone: null };
    const reply = await this.#bridge.request('contacts.find', input);
    if (!isLatest()) return;
    if (reply.ok) {
      this.#contact = reply.value;
      this.#status = reply.value === null && contactId === null ? 'unknown' : 'known';
    } else if (this.#contact === null) {
      this.#status = 'failed';
    }
  }

  dispose(): void {
    this.#latest.cancel();
    for (const undo of this.#undo) undo();
  }
}
