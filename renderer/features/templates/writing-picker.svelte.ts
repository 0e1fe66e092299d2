import type { HTMLTextareaAttributes } from 'svelte/elements';
import type { EnterGuard } from '#renderer/lib/enter-key.ts';
import { replaceInField } from './replace-in-field.ts';
import { TextPicker, type PickerOption, type TextPickerOptions } from './text-picker.svelte.ts';
import type { TriggerKind } from './trigger.ts';

/** How text gets into a field by typing: pasted text opens nothing. */
const TYPED: ReadonlySet<string> = new Set(['insertText', 'insertCompositionText', 'deleteContentBackward']);

interface WritingPickerOptions extends TextPickerOptions {
  /** What stands in the text for what was chosen; null: it is not known, and nothing is written. */
  readonly toText: (option: PickerOption) => string | null | Promise<string | null>;
  /** It was written. */
  readonly onwritten?: (option: PickerOption) => void;
}

/** The picker of a field in which the user writes: hears its keys, and writes what is chosen where the sign was typed. */
export class WritingPicker {
  field: HTMLTextAreaElement | null = $state.raw(null);
  readonly list: TextPicker;
  readonly #options: WritingPickerOptions;
  /** What was asked for is written where nothing was typed since. */
  #chosen = 0;

  constructor(options: WritingPickerOptions) {
    this.#options = options;
    this.list = new TextPicker(options);
  }

  /** What tells of the list in the field; `listId`: of the list. Reads runes. */
  toAria(listId: string): HTMLTextareaAttributes {
    const { list } = this;
    return {
      'aria-autocomplete': 'list',
      'aria-haspopup': 'listbox',
      'aria-controls': list.isOpen ? listId : undefined,
      'aria-activedescendant': list.active < 0 ? undefined : `${listId}-${String(list.active)}`,
    };
  }

  /** The text of the field changed. */
  hear(event: Event): void {
    this.#follow(event instanceof InputEvent && TYPED.has(event.inputType));
  }

  /** The caret moved. */
  followCaret(): void {
    if (this.list.isOpen) this.#follow(false);
  }

  /** True: the key was the picker's. */
  press(event: KeyboardEvent, guard: Pick<EnterGuard, 'isComposing'>): boolean {
    if (!this.list.isOpen || guard.isComposing(event) || event.ctrlKey || event.metaKey || event.altKey) return false;
    if (!this.#act(event)) return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  }

  /** By a button or a command. */
  open(kind: TriggerKind): void {
    const { field } = this;
    if (field === null) return;
    field.focus();
    this.list.open(kind, field.selectionEnd);
  }

  async choose(option: PickerOption): Promise<void> {
    const { field } = this;
    const { range } = this.list;
    if (field === null || range === null) return;
    this.list.close();
    this.#chosen += 1;
    const chosen = this.#chosen;
    const typed = field.value.slice(range.start, range.end);
    const text = await this.#options.toText(option);
    if (text === null || chosen !== this.#chosen || this.field !== field) return;
    const isThere = field.value.slice(range.start, range.end) === typed;
    const place = isThere ? range : { start: field.selectionEnd, end: field.selectionEnd };
    replaceInField(field, place, text);
    this.#options.onwritten?.(option);
  }

  #act(event: KeyboardEvent): boolean {
    const { list } = this;
    if (event.key === 'Escape') list.dismiss();
    else if (event.shiftKey) return false;
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') list.move(event.key === 'ArrowDown' ? 1 : -1);
    else if (event.key !== 'Enter' && event.key !== 'Tab') return false;
    else if (list.activeOption !== null) void this.choose(list.activeOption);
    else return false;
    return true;
  }

  #follow(isTyping: boolean): void {
    const { field } = this;
    if (field === null || field.selectionStart !== field.selectionEnd) this.list.close();
    else this.list.follow(field.value, field.selectionEnd, isTyping);
  }
}
