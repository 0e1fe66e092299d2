import type { ContractError, SwitchboardBridge } from '#shared/contract/index.ts';
import type { Thread } from './thread.svelte.ts';

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
