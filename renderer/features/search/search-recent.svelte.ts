import type { ChatView, SwitchboardBridge } from '#shared/contract/index.ts';
import { SCOPES } from '#renderer/data/scopes.ts';

const RECENT_CHATS = 7;

/** The first chats of the list, to go to before anything is typed. */
export class RecentChats {
  #list = $state.raw<readonly ChatView[]>([]);
  #visit = 0;
  readonly #bridge: SwitchboardBridge;

  constructor(bridge: SwitchboardBridge) {
    this.#bridge = bridge;
  }

  get list(): readonly ChatView[] {
    return this.#list;
  }

  async refresh(): Promise<void> {
    const visit = this.#visit;
    const page = { offset: 0, limit: RECENT_CHATS, todayAt: 0, yesterdayAt: 0 };
    const reply = await this.#bridge.request('chats.list', { scope: SCOPES.open, sort: 'newest', ...page });
    if (reply.ok && visit === this.#visit) this.#list = reply.value.rows;
  }

  /** Another account, or none. */
  forget(): void {
    this.#visit += 1;
    this.#list = [];
  }
}
