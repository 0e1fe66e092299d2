type Permission = 'allowed' | 'denied' | 'ask' | 'absent';

const PERMISSIONS = { granted: 'allowed', denied: 'denied', default: 'ask' } as const;

/** Whether this page may show notifications, by what its browser says. */
export class PagePermission {
  #permission = $state.raw<Permission>(readPermission());
  readonly #stop = new AbortController();

  constructor() {
    void this.#watch();
  }

  get permission(): Permission {
    return this.#permission;
  }

  /** The user may have changed it in the browser. */
  refresh(): void {
    this.#permission = readPermission();
  }

  /** Has the browser ask the user; only as an answer to something that the user did. */
  async ask(): Promise<void> {
    if (this.#permission !== 'absent') await Notification.requestPermission();
    this.refresh();
  }

  dispose(): void {
    this.#stop.abort();
  }

  async #watch(): Promise<void> {
    try {
      const status = await navigator.permissions.query({ name: 'notifications' });
      status.addEventListener('change', () => this.refresh(), { signal: this.#stop.signal });
    } catch {
      // A browser that tells of no change: it is read again when the user comes back to the settings.
    }
  }
}

function readPermission(): Permission {
  if (!('Notification' in globalThis)) return 'absent';
  return PERMISSIONS[Notification.permission];
}
