import type {
  ChatView,
  ContractError,
  SwitchboardBridge,
  MessageCursor,
  MessagePage,
  MessageView,
  Reply,
} from '#shared/contract/index.ts';
import type { Overlay, Overlays } from '#renderer/app/overlays.svelte.ts';
import type { LinkWarning } from './message-text.ts';
import type { Thread } from './conversation.svelte.ts';
import { MAX_MESSAGES } from './thread-edges.svelte.ts';

/** What may lie over the thread. */
export type ThreadDialog =
  | { readonly kind: 'export' | 'print'; readonly chat: ChatView }
  | { readonly kind: 'resubscribe'; readonly person: Pick<ChatView, 'name' | 'phone'> }
  /** To a date of the open chat; `from`: of the day that is chosen at first, epoch ms. */
  | { readonly kind: 'jump'; readonly from: number | null }
  | { readonly kind: 'link'; readonly url: string; readonly warning: LinkWarning }
  /** Large; `start`: which of them at first. */
  | { readonly kind: 'pictures'; readonly pictures: readonly NamedPicture[]; readonly start: number };

/** A picture of a message. */
export interface NamedPicture {
  /** Media id. */
  readonly id: string;
  readonly name: string;
  /** What it is and when it came, in words. */
  readonly note: string;
}

/** Which dialog of the thread is open: one at a time, the newest request. It stays the one that is shown until it has closed. */
export class ThreadDialogs {
  #shown = $state.raw<ThreadDialog | null>(null);
  readonly #overlay: Overlay;

  constructor(overlays: Overlays) {
    this.#overlay = overlays.create();
  }

  /** What is open, or was last: its words stay while it goes. */
  get shown(): ThreadDialog | null {
    return this.#shown;
  }
  get isOpen(): boolean {
    return this.#overlay.isOpen;
  }

  show(dialog: ThreadDialog): void {
    this.#shown = dialog;
    this.#overlay.open();
  }

  close(): void {
    this.#overlay.close();
  }
}

/** `nothing`: the chat has nothing so late · `gone`: it went between two questions · else why main could not say. */
export type JumpFault = 'nothing' | 'gone' | ContractError;

/** The way to a date of one chat. */
export class DateJump {
  #isBusy = $state(false);
  #fault = $state.raw<JumpFault | null>(null);
  readonly #bridge: SwitchboardBridge;

  constructor(bridge: SwitchboardBridge) {
    this.#bridge = bridge;
  }

  get isBusy(): boolean {
    return this.#isBusy;
  }
  /** Why nothing was found. */
  get fault(): JumpFault | null {
    return this.#fault;
  }

  /** Another date is thought of. */
  reset(): void {
    this.#fault = null;
  }

  /**
   * To the first message at or after `at` (epoch ms). `certain` and `uncertain`: it is on screen, and whether messages
   * from then on may be missing before it; null: it is not, and `fault` says why.
   */
  async go(at: number, chatId: number, thread: Thread): Promise<'certain' | 'uncertain' | null> {
    if (this.#isBusy) return null;
    this.#isBusy = true;
    this.#fault = null;
    const reply = await this.#bridge.request('messages.findAt', { chatId, at });
    if (!reply.ok) this.#fault = reply.error;
    else if (reply.value.key === null) this.#fault = 'nothing';
    else if (!(await thread.jumpTo(reply.value.key))) this.#fault = 'gone';
    this.#isBusy = false;
    if (!reply.ok || this.#fault !== null) return null;
    return reply.value.isCertain ? 'certain' : 'uncertain';
  }
}

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

  /** Stops reading. */
  dispose(): void {
    this.#isGone = true;
  }

  #ask(before: MessageCursor | null): Promise<Reply<MessagePage>> {
    return this.#bridge.request('messages.list', { chatId: this.#chatId, before, limit: MAX_MESSAGES });
  }
}
