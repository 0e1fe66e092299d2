import type { ContractError, RequestInput, RequestOutput, SwitchboardBridge } from '#shared/contract/index.ts';
import { Latest } from '#renderer/lib/async.ts';
import type { TemplateWords } from './template-words.ts';

/** Nothing is counted while the user types on. */
const PAUSE_MS = 300;
/** After a change of contacts, at most this often. */
const CONTACTS_PAUSE_MS = 3_000;

export type Measure = RequestOutput<'templates.measure'>;
export type PreviewPerson = RequestOutput<'templates.preview'>['people'][number];
type Text = Pick<TemplateWords, 'content' | 'fallbacks'>;

/** How a text comes out for all contacts, and for some: counted once the user pauses, the newest text only. */
export class TextCounts {
  #measure = $state.raw<Measure | null>(null);
  #people = $state.raw<readonly PreviewPerson[] | null>(null);
  #problem = $state.raw<ContractError | null>(null);
  #isCounting = $state(false);
  #text: Text | null = null;
  /** The contact for whom it is shown as well. */
  #chosenId: number | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #latest = new Latest();
  readonly #bridge: SwitchboardBridge;
  readonly #stops: readonly (() => void)[];

  constructor(bridge: SwitchboardBridge) {
    this.#bridge = bridge;
    const again = (): void => this.#plan(CONTACTS_PAUSE_MS);
    this.#stops = [bridge.on('contacts.changed', again), bridge.onResync(again)];
  }

  /** Of the text, or of the one before while it is counted; null: not known. */
  get measure(): Measure | null {
    return this.#measure;
  }
  get people(): readonly PreviewPerson[] | null {
    return this.#people;
  }
  get problem(): ContractError | null {
    return this.#problem;
  }
  get isCounting(): boolean {
    return this.#isCounting;
  }

  /** Another template: what was known is not about it. */
  begin(text: Text): void {
    this.#measure = null;
    this.#people = null;
    this.#follow(text, 0);
  }

  /** The user wrote on. */
  follow(text: Text): void {
    if (text.content === this.#text?.content && text.fallbacks === this.#text.fallbacks) return;
    this.#follow(text, PAUSE_MS);
  }

  /** Shows it for that contact as well, before the others. */
  showFor(contactId: number | null): void {
    if (contactId === this.#chosenId) return;
    this.#chosenId = contactId;
    this.#plan(0);
  }

  dispose(): void {
    this.#cancel();
    for (const stop of this.#stops) stop();
  }

  #follow(text: Text, pauseMs: number): void {
    this.#cancel();
    this.#text = text;
    this.#problem = null;
    this.#isCounting = text.content.trim() !== '';
    if (this.#isCounting) this.#plan(pauseMs);
    else this.#measure = this.#people = null;
  }

  #plan(pauseMs: number): void {
    this.#timer ??= setTimeout(() => void this.#count(), pauseMs);
  }

  #cancel(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#latest.cancel();
  }

  async #count(): Promise<void> {
    this.#timer = undefined;
    const text = this.#text;
    if (text === null || text.content.trim() === '') return;
    this.#isCounting = true;
    const isLatest = this.#latest.begin();
    const [measure, preview, own] = await Promise.all([
      this.#bridge.request('templates.measure', { content: text.content, fallbacks: text.fallbacks }),
      this.#bridge.request('templates.preview', toRequest(text, null)),
      this.#chosenId === null ? null : this.#bridge.request('templates.preview', toRequest(text, this.#chosenId)),
    ]);
    if (!isLatest()) return;
    // Another window had its own text counted.
    if ([measure, preview].some((reply) => !reply.ok && reply.error.code === 'cancelled')) {
      this.#plan(PAUSE_MS);
      return;
    }
    this.#isCounting = false;
    if (measure.ok) this.#measure = measure.value;
    if (preview.ok) this.#people = joinPeople(own?.ok === true ? own.value.people : [], preview.value.people);
    this.#problem = measure.ok ? (preview.ok ? null : preview.error) : measure.error;
  }
}

function toRequest({ content, fallbacks }: Text, contactId: number | null): RequestInput<'templates.preview'> {
  return { content, fallbacks, contactIds: contactId === null ? null : [contactId] };
}

/** Those who were chosen first; whose text is the longest of all is known of the others. */
function joinPeople(chosen: readonly PreviewPerson[], others: readonly PreviewPerson[]): readonly PreviewPerson[] {
  const first = chosen.map((person) => others.find(({ contactId }) => contactId === person.contactId) ?? person);
  const rest = others.filter(({ contactId }) => !chosen.some((person) => person.contactId === contactId));
  return [...first.map((person) => (others.includes(person) ? person : { ...person, isLongest: false })), ...rest];
}
