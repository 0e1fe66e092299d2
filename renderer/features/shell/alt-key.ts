type Press = Pick<KeyboardEvent, 'altKey' | 'ctrlKey' | 'key' | 'metaKey' | 'repeat' | 'shiftKey'>;

/** Alt, pressed and let go with nothing else between: it opens the menus. With another key, or a click, it is part of that. */
export class AltKey {
  #isAlone = false;

  press({ key, ctrlKey, shiftKey, metaKey, repeat }: Press): void {
    if (!repeat) this.#isAlone = key === 'Alt' && !ctrlKey && !shiftKey && !metaKey;
  }

  /** Whether Alt was pressed alone. */
  release({ key }: Pick<Press, 'key'>): boolean {
    const isAlone = this.#isAlone && key === 'Alt';
    this.#isAlone = false;
    return isAlone;
  }

  /** Something was clicked, or the window lost the focus. */
  cancel(): void {
    this.#isAlone = false;
  }
}
