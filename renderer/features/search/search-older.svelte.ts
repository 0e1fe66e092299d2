import type { ChatView, ContractError, RequestOutput, SwitchboardBridge } from '#shared/contract/index.ts';
import type { SearchGroup } from './hits.ts';

/** A message of the service that is in the cache now. */
export interface FoundMessage {
  readonly chatId: number;
  readonly key: string;
}

export interface ServiceChat {
  readonly id: number;
  readonly title: string;
}

export type OlderStep =
  | { readonly kind: 'idle' }
  | { readonly kind: 'asking'; readonly query: string; readonly chat: string | null }
  | { readonly kind: 'answered'; readonly query: string; readonly answer: RequestOutput<'search.askService'> }
  | { readonly kind: 'nothing'; readonly query: string; readonly chat: string }
  /** `chat`: the one that was asked about; null for all. */
  | {
      readonly kind: 'failed';
      readonly query: string;
      readonly problem: ContractError;
      readonly chat: ServiceChat | null;
    };

/**
 * Searching the service for what is too old to be kept here. It asks only when a person says so, and what was asked is
 * dropped with the next thing that is typed.
 */
export class OlderSearch {
  #step = $state.raw<OlderStep>({ kind: 'idle' });
  #visit = 0;
  readonly #bridge: SwitchboardBridge;
  readonly groups: readonly SearchGroup[] = $derived.by(() =>
    this.#step.kind === 'answered' ? toServiceGroups(this.#step.answer) : [],
  );

  constructor(bridge: SwitchboardBridge) {
    this.#bridge = bridge;
  }

  get step(): OlderStep {
    return this.#step;
  }

  /** Asks for chats with these words. */
  async ask(query: string): Promise<void> {
    const isCurrent = this.#begin({ kind: 'asking', query, chat: null });
    const reply = await this.#bridge.request('search.askService', { requestId: crypto.randomUUID(), query });
    if (!isCurrent()) return;
    this.#step = reply.ok
      ? { kind: 'answered', query, answer: reply.value }
      : { kind: 'failed', query, problem: reply.error, chat: null };
  }

  /**
   * Asks for the newest message of a chat with these words. Null where it failed, where there is none, or where something
   * else was wanted meanwhile; `step` says which.
   */
  async locate(chat: ServiceChat, query: string): Promise<FoundMessage | null> {
    const isCurrent = this.#begin({ kind: 'asking', query, chat: chat.title });
    const reply = await this.#bridge.request('search.findInChat', { chatId: chat.id, query });
    if (!isCurrent()) return null;
    if (!reply.ok) {
      this.#step = { kind: 'failed', query, problem: reply.error, chat };
      return null;
    }
    if (reply.value.key === null) {
      this.#step = { kind: 'nothing', query, chat: chat.title };
      return null;
    }
    this.#step = { kind: 'idle' };
    return { chatId: chat.id, key: reply.value.key };
  }

  /** Back to what is kept here. False: that is shown already. */
  reset(): boolean {
    this.#visit += 1;
    const wasAway = this.#step.kind !== 'idle';
    this.#step = { kind: 'idle' };
    return wasAway;
  }

  #begin(step: OlderStep): () => boolean {
    this.#visit += 1;
    const visit = this.#visit;
    this.#step = step;
    return () => visit === this.#visit;
  }
}

function toServiceGroups({ byText, byPerson }: RequestOutput<'search.askService'>): readonly SearchGroup[] {
  const toOptions = (chats: readonly ChatView[], hasText: boolean) =>
    chats.map((chat) => {
      const key = `${hasText ? 'service-text' : 'service-person'}:${String(chat.id)}`;
      return { kind: 'service-chat', key, chat, hasText } as const;
    });
  const groups: readonly SearchGroup[] = [
    { kind: 'service-text', options: toOptions(byText, true) },
    { kind: 'service-people', options: toOptions(byPerson, false) },
  ];
  return groups.filter(({ options }) => options.length > 0);
}
