/** A part of the text of a field, as offsets. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** Writes a text in place of a part of the field as if the user typed it, so that the field's own undo takes it back. */
export function replaceInField(field: HTMLTextAreaElement, { start, end }: TextRange, text: string): void {
  if (start === end && text === '') return;
  field.focus();
  field.setSelectionRange(start, end);
  // The only way to write of which the undo of the field knows.
  if (document.execCommand(text === '' ? 'delete' : 'insertText', false, text)) return;
  field.setRangeText(text, start, end, 'end');
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertReplacementText', data: text }));
}
