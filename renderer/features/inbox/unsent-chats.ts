import type { ChatView, SwitchboardBridge } from '#shared/contract/index.ts';
import type { FocusTargets } from '#renderer/app/focus-targets.ts';
import type { UnsentText, UnsentTexts } from '#renderer/data/unsent-texts.svelte.ts';
import type { Composer } from '#renderer/features/composer/composer.svelte.ts';
import { joinTexts, type Drafts } from '#renderer/features/composer/drafts.ts';
import type { OutgoingText } from '#renderer/features/composer/outgoing-queue.ts';

/** The inbox, as far as unsent texts are shown in it. */
interface UnsentScreen {
  readonly selection: { readonly chat: ChatView | null };
  readonly newMessage: { readonly chosen: { readonly phone: string; readonly name: string } | null };
  readonly places: Pick<FocusTargets, 'go'>;
  open(chat: ChatView): void;
  writeTo(phone: string, name: string): void;
  /** The composer on screen that writes to that number. */
  findComposer(phone: string): Composer | null;
}

interface UnsentChatsOptions {
  readonly drafts: Drafts;
  readonly screen: UnsentScreen;
}

/** The texts of an inbox that main has not taken, and their chats: these open also while main is away. */
export class UnsentChats {
  readonly texts: UnsentTexts;
  readonly #bridge: SwitchboardBridge;
  readonly #drafts: Drafts;
  readonly #screen: UnsentScreen;
  readonly #writtenTo = new Map<string, ChatView>();

  constructor(bridge: SwitchboardBridge, texts: UnsentTexts, { drafts, screen }: UnsentChatsOptions) {
    this.#bridge = bridge;
    this.texts = texts;
    this.#drafts = drafts;
    this.#screen = screen;
  }

  /** Whether something was written that only this page has. */
  get hasUnsaved(): boolean {
    return this.texts.shown.length > 0 || this.#drafts.hasUnsaved;
  }

  /** Something is sent in that chat. */
  note(chat: ChatView | null): void {
    if (chat !== null) this.#writtenTo.set(chat.phone, chat);
  }

  /** Hands over what the page stored before a reload. */
  restore(): void {
    restoreUnsent(this.texts, { drafts: this.#drafts, findShown: (phone) => this.#screen.findComposer(phone) });
  }

  /** Shows where a text stands: its chat, or the new message that it was written as. */
  async open(phone: string): Promise<void> {
    const current = this.#screen.selection.chat;
    const known = current?.phone === phone ? current : this.#writtenTo.get(phone);
    const chat = known ?? (await this.#find(phone));
    if (chat === null) this.#screen.writeTo(phone, this.findName(phone));
    else this.#screen.open(chat);
    this.#screen.places.go('composer');
  }

  /** Takes a text back into its field that main was never asked to take. */
  takeBack({ phone, requestId }: Pick<UnsentText, 'phone' | 'requestId'>): void {
    if (!this.texts.canTakeBack(requestId)) return;
    if (!this.#drafts.outgoing.takeBack(phone, requestId)) this.texts.takeBack(requestId);
    this.#screen.places.go('composer');
  }

  /** Empty where it is not known. */
  findName(phone: string): string {
    const { selection, newMessage } = this.#screen;
    const known = [selection.chat, newMessage.chosen, this.#writtenTo.get(phone), this.texts.findLast(phone)];
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

interface RestoreOptions {
  readonly drafts: Drafts;
  readonly findShown: (phone: string) => Composer | null;
}

/**
 * Hands over the texts that the page stored before a reload, in order and under their old ids: main recognizes a text that it
 * has already. What it refuses comes back into the field, or the draft, of its number.
 */
export function restoreUnsent(unsent: Pick<UnsentTexts, 'restore'>, { drafts, findShown }: RestoreOptions): void {
  for (const { phone, text, fileIds, ...handle } of unsent.restore()) {
    const draftFiles = drafts.files(phone);
    const files = fileIds.map((id) => ({ id }));
    draftFiles.hide(files);
    const outgoing: OutgoingText = {
      ...{ requestId: handle.requestId, text, files: [], isStored: handle.isStored, handOver: handle.handOver },
      onTaken: async () => {
        draftFiles.unhide(files);
        await drafts.saveWithout(phone, text);
      },
      release: () => {
        handle.release();
        draftFiles.unhide(files);
      },
      bringBack: (all) => {
        void putBack(phone, joinTexts(all.map((one) => one.text)), { drafts, findShown });
      },
    };
    void drafts.outgoing.send(phone, outgoing);
  }
}

/** Before what the draft says, unless the draft begins with it: the page may have saved it there before a reload. */
async function putBack(phone: string, text: string, { drafts, findShown }: RestoreOptions): Promise<void> {
  const stored = await drafts.files(phone).load();
  const shown = findShown(phone);
  const here = shown?.text ?? drafts.read(phone, stored);
  if (here.trim().startsWith(text)) return;
  if (shown !== null) shown.putBack({ text, files: [] });
  else await drafts.putBack(phone, { text, files: [], stored });
}
