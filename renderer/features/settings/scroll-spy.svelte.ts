import { tick } from 'svelte';
import { lendFocus } from '#renderer/lib/lend-focus.ts';
import type { Section } from './sections.ts';

/** Which section one is at: the chosen one while its title is in view, else the first that is. */
export class ScrollSpy {
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

  /** What lies on the sheet beside the current one, with it. */
  get shown(): readonly Section[] {
    const { place } = this.#current;
    return place === 'alone' ? [this.#current] : this.#sections.filter((section) => section.place !== 'alone');
  }

  /** Goes to a section: its title is in view, and Tab continues from there. */
  async choose(id: string): Promise<void> {
    const section = this.#sections.find((candidate) => candidate.id === id);
    if (section === undefined) return;
    this.#current = section;
    await tick();
    document.getElementById(`settings-${id}`)?.scrollIntoView({ block: 'start' });
    const title = document.getElementById(`settings-${id}-title`);
    if (title !== null) lendFocus(title);
  }

  /** After `box` was scrolled. */
  look(box: HTMLElement): void {
    const { top, bottom } = box.getBoundingClientRect();
    const isInView = ({ id }: Section): boolean => {
      const title = document.getElementById(`settings-${id}-title`)?.getBoundingClientRect();
      return title !== undefined && title.bottom > top && title.top < bottom;
    };
    if (isInView(this.#current)) return;
    this.#current = this.shown.find(isInView) ?? this.#current;
  }
}
