type Permission = 'allowed' | 'denied' | 'ask' | 'absent';

const PERMISSIONS = { granted: 'allowed', denied: 'denied', default: 'ask' } as const;

/** Whether this page may show notifications, by what its browser says. */
export class PagePermission {
  #permission = $state.raw<Permission>(readPermission());

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
}

function readPermission(): Permission {
  if (!('Notification' in globalThis)) return 'absent';
  return PERMISSIONS[Notification.permission];
}
