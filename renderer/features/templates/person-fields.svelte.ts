import type { RequestOutput, SwitchboardBridge, TemplateView } from '#shared/contract/index.ts';
import { listFields, STANDARD_FIELDS, toFilledText } from '#shared/domain/merge-fields.ts';
import { Latest } from '#renderer/lib/async.ts';
import type { MergeField } from './trigger.ts';

type Fields = RequestOutput<'templates.fields'>;

/** The fields that can be merged, with the values of the person who is written to. Asked for once they are needed. */
export class PersonFields {
  #answer = $state.raw<Fields | null>(null);
  #asking: Promise<void> | null = null;
  readonly #latest = new Latest();
  readonly #bridge: SwitchboardBridge;
  readonly #findPhone: () => string | null;

  constructor(bridge: SwitchboardBridge, findPhone: () => string | null) {
    this.#bridge = bridge;
    this.#findPhone = findPhone;
  }

  /** Null: not known yet. Reads runes. */
  get fields(): readonly MergeField[] | null {
    return this.#answer?.fields ?? null;
  }
  get contactsCount(): number {
    return this.#answer?.contactsCount ?? 0;
  }
  /** Those of every account, until main answers. Reads runes. */
  get names(): readonly string[] {
    return this.#answer?.fields.map(({ name }) => name) ?? STANDARD_FIELDS;
  }

  /** Asks unless they are known. Resolves once they are, or main does not say. */
  async need(): Promise<void> {
    if (this.#answer !== null) return;
    let asking = this.#asking ?? this.refresh();
    await asking;
    // Another question overtook it.
    while (this.#asking !== null && this.#asking !== asking) {
      asking = this.#asking;
      await asking;
    }
  }

  /** Asks again: the person is another, or a contact changed. What is known stays while main does not answer. */
  refresh(): Promise<void> {
    const asking = this.#ask().finally(() => {
      if (this.#asking === asking) this.#asking = null;
    });
    this.#asking = asking;
    return asking;
  }

  /** The text goes to another person: their values are asked for where those of the former one were. */
  async follow(): Promise<void> {
    if (this.#answer !== null || this.#asking !== null) await this.refresh();
  }

  /** Fields that stand in a text. Reads runes. */
  listIn(text: string): readonly string[] {
    return text.includes('{') ? listFields(text, this.names) : [];
  }

  /** The text as that person gets it; as it is where no one was chosen yet. Null: main does not say. */
  async fill({ content, fallbacks }: Pick<TemplateView, 'content' | 'fallbacks'>): Promise<string | null> {
    const phone = this.#findPhone();
    if (phone === null || !content.includes('{')) return content;
    const reply = await this.#bridge.request('templates.fill', { content, fallbacks, phone });
    return reply.ok ? toFilledText(reply.value.pieces) : null;
  }

  async #ask(): Promise<void> {
    const isLatest = this.#latest.begin();
    const reply = await this.#bridge.request('templates.fields', { phone: this.#findPhone() });
    if (reply.ok && isLatest()) this.#answer = reply.value;
  }
}
