import type {
  ContractError,
  MessageCursor,
  MessagePage,
  MessageView,
  Reply,
  SwitchboardBridge,
} from '#shared/contract/index.ts';
import { MAX_MESSAGES } from './thread-reader.ts';

/** The most pages that are read: half a million messages. */
const MOST_PAGES = 2_500;

/** All that is kept here of one conversation, read page by page for the printer. */
export class PrintJob {
  #messages = $state.raw<readonly MessageView[]>([]);
  #state = $state<'reading' | 'ready' | 'failed'>('reading');
  #problem = $state.raw<ContractError | null>(null);
  #isComplete = $state(false);
  #isGone = false;
  readonly #bridge: SwitchboardBridge;
  readonly #chatId: number;

  constructor(bridge: SwitchboardBridge, chatId: number) {
    this.#bridge = bridge;
    this.#chatId = chatId;
  }

  /** Oldest first; what was read so far. */
  get messages(): readonly MessageView[] {
    return this.#messages;
  }
  get state(): 'reading' | 'ready' | 'failed' {
    return this.#state;
  }
  get problem(): ContractError | null {
    return this.#problem;
  }
  /** Whether the service has nothing older than what is kept here. */
  get isComplete(): boolean {
    return this.#isComplete;
  }

  async read(): Promise<void> {
    let before: MessageCursor | null = null;
    for (let pages = 0; pages < MOST_PAGES && !this.#isGone; pages += 1) {
      const reply: Reply<MessagePage> = await this.#ask(before);
      if (!reply.ok) {
        this.#problem = reply.error;
        this.#state = 'failed';
        return;
      }
      const { items, older, isCompleteBefore } = reply.value;
      this.#messages = [...items, ...this.#messages];
      this.#isComplete = older === null && isCompleteBefore;
      if (older === null) break;
      before = older;
    }
    this.#state = 'ready';
  }

  /** Nobody wants it any more. */
  dispose(): void {
    this.#isGone = true;
  }

  #ask(before: MessageCursor | null): Promise<Reply<MessagePage>> {
    return this.#bridge.request('messages.list', { chatId: this.#chatId, before, limit: MAX_MESSAGES });
  }
}
