/** A session with accounts that a test opens, closes and switches, and the events of the bus, sent at once. */
import type { Store } from '#main/store/api.ts';
import type { OpenAccount } from '#main/services/account/open-account.ts';
import type { NumberedEvent } from '#main/services/event-bus.ts';
import type { EventName } from '#shared/contract/index.ts';
import { makeStatus } from '#test/support/sync-status.ts';
import { ACCOUNT, CREDENTIALS } from '../fakes.ts';

export class DesktopWorld {
  readonly listeners = new Set<(event: NumberedEvent) => void>();
  readonly logged: string[] = [];
  account: OpenAccount | undefined;
  isReopening = false;
  unreadChats = 0;
  status = makeStatus();
  /** Chats by number. */
  readonly chats = new Map<string, number>();

  readonly session = ((world) => ({
    findAccount: () => world.account,
    get isReopening() {
      return world.isReopening;
    },
  }))(this);

  readonly events = {
    subscribe: (listener: (event: NumberedEvent) => void) => {
      this.listeners.add(listener);
      return () => this.listeners.delete(listener);
    },
  };

  readonly log = {
    info: () => undefined,
    warn: (event: string) => void this.logged.push(event),
    error: (event: string) => void this.logged.push(event),
    hide: () => () => undefined,
    dispose: () => Promise.resolve(),
  };

  send(name: EventName): void {
    for (const listener of this.listeners) listener({ sequence: 1, name, payload: {} });
  }

  /** Null: the demo. */
  open(id: string | null, store: Partial<Store> = {}): OpenAccount {
    const account = {
      ...{ id, credentials: CREDENTIALS, getStatus: () => this.status },
      store: {
        getAccount: () => Promise.resolve(ACCOUNT),
        countUnread: () => Promise.resolve({ messages: 9, chats: this.unreadChats }),
        findChat: ({ phone }: { readonly phone: string }) => {
          const chatId = this.chats.get(phone);
          return Promise.resolve(chatId === undefined ? null : { id: chatId });
        },
        ...store,
      },
    } as unknown as OpenAccount;
    this.#change(account);
    return account;
  }

  close({ isReopening = false } = {}): void {
    this.isReopening = isReopening;
    this.#change(undefined);
  }

  #change(account: OpenAccount | undefined): void {
    this.account = account;
    if (account !== undefined) this.isReopening = false;
    this.send('session.changed');
  }
}
