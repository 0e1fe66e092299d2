import type { PeopleChangeView } from '#shared/contract/index.ts';

export interface ValueEditorOptions {
  /** The value as it is now; reads runes. */
  readonly read: () => string;
  /** What was typed, in the text form of a value, or the sentence that says why it is none. */
  readonly parse: (typed: string) => { readonly value: string } | { readonly problem: string };
  /** A value as it is typed. */
  readonly print: (value: string) => string;
  /** A refusal of this value, or one that needs an answer; null: neither. Reads runes. */
  readonly findChange: () => PeopleChangeView | null;
  /** Saves it. The sentence that says why not; null: it is saved. */
  readonly save: (value: string) => Promise<string | null>;
  readonly resolve: (changeId: number, choice: 'mine' | 'theirs') => Promise<void>;
}

/** Two values between which the user has to choose. */
export interface ValueConflict {
  /** What the service has. */
  readonly theirs: string;
  /** What the user typed. */
  readonly mine: string;
}

/**
 * One value that is edited in its place: read, then a field, then saved. What was typed stays where it cannot be saved, and
 * what another client changed meanwhile is not overwritten before the user says so.
 */
export class ValueEditor {
  #typed = $state<string | null>(null);
  #problem = $state<string | null>(null);
  /** The value changed elsewhere between the first key and Enter. */
  #clash = $state.raw<ValueConflict | null>(null);
  /** The value when editing began. */
  #base = '';
  readonly #options: ValueEditorOptions;

  constructor(options: ValueEditorOptions) {
    this.#options = options;
  }

  get isEditing(): boolean {
    return this.#typed !== null;
  }
  /** Whether it is shown as a field: while it is edited, and while what was typed could not be saved. */
  get isField(): boolean {
    return this.isEditing || this.refusal !== null;
  }
  /** What stands in the field. */
  get typed(): string {
    return this.#typed ?? this.#options.print(this.refusal?.value ?? this.#options.read());
  }
  set typed(text: string) {
    this.begin();
    this.#typed = text;
    this.#problem = null;
  }
  /** The value that Escape brings back. */
  get base(): string {
    return this.refusal?.base ?? this.#base;
  }
  /** Why what was typed was not saved; null: nothing is wrong with it. */
  get problem(): string | null {
    return this.#problem;
  }
  /** What the service refused. */
  get refusal(): PeopleChangeView | null {
    const change = this.#options.findChange();
    return change?.state === 'refused' ? change : null;
  }
  /** Null: nothing is to be decided. */
  get conflict(): ValueConflict | null {
    const change = this.#options.findChange();
    if (change?.state !== 'conflict') return this.#clash;
    return { theirs: change.theirs ?? '', mine: change.value };
  }

  begin(): void {
    if (this.isEditing) return;
    this.#typed = this.typed;
    this.#base = this.#options.read();
    this.#problem = null;
  }

  /** What was typed is forgotten. */
  cancel(): void {
    this.#typed = null;
    this.#problem = null;
  }

  /** Saves what was typed. False: it stays in the field, and `problem` says why. */
  async commit(): Promise<boolean> {
    const { read, parse, save } = this.#options;
    const typed = this.#typed;
    if (typed === null) return true;
    const parsed = parse(typed);
    if ('problem' in parsed) {
      this.#problem = parsed.problem;
      return false;
    }
    const { value } = parsed;
    const { refusal } = this;
    this.#typed = null;
    // Left as it was refused: asking once more is a decision of its own.
    if (value === (refusal?.value ?? this.#base)) return true;
    const current = read();
    if (refusal === null && current !== this.#base && current !== value) {
      this.#clash = { theirs: current, mine: value };
      return true;
    }
    const problem = await save(value);
    if (problem === null) return true;
    // The user may have begun anew by then.
    this.#typed ??= typed;
    this.#problem = problem;
    return false;
  }

  /** The refused value goes, and what was there before comes back. */
  async putBack(): Promise<void> {
    const { refusal } = this;
    this.cancel();
    if (refusal !== null) await this.#options.resolve(refusal.id, 'theirs');
  }

  /** Settles a conflict. */
  async choose(choice: 'mine' | 'theirs'): Promise<void> {
    const clash = this.#clash;
    const change = this.#options.findChange();
    this.#clash = null;
    if (change?.state === 'conflict') await this.#options.resolve(change.id, choice);
    else if (clash !== null && choice === 'mine') this.#problem = await this.#options.save(clash.mine);
  }
}
