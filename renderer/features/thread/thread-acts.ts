import type { ContractError, MessageView, SwitchboardBridge } from '#shared/contract/index.ts';
import { leftOut, messageActs as words } from './messages.ts';
import { listLeftOut } from './left-out.ts';
import { toCopyLines, toForwardText, toPlainText, type CopyContext } from './message-copy.ts';
import { isDeletable } from './message-menu.ts';
import { toProblemText } from '#renderer/lib/problems.ts';
import type { Composer } from '#renderer/features/composer/composer.svelte.ts';
import type { RequestIds } from '#renderer/data/request-ids.ts';
import type { Toasts } from '#renderer/app/toasts.svelte.ts';

export interface ThreadActsOptions {
  /** Names and formats as they are now. */
  readonly context: () => CopyContext;
  readonly chatId: () => number;
  readonly toasts: Pick<Toasts, 'show'>;
  readonly ids: RequestIds;
  /** Puts text on the clipboard; rejects where the system does not let us. */
  readonly writeClipboard: (text: string) => Promise<void>;
  /** The composer of the open chat, and the one of a new message. */
  readonly composer: Pick<Composer, 'putBack'>;
  readonly newMessage: Pick<Composer, 'putBack'>;
  readonly startWriting: () => void;
  /** The text stands in the composer of the open chat. */
  readonly onBack: () => void;
  /** Tells what was done, with the way back. */
  readonly offerUndo: (done: { readonly undoId: string; readonly text: string }) => void;
}

/** What a person does to messages of the open chat that is not about a text on its way (see `SendActs`). */
export class ThreadActs {
  readonly #bridge: SwitchboardBridge;
  readonly #options: ThreadActsOptions;

  constructor(bridge: SwitchboardBridge, options: ThreadActsOptions) {
    this.#bridge = bridge;
    this.#options = options;
  }

  /** The words alone of one; of several, one line with time and name for each. */
  async copy(messages: readonly MessageView[]): Promise<void> {
    const { context } = this.#options;
    const [first] = messages;
    if (first === undefined) return;
    if (messages.length > 1) await this.copyWithTimes(messages);
    else await this.#write(toPlainText(first, context().texts), { count: 1 });
  }

  async copyWithTimes(messages: readonly MessageView[]): Promise<void> {
    if (messages.length === 0) return;
    await this.#write(toCopyLines(messages, this.#options.context()), { count: messages.length });
  }

  /** A part of a message, or a link. */
  async copyText(text: string, isLink: boolean): Promise<void> {
    await this.#write(text, isLink ? null : { count: 1 });
  }

  /** A new message begins with their texts. False where none of them has any. */
  forward(messages: readonly MessageView[]): boolean {
    const { toasts, newMessage, startWriting, context } = this.#options;
    const text = toForwardText(messages);
    if (text === '') {
      toasts.show(context().texts.text(words.nothingToForward), { tone: 'fault' });
      return false;
    }
    newMessage.putBack({ text, files: [] });
    startWriting();
    return true;
  }

  /** The text of one that failed, its files as the links that they became, stands in the composer again; it stays here. */
  editAgain({ text }: MessageView): void {
    this.#options.composer.putBack({ text, files: [] });
    this.#options.onBack();
  }

  /** Gone here at once; the service hears of it when the time to take it back is over. False where nothing was deleted. */
  async delete(messages: readonly MessageView[]): Promise<boolean> {
    const { chatId, ids, toasts, context, offerUndo } = this.#options;
    const { texts } = context();
    const keys = messages.filter(isDeletable).map(({ key }) => key);
    const left = listLeftOut(messages, texts).join(' ');
    if (keys.length === 0) {
      toasts.show(left, { tone: 'fault' });
      return false;
    }
    const input = { chatId: chatId(), keys };
    const reply = await ids.run(`delete\n${String(input.chatId)}\n${keys.join(' ')}`, (requestId) =>
      this.#bridge.request('messages.delete', { requestId, ...input }),
    );
    if (!reply.ok) {
      this.#tellFault(words.deleteFailed, reply.error);
      return false;
    }
    const { count, undoId } = reply.value;
    const done = texts.text(words.deleted, { count });
    const text = left === '' ? done : texts.text(leftOut.both, { done, left });
    if (undoId === null) toasts.show(text);
    else offerUndo({ undoId, text });
    return true;
  }

  /** `said`: how many messages were copied; null: a link was. */
  async #write(text: string, said: { readonly count: number } | null): Promise<void> {
    const { toasts, context, writeClipboard } = this.#options;
    const { texts } = context();
    try {
      await writeClipboard(text);
      toasts.show(said === null ? texts.text(words.linkCopied) : texts.text(words.copied, said));
    } catch (error) {
      const detail = error instanceof Error ? error.message : '';
      toasts.show(texts.text(words.copyFailed, { detail }).trim(), { tone: 'fault' });
    }
  }

  #tellFault(message: typeof words.deleteFailed, problem: ContractError): void {
    const { toasts, context } = this.#options;
    const { texts } = context();
    toasts.show(texts.text(message, { detail: toProblemText(problem, texts) }).trim(), { tone: 'fault' });
  }
}
