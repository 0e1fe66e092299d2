import type { ContractError, MessageView, Reply, SwitchboardBridge } from '#shared/contract/index.ts';
import { sending } from '#renderer/lib/catalogue/inbox.ts';
import type { MessageAct } from '#renderer/lib/inbox/message-look.ts';
import { toProblemText } from '#renderer/lib/inbox/problem-text.ts';
import type { Texts } from '#renderer/lib/messages.ts';
import type { RequestIds } from './request-ids.ts';
import type { Conversation } from './thread-conversation.svelte.ts';
import type { Toasts } from './toasts.svelte.ts';

export interface SendActsOptions {
  readonly texts: Texts;
  readonly toasts: Toasts;
  readonly ids: RequestIds;
  readonly findConversation: () => Conversation | null;
  /** The text of a send stands in the composer again. */
  readonly onBack: () => void;
}

/** What a person does about a text that did not go well. */
export class SendActs {
  readonly #bridge: SwitchboardBridge;
  readonly #options: SendActsOptions;

  constructor(bridge: SwitchboardBridge, options: SendActsOptions) {
    this.#bridge = bridge;
    this.#options = options;
  }

  async act(act: MessageAct, message: MessageView): Promise<void> {
    const conversation = this.#options.findConversation();
    if (conversation === null) return;
    if (act === 'again') await this.#sendAgain(conversation, message);
    else if (message.send !== null && act === 'retry') await this.#retry(message.send);
    else if (message.send !== null) await this.#takeBack(conversation, message.send.id);
    await conversation.thread.refresh();
  }

  async #takeBack(conversation: Conversation, sendId: string): Promise<void> {
    const reply = await this.#options.ids.run(`discard\n${sendId}`, (requestId) =>
      this.#bridge.request('sends.discard', { requestId, sendId }),
    );
    if (reply.ok) {
      conversation.composer.putBack(reply.value.text);
      this.#options.onBack();
      return;
    }
    const { texts, toasts } = this.#options;
    const words = reply.error.code === 'not-found' ? texts.text(sending.cancelFailed) : this.#describe(reply.error);
    toasts.show(words, { tone: 'fault' });
  }

  /** Once per state that a person saw: what failed anew may be sent anew. */
  async #retry({ id, state, attempts }: NonNullable<MessageView['send']>): Promise<void> {
    const act = `retry\n${id}\n${state}\n${String(attempts)}`;
    const ask = (requestId: string) => this.#bridge.request('sends.retry', { requestId, sendId: id });
    this.#tell(await this.#options.ids.run(act, ask));
  }

  /** The same words as a new text: the operators had their say about the old one. */
  async #sendAgain({ composer }: Conversation, { key, text }: MessageView): Promise<void> {
    this.#tell(await composer.sendText(text, `again\n${key}`));
  }

  #tell(reply: Reply<unknown>): void {
    if (!reply.ok) this.#options.toasts.show(this.#describe(reply.error), { tone: 'fault' });
  }

  #describe(problem: ContractError): string {
    const { texts } = this.#options;
    return texts.text(sending.retryFailed, { detail: toProblemText(problem, texts) });
  }
}
