import type { SavedView } from '#shared/contract/index.ts';
import type { Overlay, Overlays } from '#renderer/app/overlays.svelte.ts';

/** `edit` with null: a new one, of the list on screen. */
export type ViewsDialog =
  | { readonly kind: 'edit'; readonly view: SavedView | null }
  | { readonly kind: 'manage'; readonly focusId: string | null };

/** What lies over the chat list: the menu of lists, and the dialogs of saved views. */
export class SavedViewDialogs {
  #dialog = $state.raw<ViewsDialog | null>(null);
  #isFromManage = false;
  #isMenuByKey = false;
  readonly #menu: Overlay;
  readonly #overlay: Overlay;

  constructor(overlays: Overlays) {
    this.#menu = overlays.create();
    this.#overlay = overlays.create();
  }

  get dialog(): ViewsDialog | null {
    return this.#overlay.isOpen ? this.#dialog : null;
  }
  get isMenuOpen(): boolean {
    return this.#menu.isOpen;
  }
  set isMenuOpen(isOpen: boolean) {
    if (isOpen) this.#isMenuByKey = false;
    if (isOpen) this.#menu.open();
    else this.#menu.close();
  }

  /** By a key, from wherever the focus is. */
  openMenu(): void {
    this.#isMenuByKey = true;
    this.#menu.open();
  }

  /**
   * After the menu: the focus goes back to where it was when a key opened it. False where the menu's button opened it, or
   * where that is gone: the button has the focus then.
   */
  giveFocusBack(): boolean {
    return this.#menu.isCovered || (this.#isMenuByKey && this.#menu.giveFocusBack());
  }

  /** Keeps the list on screen under a name. */
  saveView(): void {
    this.#isFromManage = false;
    this.#show({ kind: 'edit', view: null });
  }

  editView(view: SavedView): void {
    this.#isFromManage = this.dialog?.kind === 'manage';
    this.#show({ kind: 'edit', view });
  }

  manageViews(): void {
    this.#show({ kind: 'manage', focusId: null });
  }

  /** An editor that the list of views opened goes back to it. */
  closeDialog(): void {
    const { dialog } = this;
    if (dialog?.kind === 'edit' && this.#isFromManage) this.#show({ kind: 'manage', focusId: dialog.view?.id ?? null });
    else this.#overlay.close();
    this.#isFromManage = false;
  }

  #show(dialog: ViewsDialog): void {
    this.#dialog = dialog;
    this.#overlay.open();
  }
}
