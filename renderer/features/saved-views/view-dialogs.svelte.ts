import type { SavedView } from '#shared/contract/index.ts';

/** `edit` with null: a new one, of the list on screen. */
export type ViewsDialog =
  | { readonly kind: 'edit'; readonly view: SavedView | null }
  | { readonly kind: 'manage'; readonly focusId: string | null };

/** What lies over the chat list: the menu of lists, and the dialogs of saved views. */
export class SavedViewDialogs {
  isMenuOpen = $state(false);
  #dialog = $state.raw<ViewsDialog | null>(null);
  #isFromManage = false;
  #before: Element | null = null;

  get dialog(): ViewsDialog | null {
    return this.#dialog;
  }

  /** By a key, from wherever the focus is. */
  openMenu(): void {
    this.#before = document.activeElement;
    this.isMenuOpen = true;
  }

  /** Once: what had the focus when a key opened the menu; null where its button did, or where that is gone. */
  takeBefore(): HTMLElement | null {
    const before = this.#before;
    this.#before = null;
    return before instanceof HTMLElement && before.isConnected ? before : null;
  }

  /** Keeps the list on screen under a name. */
  saveView(): void {
    this.#isFromManage = false;
    this.#dialog = { kind: 'edit', view: null };
  }

  editView(view: SavedView): void {
    this.#isFromManage = this.#dialog?.kind === 'manage';
    this.#dialog = { kind: 'edit', view };
  }

  manageViews(): void {
    this.#dialog = { kind: 'manage', focusId: null };
  }

  /** An editor that the list of views opened goes back to it. */
  closeDialog(): void {
    const open = this.#dialog;
    this.#dialog =
      open?.kind === 'edit' && this.#isFromManage ? { kind: 'manage', focusId: open.view?.id ?? null } : null;
    this.#isFromManage = false;
  }
}
