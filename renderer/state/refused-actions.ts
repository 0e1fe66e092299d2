import type { ChatView, ContractError, SwitchboardBridge } from '#shared/contract/index.ts';
import { refused } from '#renderer/lib/catalogue/waiting.ts';
import type { Formats } from '#renderer/lib/format.ts';
import { toChatTitle } from '#renderer/lib/inbox/chat-row.ts';
import { toProblemText } from '#renderer/lib/inbox/problem-text.ts';
import type { Texts } from '#renderer/lib/messages.ts';
import type { Toasts } from './toasts.svelte.ts';

/** So many names are said; the others are counted. */
const MOST_NAMES = 3;

interface Options {
  readonly texts: Texts;
  readonly formats: () => Formats;
  readonly toasts: Toasts;
}

interface Refusal {
  /** Null: the chat is not here any more. */
  readonly name: string | null;
  readonly problem: ContractError;
}

/**
 * Tells of changes to chats that the service refused. After a long time offline several come one after the other: while
 * the toast about the first is there, it says them all.
 */
export class RefusedActions {
  readonly #bridge: SwitchboardBridge;
  readonly #options: Options;
  readonly #stop: () => void;
  #told: readonly Refusal[] = [];
  #toastId: number | null = null;
  #last = Promise.resolve();

  constructor(bridge: SwitchboardBridge, options: Options) {
    this.#bridge = bridge;
    this.#options = options;
    this.#stop = bridge.on('chats.actionRefused', ({ chatId, problem }) => {
      // One after the other, whichever name is found first.
      this.#last = this.#last.then(() => this.#tell(chatId, { ...problem, retryAfterMs: null }));
    });
  }

  dispose(): void {
    this.#stop();
  }

  async #tell(chatId: number, problem: ContractError): Promise<void> {
    const { formats, toasts } = this.#options;
    const reply = await this.#bridge.request('chats.find', { chatId, phone: null });
    const chat: ChatView | null = reply.ok ? reply.value : null;
    const name = chat === null ? null : toChatTitle(chat, formats());
    const isThere = this.#toastId !== null && toasts.current?.id === this.#toastId;
    this.#told = [...(isThere ? this.#told : []), { name, problem }];
    toasts.show(this.#toWords(), { tone: 'fault' });
    this.#toastId = toasts.current?.id ?? null;
  }

  #toWords(): string {
    const { texts } = this.#options;
    const [first] = this.#told;
    if (first !== undefined && this.#told.length === 1) {
      // Only the service's own words: ours for its codes are about keys and sign-in.
      const detail = toProblemText({ ...first.problem, code: '' }, texts);
      const { name } = first;
      if (first.problem.code === 'absent') {
        return name === null ? texts.text(refused.absentUnknown) : texts.text(refused.absent, { name });
      }
      return (
        name === null ? texts.text(refused.oneUnknown, { detail }) : texts.text(refused.one, { name, detail })
      ).trim();
    }
    const all = [...new Set(this.#told.map(({ name }) => name ?? texts.text(refused.aChat)))];
    const names = all.slice(0, MOST_NAMES).join(', ');
    const rest = all.length - MOST_NAMES;
    const said = rest > 0 ? texts.text(refused.andMore, { names, count: rest }) : names;
    return texts.text(refused.several, { count: this.#told.length, names: said });
  }
}
