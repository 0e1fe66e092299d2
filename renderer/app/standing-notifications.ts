import type { NotificationView } from '#shared/contract/index.ts';

/** `renotify` is missing in TypeScript's types: a text that takes the place of another is heard like the first. */
interface ShownOptions extends NotificationOptions {
  readonly renotify: boolean;
}

/** The notifications of this page that stand on the screen, one for each id. */
export class StandingNotifications {
  readonly #all = new Map<string, Notification>();

  /** Shows it in the place of the earlier one with its id. Does nothing where the browser shows none this way. */
  show({ id, title, body, isSilent }: NotificationView, onclick: () => void): void {
    const options: ShownOptions = { body, tag: id, silent: isSilent, renotify: true };
    let notification: Notification;
    try {
      notification = new Notification(title, options);
    } catch {
      // Browsers of phones have the name, and throw.
      return;
    }
    this.#all.set(id, notification);
    notification.addEventListener('click', onclick);
    // The user took it off the screen.
    notification.addEventListener('close', () => {
      if (this.#all.get(id) === notification) this.#all.delete(id);
    });
  }

  close(id: string): void {
    const notification = this.#all.get(id);
    this.#all.delete(id);
    notification?.close();
  }

  /** Closes all but these. */
  keepOnly(ids: readonly string[]): void {
    for (const id of [...this.#all.keys()]) if (!ids.includes(id)) this.close(id);
  }
}
