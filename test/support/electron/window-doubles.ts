/** Windows and what they show, as doubles. */
import type { BrowserWindow, BrowserWindowConstructorOptions, Rectangle, WebContents } from 'electron';
import type { ContentsEvents, WindowEvents } from './event-tables.ts';
import { toPath } from './shell-doubles.ts';
import { EventDouble, EventsDouble, standIn, type CallRecorder } from './stand-in.ts';

export class ContentsDouble {
  readonly events: EventsDouble<ContentsEvents>;
  readonly real: WebContents;
  openHandler: Parameters<WebContents['setWindowOpenHandler']>[0] | null = null;
  isGone = false;
  isCrashed = false;
  zoomFactor = 1;

  constructor(recorder: CallRecorder) {
    this.events = new EventsDouble(recorder, 'contents');
    this.real = standIn<WebContents>({
      ...this.events.methods<WebContents>(),
      isDestroyed: () => this.isGone,
      isCrashed: () => this.isCrashed,
      send: (channel, ...values: unknown[]) => recorder.note('contents.send', channel, ...values),
      replaceMisspelling: (word) => recorder.note('contents.replaceMisspelling', word),
      reload: () => recorder.note('contents.reload'),
      forcefullyCrashRenderer: () => recorder.note('contents.forcefullyCrashRenderer'),
      getZoomFactor: () => this.zoomFactor,
      setZoomFactor: (factor) => {
        recorder.note('contents.setZoomFactor', factor);
        this.zoomFactor = factor;
      },
      setWindowOpenHandler: (handler) => {
        recorder.note('contents.setWindowOpenHandler');
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
  isMaximized = false;
  isFullScreen = false;
  bounds: Rectangle;
  isVisible = false;
  isFocused = false;
  /** Why the page cannot be loaded. */
  loadFault: Error | null = null;
  /** Whether the page paints while the window is hidden. */
  paintsHidden = true;

  constructor(recorder: CallRecorder, options: BrowserWindowConstructorOptions) {
    this.options = options;
    const { x = 0, y = 0, width = 800, height = 600 } = options;
    this.bounds = { x, y, width, height };
    this.contents = new ContentsDouble(recorder);
    this.events = new EventsDouble(recorder, 'window');
    this.real = standIn<BrowserWindow>({
      ...this.events.methods<BrowserWindow>(),
      webContents: this.contents.real,
      isDestroyed: () => this.contents.isGone,
      isMinimized: () => this.isMinimized,
      isMaximized: () => this.isMaximized,
      isFullScreen: () => this.isFullScreen,
      getBounds: () => this.bounds,
      getNormalBounds: () => this.bounds,
      setBounds: (bounds) => {
        recorder.note('window.setBounds', bounds);
        this.bounds = { ...this.bounds, ...bounds };
      },
      maximize: () => {
        recorder.note('window.maximize');
        this.isMaximized = true;
      },
      setFullScreen: (isOn) => {
        recorder.note('window.setFullScreen', isOn);
        this.isFullScreen = isOn;
      },
      minimize: () => {
        recorder.note('window.minimize');
        this.isMinimized = true;
        this.events.emit('minimize');
      },
      restore: () => {
        recorder.note('window.restore');
        this.isMinimized = false;
      },
      isVisible: () => this.isVisible,
      isFocused: () => this.isFocused,
      show: () => {
        recorder.note('window.show');
        this.isVisible = true;
        this.events.emit('show');
      },
      hide: () => {
        recorder.note('window.hide');
        this.isVisible = false;
        this.events.emit('hide');
      },
      focus: () => recorder.note('window.focus'),
      flashFrame: (isOn) => recorder.note('window.flashFrame', isOn),
      setOverlayIcon: (image, words) => recorder.note('window.setOverlayIcon', toPath(image), words),
      setMenuBarVisibility: (isVisible) => recorder.note('window.setMenuBarVisibility', isVisible),
      setTitleBarOverlay: (options) => recorder.note('window.setTitleBarOverlay', options),
      setBackgroundColor: (color) => recorder.note('window.setBackgroundColor', color),
      destroy: () => {
        recorder.note('window.destroy');
        this.vanish();
      },
      loadURL: (url) => {
        recorder.note('window.loadURL', url);
        if (this.loadFault !== null) return Promise.reject(this.loadFault);
        if (this.paintsHidden) this.events.emit('ready-to-show');
        return Promise.resolve();
      },
    });
  }

  /** The person closes it; answers whether that was held back. */
  close(): boolean {
    const event = new EventDouble();
    this.events.emit('close', event);
    if (!event.defaultPrevented) this.vanish();
    return event.defaultPrevented;
  }

  /** It is gone, whoever closed it. */
  vanish(): void {
    this.contents.isGone = true;
    this.contents.events.emit('destroyed');
    this.events.emit('closed');
  }
}
