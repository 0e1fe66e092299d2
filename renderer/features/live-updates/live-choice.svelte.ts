import type { ContractError, LiveView, Reply } from '#shared/contract/index.ts';
import {
  findChoiceErrors,
  planChoice,
  toChoiceFields,
  type ChoiceErrors,
  type ChoiceField,
  type ChoiceFields,
} from './live-choice.ts';
import type { LiveState } from './live-state.svelte.ts';

/** What came of handing the form in: `wrong` with fields to be looked at; null where something else is being done. */
export type ChoiceOutcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'wrong'; readonly first: ChoiceField }
  | { readonly kind: 'failed'; readonly problem: ContractError }
  | null;

const ORDER: readonly ChoiceField[] = [
  'commandLine',
  'pattern',
  'host',
  'port',
  'user',
  'remotePort',
  'publicUrl',
  'keyFile',
];

/** The form of how callbacks find this computer, while it is on screen. */
export class LiveChoiceForm {
  #fields = $state.raw<ChoiceFields>(toChoiceFields({ kind: 'none' }));
  #errors = $state.raw<ChoiceErrors>({});
  readonly #part: LiveState;

  constructor(part: LiveState, view: LiveView) {
    this.#part = part;
    this.#fields = toChoiceFields(view.choice);
  }

  get fields(): ChoiceFields {
    return this.#fields;
  }
  get errors(): ChoiceErrors {
    return this.#errors;
  }

  /** What was said of a field is over once it changes; another way has nothing said about it yet. */
  set(changes: Partial<ChoiceFields>): void {
    this.#fields = { ...this.#fields, ...changes };
    const isOther = 'kind' in changes || 'program' in changes || 'usesAgent' in changes;
    const left = Object.entries(this.#errors).filter(([field]) => !isOther && !(field in changes));
    this.#errors = Object.fromEntries(left);
  }

  /** Hands it in as it is. */
  async apply(): Promise<ChoiceOutcome> {
    const { choice, errors } = planChoice(this.#fields);
    if (choice === null) return this.#blame(errors);
    const reply = await this.#part.turnOn(choice);
    return reply === null ? null : this.#take(reply);
  }

  #take(reply: Reply<LiveView>): ChoiceOutcome {
    if (reply.ok) {
      this.#errors = {};
      return { kind: 'done' };
    }
    const errors = findChoiceErrors(reply.error);
    return errors === null ? { kind: 'failed', problem: reply.error } : this.#blame(errors);
  }

  #blame(errors: ChoiceErrors): ChoiceOutcome {
    this.#errors = errors;
    return { kind: 'wrong', first: ORDER.find((field) => errors[field] !== undefined) ?? 'publicUrl' };
  }
}
