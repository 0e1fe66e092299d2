/** Where the window stood, and whether it filled the screen: kept in a small file, and used for the next window. */
import type { BrowserWindow, Rectangle } from 'electron';
import * as v from 'valibot';
import { findJson, saveJson } from '#main/platform/files.ts';
import type { ElectronApi } from '../electron-api.ts';
import { fitSize, placeWindow, USUAL } from './placing.ts';

const stateSchema = v.object({
  bounds: v.object({
    x: v.pipe(v.number(), v.integer()),
    y: v.pipe(v.number(), v.integer()),
    width: v.pipe(v.number(), v.integer(), v.minValue(1)),
    height: v.pipe(v.number(), v.integer(), v.minValue(1)),
  }),
  shape: v.picklist(['normal', 'maximised', 'full-screen']),
});
type State = v.InferOutput<typeof stateSchema>;

type StateWindow = Pick<
  BrowserWindow,
  | 'getBounds'
  | 'getNormalBounds'
  | 'isDestroyed'
  | 'isFullScreen'
  | 'isMaximized'
  | 'isMinimized'
  | 'maximize'
  | 'on'
  | 'once'
  | 'setBounds'
  | 'setFullScreen'
>;

export interface WindowStateNeeds {
  readonly file: string;
  readonly screen: ElectronApi['screen'];
  readonly report: (what: string, error: unknown) => void;
}

/** Moving and resizing tell many times a second. */
const SAVE_AFTER_MS = 500;

export class WindowState {
  readonly #needs: WindowStateNeeds;
  #state: State | null = null;
  #saving = Promise.resolve();

  constructor(needs: WindowStateNeeds) {
    this.#needs = needs;
  }

  /** Reads the file; a damaged one counts as none. Never rejects. */
  async load(): Promise<void> {
    try {
      this.#state = (await findJson(this.#needs.file, stateSchema)) ?? null;
    } catch (error) {
      this.#needs.report('window.stateNotRead', error);
    }
  }

  /** For a new window; without a place of an earlier one, the desktop chooses it. */
  toBounds(): Partial<Rectangle> & Pick<Rectangle, 'height' | 'width'> {
    if (this.#state === null) return fitSize(USUAL, this.#needs.screen.getPrimaryDisplay().workArea);
    return placeWindow(this.#state.bounds, this.#findWorkAreas());
  }

  /** Once the window is shown: Electron shows a hidden window that is maximised, and it would be empty. */
  applyShape(window: Pick<StateWindow, 'maximize' | 'setFullScreen'>): void {
    if (this.#state?.shape === 'maximised') window.maximize();
    if (this.#state?.shape === 'full-screen') window.setFullScreen(true);
  }

  /** Keeps what becomes of the window, and the window on displays that are there. Ends with the window. */
  follow(window: StateWindow): void {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const save = (): void => {
      clearTimeout(timer);
      this.#save(window);
    };
    const saveLater = (): void => {
      clearTimeout(timer);
      timer = setTimeout(save, SAVE_AFTER_MS);
    };
    window.on('resize', saveLater);
    window.on('move', saveLater);
    window.on('maximize', saveLater);
    window.on('unmaximize', saveLater);
    window.on('enter-full-screen', saveLater);
    window.on('leave-full-screen', saveLater);
    window.on('hide', save);
    window.on('close', save);
    const bringBack = (): void => this.#bringBack(window);
    const { screen } = this.#needs;
    screen.on('display-removed', bringBack);
    screen.on('display-metrics-changed', bringBack);
    window.once('closed', () => {
      clearTimeout(timer);
      screen.off('display-removed', bringBack);
      screen.off('display-metrics-changed', bringBack);
    });
  }

  /** Resolves when all is on the disk. */
  settle(): Promise<void> {
    return this.#saving;
  }

  #save(window: StateWindow): void {
    // A minimised window is neither; what it was before is what comes back.
    if (window.isDestroyed() || window.isMinimized()) return;
    const shape = window.isFullScreen() ? 'full-screen' : window.isMaximized() ? 'maximised' : 'normal';
    const { x, y, width, height } = window.getNormalBounds();
    const state: State = { bounds: { x, y, width, height }, shape };
    if (JSON.stringify(state) === JSON.stringify(this.#state)) return;
    this.#state = state;
    this.#saving = this.#saving
      .then(() => saveJson(this.#needs.file, state))
      .catch((error: unknown) => this.#needs.report('window.stateNotSaved', error));
  }

  #bringBack(window: StateWindow): void {
    if (window.isDestroyed() || window.isMinimized() || window.isMaximized() || window.isFullScreen()) return;
    const now = window.getBounds();
    const placed = placeWindow(now, this.#findWorkAreas());
    const isSame = (['x', 'y', 'width', 'height'] as const).every((side) => placed[side] === now[side]);
    if (!isSame) window.setBounds(placed);
  }

  /** The primary display first: it wins where others are as near. */
  #findWorkAreas(): readonly Rectangle[] {
    const { screen } = this.#needs;
    const primary = screen.getPrimaryDisplay();
    const others = screen.getAllDisplays().filter(({ id }) => id !== primary.id);
    return [primary, ...others].map(({ workArea }) => workArea);
  }
}
