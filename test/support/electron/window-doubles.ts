/** Windows and what they show, as doubles. */
import type { BrowserWindow, BrowserWindowConstructorOptions, WebContents } from 'electron';
import type { ContentsEvents, WindowEvents } from './event-tables.ts';
import { EventDouble, EventsDouble, standIn, type Stage } from './stand-in.ts';

export class ContentsDouble {
  readonly events: EventsDouble<ContentsEvents>;
  readonly real: WebContents;
  openHandler: Parameters<WebContents['setWindowOpenHandler']>[0] | null = null;
  isGone = false;
  isCrashed = false;
  zoomFactor = 1;

  constructor(stage: Stage) {
    this.events = new EventsDouble(stage, 'contents');
    this.real = standIn<WebContents>({
      ...this.events.methods<WebContents>(),
      isDestroyed: () => this.isGone,
      isCrashed: () => this.isCrashed,
      send: (channel, ...values: unknown[]) => stage.note('contents.send', channel, ...values),
      reload: () => stage.note('contents.reload'),
      forcefullyCrashRenderer: () => stage.note('contents.forcefullyCrashRenderer'),
      getZoomFactor: () => this.zoomFactor,
      setZoomFactor: (factor) => {
        stage.note('contents.setZoomFactor', factor);
        this.zoomFactor = factor;
      },
      setWindowOpenHandler: (handler) => {
        stage.note('contents.setWindowOpenHandler');
        this.openHandler = handler;
      },
    });
  }

  /** Plays a navigation; answers whether it was stopped. */
  navigate(name: 'will-navigate' | 'will-redirect' | 'will-frame-navigate', url: string, isMainFrame = true): boolean {
    const event = Object.assign(new EventDouble(), {
      url,
      isMainFrame,
      isSameDocument: false,
      isInPlace: false,
      frame: null,
    });
    this.events.emit(name, event);
    return event.defaultPrevented;
  }
}

export class WindowDouble {
  readonly options: BrowserWindowConstructorOptions;
  readonly contents: ContentsDouble;
  readonly events: EventsDouble<WindowEvents>;
  readonly real: BrowserWindow;
  isMinimized = false;
  /** Why the page cannot be loaded. */
  loadFault: Error | null = null;
  /** Whether the page paints while the window is hidden. */
  paintsHidden = true;

  constructor(stage: Stage, options: BrowserWindowConstructorOptions) {
    this.options = options;
    this.contents = new ContentsDouble(stage);
    this.events = new EventsDouble(stage, 'window');
    this.real = standIn<BrowserWindow>({
      ...this.events.methods<BrowserWindow>(),
      webContents: this.contents.real,
      isDestroyed: () => this.contents.isGone,
      isMinimized: () => this.isMinimized,
      restore: () => stage.note('window.restore'),
      show: () => stage.note('window.show'),
      hide: () => stage.note('window.hide'),
      focus: () => stage.note('window.focus'),
      setBackgroundColor: (color) => stage.note('window.setBackgroundColor', color),
      destroy: () => {
        stage.note('window.destroy');
        this.close();
      },
      loadURL: (url) => {
        stage.note('window.loadURL', url);
        if (this.loadFault !== null) return Promise.reject(this.loadFault);
        if (this.paintsHidden) this.events.emit('ready-to-show');
        return Promise.resolve();
      },
    });
  }

  /** The person closes it. */
  close(): void {
    this.contents.isGone = true;
    this.contents.events.emit('destroyed');
    this.events.emit('closed');
  }
}
