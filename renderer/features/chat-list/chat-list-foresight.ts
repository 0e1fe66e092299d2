import type { ChatScope } from '#shared/contract/index.ts';
import type { ChatWindow } from '#renderer/data/chat-window.ts';
import { foreseeWindow, type Foreseen } from '#renderer/data/foresee.ts';

/** Main answered. `isDone` false: what was shown is put back, unless something newer is shown. */
export type EndForesight = (isDone: boolean) => void;

/** What a person did and main has not answered yet: every answer of before is shown with it. */
export class Foresights {
  readonly #open = new Set<Foreseen>();

  add(foreseen: Foreseen): void {
    this.#open.add(foreseen);
  }

  delete(foreseen: Foreseen): void {
    this.#open.delete(foreseen);
  }

  apply(window: ChatWindow, scope: ChatScope): ChatWindow {
    return [...this.#open].reduce((shown, foreseen) => foreseeWindow(shown, { ...foreseen, scope }), window);
  }
}
