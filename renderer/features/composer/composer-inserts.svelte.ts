import type { TemplateView } from '#shared/contract/index.ts';
import { toFieldText } from '#shared/domain/merge-fields.ts';
import type { App } from '#renderer/app/app.svelte.ts';
import { picker as words } from '#renderer/features/templates/messages.ts';
import { noteUse } from '#renderer/features/templates/note-use.ts';
import { replaceInField } from '#renderer/features/templates/replace-in-field.ts';
import type { PickerOption } from '#renderer/features/templates/text-picker.svelte.ts';
import { findField, type MergeField } from '#renderer/features/templates/trigger.ts';
import { WritingPicker } from '#renderer/features/templates/writing-picker.svelte.ts';
import { LiveQuery } from '#renderer/lib/live-query.svelte.ts';
import type { Translator } from '#renderer/lib/messages.ts';
import type { Composer } from './composer.svelte.ts';

interface ComposerInsertsOptions {
  readonly app: App;
  readonly texts: Translator;
  /** The composer on screen; reads runes. */
  readonly composer: () => Composer;
}

/** Templates and fields in a composer on screen: the picker, what is written by it, and the fields that are left. */
export class ComposerInserts {
  readonly picker: WritingPicker;
  /** Asked for once the picker opens. */
  #isNeeded = false;
  readonly #templates: LiveQuery<{ readonly items: readonly TemplateView[] }>;
  readonly #stopHearing: () => void;
  readonly #options: ComposerInsertsOptions;
  /** What was filled in last, until it stands in the text. */
  #filled: string | null = null;

  constructor(options: ComposerInsertsOptions) {
    this.#options = options;
    const { bridge } = options.app;
    this.#templates = new LiveQuery(bridge, {
      ask: () => (this.#isNeeded ? bridge.request('templates.list', {}) : null),
      events: ['templates.changed'],
    });
    this.picker = new WritingPicker({
      kinds: ['template', 'field'],
      templates: () => this.#templates.value?.items ?? null,
      fields: () => options.composer().fields.fields,
      ask: (kind) => void this.#ask(kind),
      toText: (option) => this.#toText(option),
      onwritten: (option) => this.#note(option),
    });
    // The value that a field lacked may be there now.
    this.#stopHearing = bridge.on('contacts.changed', () => {
      if (options.composer().unfilled.length > 0) void options.composer().fields.refresh();
    });
  }

  get hasTemplates(): boolean {
    return (this.#templates.value?.items.length ?? 0) > 0;
  }
  /** Fields that still stand in the text, with the value of the person. Reads runes. */
  get unfilled(): readonly Pick<MergeField, 'name' | 'value'>[] {
    const { unfilled, fields } = this.#options.composer();
    return unfilled.map((name) => ({
      name,
      value: fields.fields?.find((field) => field.name === name)?.value ?? null,
    }));
  }

  /** Puts the caret on a field, so that what is typed replaces it. */
  write(name: string): void {
    const { field } = this.picker;
    const found = findField(this.#options.composer().text, name);
    if (field === null || found === null) return;
    field.focus();
    field.setSelectionRange(found.start, found.end);
  }

  /** Fills in what the person has a value for by now. */
  async fill(): Promise<void> {
    const { field } = this.picker;
    const composer = this.#options.composer();
    const before = composer.text;
    const text = await composer.toInserted({ content: before, fallbacks: {} });
    if (text === null) this.#tellNotFilled();
    else if (field !== null && field.value === before) replaceInField(field, { start: 0, end: before.length }, text);
  }

  dispose(): void {
    this.#templates.dispose();
    this.#stopHearing();
  }

  async #ask(kind: PickerOption['kind']): Promise<void> {
    if (kind === 'field') {
      await this.#options.composer().fields.refresh();
      return;
    }
    this.#isNeeded = true;
    await this.#templates.refresh();
  }

  async #toText(option: PickerOption): Promise<string | null> {
    if (option.kind === 'field') return option.field.value ?? toFieldText(option.field.name);
    this.#filled = await this.#options.composer().toInserted(option.template);
    if (this.#filled === null) this.#tellNotFilled();
    return this.#filled;
  }

  #note(option: PickerOption): void {
    const { app, texts, composer } = this.#options;
    if (option.kind === 'field') return;
    const { template } = option;
    if (this.#filled !== null) composer().noteInserted(template, this.#filled);
    app.announcer.say(texts.text(words.inserted, { name: template.name }));
    void noteUse(app, template.key);
  }

  #tellNotFilled(): void {
    const { app, texts } = this.#options;
    app.toasts.show(texts.text(words.notFilled), { tone: 'fault' });
  }
}
