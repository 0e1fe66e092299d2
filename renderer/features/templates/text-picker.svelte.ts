import type { TemplateView } from '#shared/contract/index.ts';
import {
  findTrigger,
  matchFields,
  matchTemplates,
  type MergeField,
  type Trigger,
  type TriggerKind,
} from './trigger.ts';

/** More are not shown: the user types on. */
const MOST = 50;

export type PickerOption =
  | { readonly kind: 'template'; readonly id: string; readonly template: TemplateView }
  | { readonly kind: 'field'; readonly id: string; readonly field: MergeField };

export interface TextPickerOptions {
  /** Null: not known yet. Reads runes. */
  readonly templates: () => readonly TemplateView[] | null;
  /** Null: not known yet. Reads runes. */
  readonly fields: () => readonly MergeField[] | null;
  /** It opens, and wants to know them. */
  readonly ask: (kind: TriggerKind) => void;
  /** Whether `/` and `{` open it. */
  readonly kinds: readonly TriggerKind[];
}

interface Opened extends Trigger {
  /** By a button: there is no sign, and it stays open while nothing is found. */
  readonly isAsked: boolean;
}

/** The list of templates or fields that opens while the user types in a text; what was typed after the sign filters it. */
export class TextPicker {
  #opened = $state.raw<Opened | null>(null);
  #active = $state(0);
  /** Closed by Escape: it stays closed until another sign is typed. */
  #dismissed: Trigger | null = null;
  readonly #sources: TextPickerOptions;
  readonly options: readonly PickerOption[] = $derived.by(() => this.#listOptions());

  constructor(sources: TextPickerOptions) {
    this.#sources = sources;
  }

  /** Whether the list is on screen. Reads runes. */
  get isOpen(): boolean {
    return this.#opened !== null && (this.options.length > 0 || this.#opened.isAsked);
  }
  /** What the list shows; null while it is closed. */
  get kind(): TriggerKind | null {
    return this.isOpen ? (this.#opened?.kind ?? null) : null;
  }
  /** What Enter replaces; null while it is closed. */
  get range(): Trigger | null {
    return this.isOpen ? this.#opened : null;
  }
  /** Place of the option that Enter takes; -1: there is none. */
  get active(): number {
    return this.isOpen ? Math.min(this.#active, this.options.length - 1) : -1;
  }
  get activeOption(): PickerOption | null {
    return this.options[this.active] ?? null;
  }
  /** Whether what it shows is not known yet. */
  get isLoading(): boolean {
    const { kind } = this;
    if (kind === null) return false;
    return (kind === 'template' ? this.#sources.templates() : this.#sources.fields()) === null;
  }

  /** The text changed, or the caret moved. Only typing opens it. */
  follow(text: string, caret: number, isTyping: boolean): void {
    const before = this.#opened;
    if (before?.isAsked === true && this.#followAsked(before, text, caret)) return;
    const found = findTrigger(text, caret);
    if (found === null || !this.#sources.kinds.includes(found.kind)) {
      this.#dismissed = null;
      this.#opened = null;
      return;
    }
    if (isSame(found, this.#dismissed)) return;
    this.#dismissed = null;
    const wasOpen = before !== null && isSame(found, before);
    if (!wasOpen && !isTyping) {
      this.#opened = null;
      return;
    }
    if (found.query !== before?.query || !wasOpen) this.#active = 0;
    this.#opened = { ...found, isAsked: false };
    if (!wasOpen) this.#sources.ask(found.kind);
  }

  /** By a button or a command: at the caret, without a sign. */
  open(kind: TriggerKind, caret: number): void {
    this.#opened = { kind, start: caret, end: caret, query: '', isAsked: true };
    this.#active = 0;
    this.#sources.ask(kind);
  }

  /** Moves through the options, round the ends. */
  move(step: 1 | -1): void {
    const count = this.options.length;
    if (count > 0) this.#active = (Math.max(this.active, 0) + step + count) % count;
  }

  /** What was typed stays as text. */
  dismiss(): void {
    this.#dismissed = this.#opened?.isAsked === false ? this.#opened : null;
    this.#opened = null;
  }

  /** Something was chosen, or the field lost the focus. */
  close(): void {
    this.#opened = null;
    this.#dismissed = null;
  }

  /** False: the caret left what was typed since it opened. */
  #followAsked(before: Opened, text: string, caret: number): boolean {
    const query = text.slice(before.start, Math.max(caret, before.start));
    if (caret < before.start || query.includes('\n') || query.length > 40) return false;
    if (query !== before.query) this.#active = 0;
    this.#opened = { ...before, end: caret, query };
    return true;
  }

  #listOptions(): readonly PickerOption[] {
    const opened = this.#opened;
    if (opened === null) return [];
    if (opened.kind === 'template') {
      const found = matchTemplates(this.#sources.templates() ?? [], opened.query);
      return found.slice(0, MOST).map((template) => ({ kind: 'template', id: template.key, template }));
    }
    const found = matchFields(this.#sources.fields() ?? [], opened.query);
    return found.slice(0, MOST).map((field) => ({ kind: 'field', id: field.name, field }));
  }
}

function isSame(one: Trigger, other: Trigger | null): boolean {
  return other !== null && one.kind === other.kind && one.start === other.start;
}
