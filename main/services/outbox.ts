import type { OutboxView } from '#shared/contract/index.ts';
import type { Session } from './session/session.ts';

/** What waits on this computer, of all chats. */
export class OutboxOverview {
  readonly #session: Session;

  constructor(needs: { readonly session: Session }) {
    this.#session = needs.session;
  }

  async get(): Promise<OutboxView> {
    return await this.#session.getAccount().store.getOutbox({});
  }
}
