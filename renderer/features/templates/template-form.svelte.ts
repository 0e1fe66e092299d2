import type { ContractError, TemplateView } from '#shared/contract/index.ts';
import { toNameKey } from '#shared/domain/unique-names.ts';
import type { TemplateDraft } from './template-drafts.ts';
import {
  findFaults,
  isBlank,
  isSameWords,
  tidyShortcut,
  toWords,
  withFallback,
  type TemplateWords,
} from './template-words.ts';

/** `new`: one that is begun. */
export const NEW_KEY = 'new';

export type FormField = 'name' | 'shortcut' | 'content';

interface TemplateFormOptions {
  readonly key: string;
  /** As main has it; null: it is not there. */
  readonly view: TemplateView | null;
  /** What was written before and not saved. */
  readonly draft: TemplateDraft | null;
  /** Where a new one is kept. */
  readonly keeper: TemplateView['keeper'];
  /** When it was saved here, epoch ms. */
  readonly savedAt?: number | null;
  /** Something was written. */
  readonly onwrite: (form: TemplateForm) => void;
}

/** A template that is written: its words, what was saved of them, and why they cannot be saved. */
export class TemplateForm {
  readonly key: string;
  #words = $state.raw() as TemplateWords;
  /** What was saved when the user began to change it; null: nothing was. */
  #base = $state.raw<TemplateWords | null>(null);
  #view = $state.raw<TemplateView | null>(null);
  #faults = $state.raw<ReturnType<typeof findFaults>>({});
  #problem = $state.raw<ContractError | null>(null);
  #isSaving = $state(false);
  #savedAt = $state<number | null>(null);
  readonly #onwrite: (form: TemplateForm) => void;
  readonly isDirty: boolean = $derived.by(() =>
    this.#base === null ? !isBlank(this.#words) : !isSameWords(this.#words, this.#base),
  );

  constructor({ key, view, draft, keeper, savedAt = null, onwrite }: TemplateFormOptions) {
    this.key = key;
    this.#view = view;
    this.#onwrite = onwrite;
    this.#savedAt = savedAt;
    const saved = view === null ? null : toWords(view);
    this.#base = draft?.base ?? saved;
    this.#words = draft?.words ?? saved ?? { name: '', shortcut: '', keeper, content: '', fallbacks: {} };
  }

  get words(): TemplateWords {
    return this.#words;
  }
  get draft(): TemplateDraft {
    return { words: this.#words, base: this.#base };
  }
  /** As main has it; null: it is not there, or not any more. */
  get view(): TemplateView | null {
    return this.#view;
  }
  get isSaving(): boolean {
    return this.#isSaving;
  }
  /** When it was saved here last, epoch ms. */
  get savedAt(): number | null {
    return this.#savedAt;
  }
  get faults(): ReturnType<typeof findFaults> {
    return this.#faults;
  }
  /** Why main did not save it. */
  get problem(): ContractError | null {
    return this.#problem;
  }
  /** It was deleted elsewhere while it stands here. */
  get isGone(): boolean {
    return this.#view === null && this.key !== NEW_KEY;
  }
  /** What was saved elsewhere since the user began to change it. */
  get newer(): TemplateWords | null {
    if (this.#view === null || this.#base === null || !this.isDirty) return null;
    const saved = toWords(this.#view);
    return isSameWords(saved, this.#base) ? null : saved;
  }

  write(changes: Partial<TemplateWords>): void {
    this.#words = { ...this.#words, ...changes };
    this.#problem = null;
    const cleared = Object.keys(changes);
    this.#faults = Object.fromEntries(Object.entries(this.#faults).filter(([field]) => !cleared.includes(field)));
    this.#onwrite(this);
  }

  writeFallback(field: string, text: string): void {
    this.write({ fallbacks: withFallback(this.#words.fallbacks, field, text) });
  }

  /** As main has it now; null: it is not there any more. What the user wrote stays. */
  follow(view: TemplateView | null): void {
    const isUntouched = !this.isDirty;
    this.#view = view;
    // Saving makes it again.
    if (view === null) this.#base = null;
    else if (isUntouched && !this.#isSaving) this.#words = this.#base = toWords(view);
  }

  /** What was saved stands here again, the newer one where there is one. */
  putBack(): void {
    const saved = this.newer ?? this.#base;
    if (saved !== null) {
      this.#words = saved;
      this.#base = this.#view === null ? saved : toWords(this.#view);
    } else this.#words = { ...this.#words, name: '', shortcut: '', content: '', fallbacks: {} };
    this.#faults = {};
    this.#problem = null;
    this.#onwrite(this);
  }

  /**
   * The field that stands in the way of saving; null: none does. `others`: what the other templates have. A name that was
   * saved stays, also where another template has it.
   */
  check(others: { readonly shortcuts: readonly string[]; readonly hasNamesake: boolean }): FormField | null {
    const isRenamed = toNameKey(this.#words.name) !== toNameKey(this.#base?.name ?? '');
    this.#faults = findFaults(this.#words, others.shortcuts, isRenamed && others.hasNamesake);
    return (['name', 'shortcut', 'content'] as const).find((field) => this.#faults[field] !== undefined) ?? null;
  }

  /** What is saved, and what it is based on. */
  begin(): { readonly words: TemplateWords; readonly base: TemplateWords | null } {
    this.#isSaving = true;
    this.#problem = null;
    return { words: { ...this.#words, shortcut: tidyShortcut(this.#words.shortcut) }, base: this.#base };
  }

  /** Main saved it at that time; what was written meanwhile stays unsaved. */
  end(sent: TemplateWords, view: TemplateView, at: number): void {
    this.#isSaving = false;
    this.#savedAt = at;
    this.#view = view;
    const saved = toWords(view);
    const isUntouched = isSameWords({ ...this.#words, shortcut: tidyShortcut(this.#words.shortcut) }, sent);
    this.#base = saved;
    if (isUntouched) this.#words = saved;
    this.#onwrite(this);
  }

  /** Main did not save it, or its answer got lost. */
  fail(problem: ContractError): void {
    this.#isSaving = false;
    this.#problem = problem;
    const { fields } = problem;
    if (fields['shortcut']?.includes('taken') === true) this.#faults = { ...this.#faults, shortcut: 'taken-shortcut' };
    if (fields['shortcut']?.includes('bad') === true) this.#faults = { ...this.#faults, shortcut: 'bad-shortcut' };
  }
}
