import type { ContractError, MessageView, Reply, RequestOutput, SwitchboardBridge } from '#shared/contract/index.ts';
import { sending, lost } from '#renderer/lib/words/delivery.ts';
import { hold } from '#renderer/features/composer/messages.ts';
import { waiting } from '#renderer/features/outbox/messages.ts';
import { toTextAgain } from './message-text.ts';
import type { SendAction } from './message-view-model.ts';
import { toProblemText } from '#renderer/lib/problems.ts';
import type { Message, Translator } from '#renderer/lib/messages.ts';
import type { Composer } from '#renderer/features/composer/composer.svelte.ts';
import type { Drafts, Returned } from '#renderer/features/composer/drafts.ts';
import type { AppAnnouncer } from '#renderer/app/app-announcer.svelte.ts';
import { toWritingAction, type RequestIds } from '#renderer/data/request-ids.ts';
import type { Conversation } from './conversation.svelte.ts';
import type { Toasts } from '#renderer/app/toasts.svelte.ts';
import { SvelteMap, SvelteSet } from 'svelte/reactivity';

export interface SendActionsOptions {
  readonly texts: Translator;
  readonly toasts: Toasts;
  readonly announcer: Pick<AppAnnouncer, 'say'>;
  readonly ids: RequestIds;
  readonly drafts: Drafts;
  readonly findConversation: () => Conversation | null;
  /** The composer on screen that writes to that number. */
  readonly findComposer: (phone: string) => Composer | null;
  /** The text of a send stands in the composer again. */
  readonly onBack: () => void;
}

type SendView = NonNullable<MessageView['send']>;

/** What the user does about a text that waits or did not go well. */
export class SendActions {
  /** The text with a lost answer whose evidence is on screen. */
  #decidedSendId = $state<string | null>(null);
  /** How much of the files of texts has left: 0 to 1. */
  readonly #uploadProgress = new SvelteMap<string, number>();
  readonly #stop: () => void;
  readonly #bridge: SwitchboardBridge;
  readonly #options: SendActionsOptions;
  /** Texts that something is being done about: a second press means the first. */
  readonly #underWay = new SvelteSet<string>();
  /** Texts that are ones that failed, sent again. */
  readonly #resent = new SvelteSet<string>();

  constructor(bridge: SwitchboardBridge, options: SendActionsOptions) {
    this.#bridge = bridge;
    this.#options = options;
    this.#stop = bridge.on('sends.uploading', ({ sendId, sentBytes, totalBytes }) => {
      // All of it is there: what follows is sending.
      if (sentBytes >= totalBytes) this.#uploadProgress.delete(sendId);
      else this.#uploadProgress.set(sendId, sentBytes / totalBytes);
    });
  }

  /** The text that may go out twice, while the user decides about it. */
  get decidedSendId(): string | null {
    return this.#decidedSendId;
  }

  /** The share of the files of a text that has left, 0 to 1; null where nothing is under way. */
  findUploadProgress(sendId: string): number | null {
    return this.#uploadProgress.get(sendId) ?? null;
  }

  async run(action: SendAction, message: MessageView): Promise<void> {
    const conversation = this.#options.findConversation();
    if (conversation === null) return;
    await this.#once(message.send?.id ?? message.key, async () => {
      if (action === 'again') await this.#sendAgain(conversation, message);
      else if (message.send !== null) await this.#runOnSend(action, conversation, message.send);
      await conversation.thread.refresh();
    });
  }

  endDecision(): void {
    this.#decidedSendId = null;
  }

  /** Sends a text again that may have gone out: the user has seen what is known of it. */
  async sendAnyway(send: SendView): Promise<void> {
    this.endDecision();
    await this.#retry(send, true);
  }

  dispose(): void {
    this.#stop();
  }

  /** The last text of the open chat that can still be taken back. */
  findHeld(): MessageView | null {
    const messages = this.#options.findConversation()?.thread.messages ?? [];
    return messages.findLast(({ send }) => send?.state === 'held') ?? null;
  }

  /** Whether that text is one that failed, sent again: where it is taken back, that one stands in its chat as before. */
  isResent(sendId: string): boolean {
    return this.#resent.has(sendId);
  }

  /**
   * Takes a text that waits out of the outbox, wherever its chat is: it is a draft again, unless it stands in its chat.
   * False: it could not.
   */
  async cancelWaiting(wish: { readonly sendId: string; readonly phone: string }): Promise<boolean> {
    return (await this.#once(wish.sendId, () => this.#cancel(wish))) === true;
  }

  async #cancel({ sendId, phone }: { readonly sendId: string; readonly phone: string }): Promise<boolean> {
    const found = await this.#bridge.request('chats.find', { chatId: null, phone });
    const stored = found.ok ? (found.value?.draft ?? null) : null;
    const reply = found.ok ? await this.#discard(sendId, phone) : found;
    if (!reply.ok) {
      this.#tellNotTaken(reply.error);
      return false;
    }
    if (this.isResent(sendId)) {
      this.#dropFiles(phone, reply.value.files);
      return true;
    }
    const composer = this.#options.findComposer(phone);
    if (composer !== null) composer.putBack(reply.value);
    else await this.#options.drafts.putBack(phone, { ...reply.value, stored });
    return true;
  }

  /** Undefined where something is being done about that text already. */
  async #once<Value>(key: string, run: () => Promise<Value>): Promise<Value | undefined> {
    if (this.#underWay.has(key)) return undefined;
    this.#underWay.add(key);
    try {
      return await run();
    } finally {
      this.#underWay.delete(key);
    }
  }

  async #runOnSend(action: Exclude<SendAction, 'again'>, conversation: Conversation, send: SendView): Promise<void> {
    switch (action) {
      case 'retry':
        return this.#retry(send, false);
      case 'decide': {
        this.#decidedSendId = send.id;
        return;
      }
      case 'look':
        return this.#lookNow(send.id);
      case 'remove':
        return this.#remove(conversation, send);
      case 'send-now':
        return this.#sendNow(send.id);
      case 'undo':
      case 'cancel':
        return this.#takeBack(conversation, send.id, this.isResent(send.id));
      case 'edit':
        return this.#takeBack(conversation, send.id, false);
    }
  }

  /** `isKept`: the same words stand in the chat, where they failed before. */
  async #takeBack(conversation: Conversation, sendId: string, isKept: boolean): Promise<void> {
    const reply = await this.#discard(sendId, conversation.composer.phone);
    if (!reply.ok) {
      this.#tellNotTaken(reply.error);
      return;
    }
    const { texts, announcer, onBack } = this.#options;
    if (isKept) {
      this.#dropFiles(conversation.composer.phone ?? '', reply.value.files);
      announcer.say(texts.text(hold.undoneAgain));
      return;
    }
    conversation.composer.putBack(reply.value);
    announcer.say(texts.text(reply.value.files.length === 0 ? hold.undone : hold.undoneFiles));
    onBack();
  }

  /** What had the focus goes: the box has it then. */
  async #sendNow(sendId: string): Promise<void> {
    const { texts, toasts, ids, onBack } = this.#options;
    const reply = await ids.run(`now\n${sendId}`, (requestId) =>
      this.#bridge.request('sends.sendNow', { requestId, sendId }),
    );
    if (!reply.ok && reply.error.code === 'not-found') toasts.show(texts.text(hold.sendNowLate), { tone: 'fault' });
    else if (!reply.ok) this.#tellFault(hold.sendNowFailed, reply.error);
    onBack();
  }

  /** Gone from the thread; it can be had back for as long as the toast is there. */
  async #remove({ composer }: Conversation, { id, state }: SendView): Promise<void> {
    const { texts, toasts, drafts } = this.#options;
    const reply = await this.#discard(id, composer.phone);
    if (!reply.ok) {
      this.#tellFault(lost.removeFailed, reply.error);
      return;
    }
    const { files } = reply.value;
    const phone = composer.phone ?? '';
    drafts.files(phone).hide(files);
    const isUnknown = state === 'checking' || state === 'unknown';
    const words = texts.text(isUnknown ? lost.removedUnknown : lost.removed);
    const run = (): void => this.#keepAsDraft(phone, { ...reply.value, stored: composer.text });
    const action = { label: texts.text(lost.keepAsDraft), run };
    toasts.show(words, { action, onGone: () => void drafts.files(phone).discard(files) });
  }

  /** The text that failed has the same files: main gives copies of them to the draft, where they are not wanted. */
  #dropFiles(phone: string, files: Returned['files']): void {
    const draftFiles = this.#options.drafts.files(phone);
    draftFiles.hide(files);
    void draftFiles.discard(files);
  }

  #keepAsDraft(phone: string, returned: Returned & { readonly stored: string }): void {
    const shown = this.#options.findComposer(phone);
    if (shown !== null) shown.putBack(returned);
    else void this.#options.drafts.putBack(phone, returned);
  }

  async #lookNow(sendId: string): Promise<void> {
    const { texts, toasts } = this.#options;
    const reply = await this.#bridge.request('sends.lookNow', { sendId });
    if (reply.ok) toasts.show(texts.text(lost.looking));
    else this.#tellFault(lost.lookFailed, reply.error);
  }

  /** Once per state that the user saw: what failed anew may be sent anew. */
  async #retry({ id, state, attempts }: SendView, mayDouble: boolean): Promise<void> {
    const act = `retry\n${id}\n${state}\n${String(attempts)}`;
    const ask = (requestId: string) => this.#bridge.request('sends.retry', { requestId, sendId: id, mayDouble });
    const reply = await this.#options.ids.run(act, ask);
    if (!reply.ok) this.#tellFault(sending.retryFailed, reply.error);
  }

  /** The same words and files as a new text: the operators had their say about the old one. */
  async #sendAgain({ composer }: Conversation, message: MessageView): Promise<void> {
    const reply = await composer.sendText(toTextAgain(message), `again\n${message.key}`);
    if (reply.ok) this.#resent.add(reply.value.sendId);
    else this.#tellFault(sending.retryFailed, reply.error);
  }

  /** What was taken out is settled: to main, the same words under the id of a lost answer would be that text, and not leave. */
  async #discard(sendId: string, phone: string | null): Promise<Reply<RequestOutput<'sends.discard'>>> {
    const { ids } = this.#options;
    const reply = await ids.run(`discard\n${sendId}`, (requestId) =>
      this.#bridge.request('sends.discard', { requestId, sendId }),
    );
    if (reply.ok && phone !== null) ids.forget(toWritingAction(phone));
    return reply;
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
