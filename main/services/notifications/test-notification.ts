/** The notification by which the user sees how new texts are shown. */
import type { NotificationView } from '#shared/contract/index.ts';
import type { HostPort } from '#main/services/host/host.ts';
import type { OpenAccount } from '#main/services/account/open-account.ts';
import { toView } from './active-notifications.ts';
import { toTestContent } from './content.ts';
import type { NotificationContext } from './notification-context.ts';

/** A page shows it for so long; a desktop decides that itself. */
const SHOWN_MS = 10_000;

export class TestNotification {
  readonly #needs: { readonly host: Pick<HostPort, 'showNotification'>; readonly now: () => number };
  readonly #context: Pick<NotificationContext, 'find' | 'findPlain' | 'getFacts'>;
  readonly #onChange: () => void;
  #view: NotificationView | null = null;
  #timer: NodeJS.Timeout | null = null;

  constructor(
    needs: { readonly host: Pick<HostPort, 'showNotification'>; readonly now: () => number },
    more: {
      readonly context: Pick<NotificationContext, 'find' | 'findPlain' | 'getFacts'>;
      readonly onChange: () => void;
    },
  ) {
    this.#needs = needs;
    this.#context = more.context;
    this.#onChange = more.onChange;
  }

  /** Whether somebody shows it. */
  async show(account: OpenAccount | null): Promise<boolean> {
    const context = await (account === null ? this.#context.findPlain() : this.#context.find(account));
    const content = toTestContent(context);
    const { notifications } = await this.#context.getFacts();
    if (notifications !== 'page') return this.#needs.host.showNotification(content);
    this.#view = toView(content, { id: content.id, phone: '', chatId: null, revision: this.#needs.now() });
    this.#hideLater();
    this.#onChange();
    return true;
  }

  listViews(): NotificationView[] {
    return this.#view === null ? [] : [this.#view];
  }

  dispose(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
  }

  #hideLater(): void {
    this.dispose();
    this.#timer = setTimeout(() => {
      this.#view = null;
      this.#onChange();
    }, SHOWN_MS);
    this.#timer.unref();
  }
}
