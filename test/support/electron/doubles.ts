/**
 * Typed doubles of the parts of Electron that the host uses: they keep what was called, in order, and let a test play
 * Electron's part. They say nothing of how Electron itself behaves.
 */
import { EventEmitter } from 'node:events';
import type { BrowserWindow, BrowserWindowConstructorOptions, WebContents } from 'electron';

export type Call = readonly [name: string, ...values: unknown[]];

/** Whether a listener called `preventDefault`. */
export class EventDouble {
  isPrevented = false;
  preventDefault(): void {
    this.isPrevented = true;
  }
}

export class ContentsDouble extends EventEmitter {
  readonly calls: Call[] = [];
  openHandler: ((details: { url: string }) => unknown) | null = null;
  isGone = false;

  isDestroyed(): boolean {
    return this.isGone;
  }
  send(channel: string, frame: unknown): void {
    this.calls.push(['send', channel, frame]);
  }
  reload(): void {
    this.calls.push(['reload']);
  }
  setWindowOpenHandler(handler: (details: { url: string }) => unknown): void {
    this.openHandler = handler;
  }
  /** Plays a navigation; answers whether it was stopped. */
  navigate(event: 'will-navigate' | 'will-redirect' | 'will-frame-navigate', url: string): boolean {
    const details = Object.assign(new EventDouble(), { url });
    this.emit(event, details);
    return details.isPrevented;
  }
  asReal(): WebContents {
    return this as unknown as WebContents;
  }
}

export class WindowDouble extends EventEmitter {
  readonly calls: Call[] = [];
  readonly webContents = new ContentsDouble();
  readonly options: BrowserWindowConstructorOptions;
  isHeld = false;

  constructor(options: BrowserWindowConstructorOptions) {
    super();
    this.options = options;
  }
  isDestroyed(): boolean {
    return this.webContents.isGone;
  }
  isMinimized(): boolean {
    return this.isHeld;
  }
  restore(): void {
    this.calls.push(['restore']);
  }
  show(): void {
    this.calls.push(['show']);
  }
  focus(): void {
    this.calls.push(['focus']);
  }
  loadURL(url: string): Promise<void> {
    this.calls.push(['loadURL', url]);
    this.emit('ready-to-show');
    return Promise.resolve();
  }
  asReal(): BrowserWindow {
    return this as unknown as BrowserWindow;
  }
}

/** The part of `app` that the host listens to. */
export class AppDouble extends EventEmitter {
  readonly calls: Call[] = [];
  quit(): void {
    this.calls.push(['quit']);
  }
  exit(code?: number): void {
    this.calls.push(['exit', code]);
  }
}
