import type { ContractError, MessageView, Reply, RequestOutput, SwitchboardBridge } from '#shared/contract/index.ts';
import { sending } from '#renderer/lib/catalogue/inbox.ts';
import { lost, waiting } from '#renderer/lib/catalogue/waiting.ts';
import type { MessageAct } from '#renderer/lib/inbox/message-look.ts';
import { toProblemText } from '#renderer/lib/inbox/problem-text.ts';
import type { Message, Texts } from '#renderer/lib/messages.ts';
import type { Composer } from '../inbox/composer.svelte.ts';
import type { Drafts } from '../inbox/composer-drafts.ts';
import type { RequestIds } from '../request-ids.ts';
import type { Conversation } from './thread-conversation.svelte.ts';
import { Decision } from './thread-decision.svelte.ts';
import type { Toasts } from '../toasts.svelte.ts';

export interface SendActsOptions {
  readonly texts: Texts;
  readonly toasts: Toasts;
  readonly ids: RequestIds;
  readonly drafts: Drafts;
  readonly findConversation: () => Conversation | null;
  /** The composer on screen that writes to that number. */
  readonly findComposer: (phone: string) => Composer | null;
  /** The text of a send stands in the composer again. */
  readonly onBack: () => void;
}

type SendView = NonNullable<MessageView['send']>;

/** What a person does about a text that waits or did not go well. */
export class SendActs {
  /** Of a text that may go out twice. */
  readonly decision = new Decision();
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
    else if (message.send !== null) await this.#actOnSend(act, conversation, message.send);
    await conversation.thread.refresh();
  }

  /** Sends a text again that may have gone out: the person has seen what is known of it. */
  async sendAnyway(send: SendView): Promise<void> {
    this.decision.end();
    await this.#retry(send, true);
  }

  /** Takes a text that waits out of the outbox, wherever its chat is: it is a draft again. False: it could not. */
  async cancelWaiting({ sendId, phone }: { readonly sendId: string; readonly phone: string }): Promise<boolean> {
    const found = await this.#bridge.request('chats.find', { chatId: null, phone });
    const stored = found.ok ? (found.value?.draft ?? null) : null;
    const reply = found.ok ? await this.#discard(sendId) : found;
    if (!reply.ok) {
      this.#tellNotTaken(reply.error);
      return false;
    }
    const composer = this.#options.findComposer(phone);
    if (composer !== null) composer.putBack(reply.value.text);
    else await this.#options.drafts.putBack(phone, { text: reply.value.text, stored });
    return true;
  }

  async #actOnSend(act: Exclude<MessageAct, 'again'>, conversation: Conversation, send: SendView): Promise<void> {
    switch (act) {
      case 'retry':
        return this.#retry(send, false);
      case 'decide': {
        this.decision.begin(send.id);
        return;
      }
      case 'look':
        return this.#lookNow(send.id);
      case 'remove':
        return this.#remove(conversation, send);
      case 'cancel':
      case 'edit':
        return this.#takeBack(conversation, send.id);
    }
  }

  async #takeBack(conversation: Conversation, sendId: string): Promise<void> {
    const reply = await this.#discard(sendId);
    if (!reply.ok) {
      this.#tellNotTaken(reply.error);
      return;
    }
    conversation.composer.putBack(reply.value.text);
    this.#options.onBack();
  }

  /** Gone from the thread; its words can be had back for as long as the toast is there. */
  async #remove({ composer }: Conversation, { id, state }: SendView): Promise<void> {
    const { texts, toasts, findComposer, drafts } = this.#options;
    const reply = await this.#discard(id);
    if (!reply.ok) {
      this.#tellFault(lost.removeFailed, reply.error);
      return;
    }
    const { text } = reply.value;
    const run = (): void => {
      const phone = composer.phone ?? '';
      const shown = findComposer(phone);
      if (shown !== null) shown.putBack(text);
      else void drafts.putBack(phone, { text, stored: composer.text });
    };
    const isUnknown = state === 'checking' || state === 'unknown';
    const words = texts.text(isUnknown ? lost.removedUnknown : lost.removed);
    toasts.show(words, { action: { label: texts.text(lost.keepAsDraft), run } });
  }

  async #lookNow(sendId: string): Promise<void> {
    const { texts, toasts } = this.#options;
    const reply = await this.#bridge.request('sends.lookNow', { sendId });
    if (reply.ok) toasts.show(texts.text(lost.looking));
    else this.#tellFault(lost.lookFailed, reply.error);
  }

  /** Once per state that a person saw: what failed anew may be sent anew. */
  async #retry({ id, state, attempts }: SendView, mayDouble: boolean): Promise<void> {
    const act = `retry\n${id}\n${state}\n${String(attempts)}`;
    const ask = (requestId: string) => this.#bridge.request('sends.retry', { requestId, sendId: id, mayDouble });
    const reply = await this.#options.ids.run(act, ask);
    if (!reply.ok) this.#tellFault(sending.retryFailed, reply.error);
  }

  /** The same words as a new text: the operators had their say about the old one. */
  async #sendAgain({ composer }: Conversation, { key, text }: MessageView): Promise<void> {
    const reply = await composer.sendText(text, `again\n${key}`);
    if (!reply.ok) this.#tellFault(sending.retryFailed, reply.error);
  }

  #discard(sendId: string): Promise<Reply<RequestOutput<'sends.discard'>>> {
    return this.#options.ids.run(`discard\n${sendId}`, (requestId) =>
      this.#bridge.request('sends.discard', { requestId, sendId }),
    );
  }

  #tellNotTaken(problem: ContractError): void {
    const { texts, toasts } = this.#options;
    if (problem.code === 'not-found') toasts.show(texts.text(sending.cancelFailed), { tone: 'fault' });
    else this.#tellFault(waiting.cancelFailed, problem);
  }

  #tellFault(words: Message<'detail'>, problem: ContractError): void {
    const { texts, toasts } = this.#options;
    const gone = problem.code === 'not-found' ? texts.text(lost.goneMeanwhile) : null;
    toasts.show(texts.text(words, { detail: gone ?? toProblemText(problem, texts) }).trim(), { tone: 'fault' });
  }
}
