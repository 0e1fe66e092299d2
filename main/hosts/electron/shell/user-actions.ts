import type { DesktopAct } from '#shared/domain/desktop.ts';

/**
 * What the user does outside the page, in order. A click can start the app: what comes before the app listens is kept, and
 * told to its first listener.
 */
export class UserActions {
  readonly #kept: DesktopAct[] = [];
  #listener: ((act: DesktopAct) => void) | null = null;

  tell(act: DesktopAct): void {
    if (this.#listener === null) this.#kept.push(act);
    else this.#listener(act);
  }

  /** Replies that came after the app stopped listening. Returns each once. */
  takeReplies(): readonly string[] {
    return this.#kept.splice(0).flatMap((act) => (act.kind === 'notification-reply' ? [act.text] : []));
  }

  /** Returns its own undo. */
  watch(listener: (act: DesktopAct) => void): () => void {
    this.#listener = listener;
    for (const act of this.#kept.splice(0)) listener(act);
    return () => {
      if (this.#listener === listener) this.#listener = null;
    };
  }
}
