import type { Translator } from '#renderer/lib/messages.ts';
import { picker as words } from './messages.ts';
import type { PickerOption } from './text-picker.svelte.ts';
import type { MergeField } from './trigger.ts';

/** An option of the picker, in words. */
export interface PickerRow {
  readonly id: string;
  readonly title: string;
  readonly note: string;
  /** At the end: the shortcut, or the value of the person. */
  readonly value: string;
  /** Whether it is something that is typed. */
  readonly isCode: boolean;
}

interface RowContext {
  readonly texts: Translator;
  readonly contactsCount: number;
  /** Whether values are of a person. */
  readonly hasPerson: boolean;
}

export function toPickerRow(option: PickerOption, { texts, contactsCount, hasPerson }: RowContext): PickerRow {
  if (option.kind === 'template') {
    const { key, name, content, shortcut } = option.template;
    return { id: key, title: name, note: content, value: shortcut === '' ? '' : `/${shortcut}`, isCode: true };
  }
  const { field } = option;
  const value = field.value ?? (hasPerson ? '—' : '');
  return { id: field.name, title: field.name, note: toHaving(field, { texts, contactsCount }), value, isCode: false };
}

function toHaving(
  { peopleCount }: Pick<MergeField, 'peopleCount'>,
  { texts, contactsCount }: Pick<RowContext, 'texts' | 'contactsCount'>,
): string {
  if (contactsCount === 0) return '';
  if (peopleCount === 0) return texts.text(words.noOne);
  if (peopleCount >= contactsCount) return texts.text(words.everyone);
  return texts.text(words.someHave, { count: peopleCount, all: contactsCount });
}
