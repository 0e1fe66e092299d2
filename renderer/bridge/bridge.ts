/** The only place that looks for `window.switchboard`. */
import type { SwitchboardBridge } from '#shared/contract/index.ts';
import { WebSocketBridge } from './web-socket-bridge.ts';

declare global {
  interface Window {
    /** Put there by Electron's preload; absent in a browser. */
    readonly switchboard?: SwitchboardBridge;
  }
}

/** The way to main: what the desktop host put into the window, else a connection to the page's own origin. */
export function getBridge(): SwitchboardBridge {
  return window.switchboard ?? new WebSocketBridge({ origin: window.location.origin });
}
