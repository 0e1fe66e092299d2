import type { Sections } from './sections.svelte.ts';

/** A chat, and one of its messages where one is meant. */
export interface WantedChat {
  readonly chatId: number;
  readonly key: string | null;
}

/** Leads from another section to a chat: `app.chatFocus.open(…)`. The inbox, alive behind every section, takes it. */
export class ChatFocus {
  #wanted = $state.raw<WantedChat | null>(null);
  readonly #sections: Pick<Sections, 'go'>;

  constructor(sections: Pick<Sections, 'go'>) {
    this.#sections = sections;
  }

  /** Reads runes. */
  get wanted(): WantedChat | null {
    return this.#wanted;
  }

  open(chat: WantedChat): void {
    this.#wanted = chat;
    this.#sections.go('inbox');
  }

  /** What was wanted, once. */
  take(): WantedChat | null {
    const wanted = this.#wanted;
    this.#wanted = null;
    return wanted;
  }
}
