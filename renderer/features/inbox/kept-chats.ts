import type { ChatView, SwitchboardBridge } from '#shared/contract/index.ts';
import type { KeptText, KeptTexts } from '#renderer/data/kept-texts.svelte.ts';
import type { Drafts } from '#renderer/features/composer/composer-drafts.ts';
import { joinTexts } from '#renderer/features/composer/draft-texts.ts';
import type { Composer } from '#renderer/features/composer/composer.svelte.ts';
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

/**
 * Hands over what an earlier life of the page kept, in order and under the ids of then: main takes a text that it has
 * already for the same one. What it refuses comes back into the box, or the draft, of its number.
 */
export function restoreKept(
  kept: Pick<KeptTexts, 'restore'>,
  { drafts, findShown }: { readonly drafts: Drafts; readonly findShown: (phone: string) => Composer | null },
): void {
  for (const { phone, text, fileIds, ...handle } of kept.restore()) {
    const draftFiles = drafts.files(phone);
    const files = fileIds.map((id) => ({ id }));
    draftFiles.hide(files);
    const leaving = {
      ...{ requestId: handle.requestId, text, files: [], isStored: handle.isStored, handOver: handle.handOver },
      onTaken: async () => {
        draftFiles.unhide(files);
        await drafts.saveWithout(phone, text);
      },
      release: () => {
        handle.release();
        draftFiles.unhide(files);
      },
    };
    const bringBack = (all: readonly { readonly text: string }[]): void => {
      void putBack(phone, joinTexts(all.map((one) => one.text)), { drafts, findShown });
    };
    void drafts.leaving.send(phone, leaving, bringBack);
  }
}

/** Before what the draft says, unless that begins with it: an earlier life of the page may have saved it there. */
async function putBack(
  phone: string,
  text: string,
  { drafts, findShown }: { readonly drafts: Drafts; readonly findShown: (phone: string) => Composer | null },
): Promise<void> {
  const stored = await drafts.files(phone).load();
  const shown = findShown(phone);
  const here = shown?.text ?? drafts.read(phone, stored);
  if (here.trim().startsWith(text)) return;
  if (shown !== null) shown.putBack({ text, files: [] });
  else await drafts.putBack(phone, { text, files: [], stored });
}
