import type { ChatView, SwitchboardBridge } from '#shared/contract/index.ts';
import type { KeptText, KeptTexts } from '#renderer/data/kept-texts.svelte.ts';
import type { Drafts } from '#renderer/features/composer/composer-drafts.ts';
import type { Composer } from '#renderer/features/composer/composer.svelte.ts';
import { restoreKept } from './restore-kept.ts';
import type { FocusTargets } from '#renderer/app/focus-targets.ts';

interface KeptChatsOptions {
  readonly drafts: Drafts;
  readonly places: Pick<FocusTargets, 'go'>;
  readonly findShown: (phone: string) => Composer | null;
  readonly findOpen: () => ChatView | null;
  /** Of the new message that is being written. */
  readonly findRecipient: () => { readonly phone: string; readonly name: string } | null;
  readonly open: (chat: ChatView) => void;
  readonly writeTo: (phone: string, name: string) => void;
}

/** The texts of an inbox that main has not taken, and the chats that they are in: these open while main is away, too. */
export class KeptChats {
  readonly texts: KeptTexts;
  readonly #bridge: SwitchboardBridge;
  readonly #options: KeptChatsOptions;
  readonly #writtenTo = new Map<string, ChatView>();

  constructor(bridge: SwitchboardBridge, texts: KeptTexts, options: KeptChatsOptions) {
    this.#bridge = bridge;
    this.texts = texts;
    this.#options = options;
  }

  /** Whether something was written that only this page has. */
  get hasUnsaved(): boolean {
    return this.texts.shown.length > 0 || this.#options.drafts.hasUnsaved;
  }

  /** Something is sent in that chat. */
  note(chat: ChatView | null): void {
    if (chat !== null) this.#writtenTo.set(chat.phone, chat);
  }

  /** What an earlier life of the page kept goes to main now. */
  restore(): void {
    restoreKept(this.texts, this.#options);
  }

  /** Shows where a text stands: its chat, or the new message that it was written as. */
  async open(phone: string): Promise<void> {
    const { findOpen, open, writeTo, places } = this.#options;
    const current = findOpen();
    const known = current?.phone === phone ? current : this.#writtenTo.get(phone);
    const chat = known ?? (await this.#find(phone));
    if (chat === null) writeTo(phone, this.findName(phone));
    else open(chat);
    places.go('composer');
  }

  /** Takes a text back into its box that main was never asked to take. */
  takeBack({ phone, requestId }: Pick<KeptText, 'phone' | 'requestId'>): void {
    const { drafts, places } = this.#options;
    if (!this.texts.canTakeBack(requestId)) return;
    if (!drafts.leaving.takeBack(phone, requestId)) this.texts.takeBack(requestId);
    places.go('composer');
  }

  /** Empty where nobody knows. */
  findName(phone: string): string {
    const { findOpen, findRecipient } = this.#options;
    const known = [findOpen(), findRecipient(), this.#writtenTo.get(phone), this.texts.findLast(phone)];
    return known.find((one) => one?.phone === phone)?.name ?? '';
  }

  dispose(): void {
    this.texts.dispose();
  }

  async #find(phone: string): Promise<ChatView | null> {
    const reply = await this.#bridge.request('chats.find', { chatId: null, phone });
    return reply.ok ? reply.value : null;
  }
}
