/** A desktop that the test plays the user on: what it shows, and what is done there, also before the app listens. */
import type { DesktopAct, NotificationContent, TrayView } from '#shared/domain/desktop.ts';

export class PlayedDesktop {
  readonly trays: TrayView[] = [];
  readonly notifications: NotificationContent[] = [];
  revealed = 0;
  #early: DesktopAct[] = [];
  readonly #listeners = new Set<(act: DesktopAct) => void>();

  /** What a host does of it. */
  readonly host = {
    showNotification: (content: NotificationContent): boolean => this.notifications.push(content) > 0,
    setTray: (view: TrayView): boolean => this.trays.push(view) > 0,
    revealWindow: (): boolean => (this.revealed += 1) > 0,
    watchActs: (listener: (act: DesktopAct) => void): (() => void) => {
      this.#listeners.add(listener);
      for (const act of this.#early.splice(0)) listener(act);
      return () => this.#listeners.delete(listener);
    },
    getDesktop: () =>
      Promise.resolve({
        ...({ notifications: 'allowed', hasReply: true, hasTray: true, hasBadge: true } as const),
        ...{ startsAtLogin: null, opensLinks: null },
      }),
  };

  get listeners(): number {
    return this.#listeners.size;
  }

  do(act: DesktopAct): void {
    if (this.#listeners.size === 0) this.#early.push(act);
    for (const listener of this.#listeners) listener(act);
  }
}
