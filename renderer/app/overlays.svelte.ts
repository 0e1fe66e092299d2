/** What lies over the window, in the order in which it was opened. */
export class Overlays {
  #open = $state.raw<readonly Overlay[]>([]);
  readonly #findFocused: () => Element | null;

  constructor(findFocused: () => Element | null = () => document.activeElement) {
    this.#findFocused = findFocused;
  }

  /**
   * An overlay that is closed. Code that shows something over the window holds one instead of a flag of its own:
   *
   *   readonly #overlay = app.overlays.create({ onclose: () => (this.#menu = null) });
   *   this.#overlay.open();   // `isOpen` is a rune: the dialog is bound to it
   *   this.#overlay.close();  // by the dialog itself, by Escape, or because the user went to another screen
   *
   * Whether something else is open is asked of the stack (`top`, `isTop`), never of another overlay's holder.
   */
  create({ onopen = () => undefined, onclose = () => undefined }: Partial<OverlayEvents> = {}): Overlay {
    return new Overlay(this, { onopen, onclose, findFocused: this.#findFocused });
  }

  /** The one that was opened last; null where nothing lies over the window. Reads runes. */
  get top(): Overlay | null {
    return this.#open.at(-1) ?? null;
  }

  /** Reads runes. */
  has(overlay: Overlay): boolean {
    return this.#open.includes(overlay);
  }

  /** Puts an overlay on top; one that is open already comes up. */
  add(overlay: Overlay): void {
    this.#open = [...this.#open.filter((other) => other !== overlay), overlay];
  }

  remove(overlay: Overlay): void {
    this.#open = this.#open.filter((other) => other !== overlay);
  }

  /** What Escape does where no dialog has the focus; false when nothing lay over the window. */
  closeTop(): boolean {
    const { top } = this;
    top?.close();
    return top !== null;
  }

  /** The user goes to another screen. The last one that was opened closes first. */
  closeAll(): void {
    for (const overlay of this.#open.toReversed()) overlay.close();
  }
}

interface OverlayEvents {
  readonly onopen: () => void;
  readonly onclose: () => void;
}

interface OverlayOptions extends OverlayEvents {
  readonly findFocused: () => Element | null;
}

/** One thing that lies over the window while it is open: a dialog, a menu, a panel. */
export class Overlay {
  #before: Element | null = null;
  /** What was on top when it was opened. */
  #beneath: Overlay | null = null;
  readonly #overlays: Overlays;
  readonly #options: OverlayOptions;

  /** Made by `Overlays.create`. */
  constructor(overlays: Overlays, options: OverlayOptions) {
    this.#overlays = overlays;
    this.#options = options;
  }

  /** Reads runes. */
  get isOpen(): boolean {
    return this.#overlays.has(this);
  }

  /** Whether nothing was opened over it since. Reads runes. */
  get isTop(): boolean {
    return this.#overlays.top === this;
  }

  /** Whether something that was opened since lies over the window, and has the focus. Reads runes. */
  get isCovered(): boolean {
    const { top } = this.#overlays;
    return top !== null && top !== this && top !== this.#beneath;
  }

  /** Opens it over everything else and keeps where the focus was. Opening an open one only brings it to the top. */
  open(): void {
    const wasOpen = this.isOpen;
    if (!wasOpen) {
      this.#before = this.#options.findFocused();
      this.#beneath = this.#overlays.top;
    }
    this.#overlays.add(this);
    if (!wasOpen) this.#options.onopen();
  }

  toggle(): void {
    if (this.isOpen) this.close();
    else this.open();
  }

  /** Does nothing while it is closed. */
  close(): void {
    if (!this.isOpen) return;
    this.#overlays.remove(this);
    this.#options.onclose();
  }

  /** What had the focus when it was opened; null where that is gone, as an entry of a menu is. */
  get before(): HTMLElement | null {
    const before = this.#before;
    return before instanceof HTMLElement && before !== document.body && before.isConnected ? before : null;
  }

  /**
   * For overlays that no dialog component looks after: the focus goes back where it was. False where it cannot, or where
   * it belongs to an overlay that was opened since.
   */
  giveFocusBack(): boolean {
    if (this.isCovered) return false;
    const { before } = this;
    before?.focus();
    return before !== null;
  }
}
