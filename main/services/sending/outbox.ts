import type { OutboxView } from '#shared/contract/index.ts';
import { parseWaitingId } from '#shared/domain/waiting-ids.ts';
import { toNotFound } from '#main/services/refusals.ts';
import type { Session } from '#main/services/account/session.ts';

/** What waits on this computer, of all chats. */
export class OutboxOverview {
  readonly #session: Session;

  constructor(needs: { readonly session: Session }) {
    this.#session = needs.session;
  }

  async get(): Promise<OutboxView> {
    return await this.#session.getAccount().store.getOutbox({});
  }

  /** Throws `not-found` for what is no name of something that waits, and `disk`. */
  async cancel(waitingId: string): Promise<{ readonly isCancelled: boolean }> {
    const { store, sync } = this.#session.getAccount();
    const waiting = parseWaitingId(waitingId);
    if (waiting === null) throw toNotFound('change that waits');
    if (waiting.kind === 'action') return { isCancelled: await sync.cancel({ actionId: waiting.actionId }) };
    const { chatId, createdAt } = waiting;
    const deletions = await store.listMessageDeletions({});
    const keys = deletions.flatMap((one) => (one.chatId === chatId && one.createdAt === createdAt ? [one.key] : []));
    return { isCancelled: keys.length > 0 && (await sync.cancel({ keys })) };
  }
}
