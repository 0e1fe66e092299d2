import { tick } from 'svelte';
import { lendFocus } from '#renderer/lib/lend-focus.ts';
import type { Section } from './sections.ts';

/** Which section of the settings is on screen. */
export class ShownSection {
  #current: Section;
  readonly #sections: readonly Section[];

  /** `sections`: at least one. */
  constructor(sections: readonly Section[]) {
    const [first] = sections;
    if (first === undefined) throw new Error('There are no sections');
    this.#sections = sections;
    this.#current = $state.raw(first);
  }

  get current(): Section {
    return this.#current;
  }

  /** Shows a section; Tab continues from its title. */
  async choose(id: string): Promise<void> {
    const section = this.#sections.find((candidate) => candidate.id === id);
    if (section === undefined) return;
    this.#current = section;
    await tick();
    const title = document.getElementById(`settings-${id}-title`);
    if (title !== null) lendFocus(title);
  }
}
