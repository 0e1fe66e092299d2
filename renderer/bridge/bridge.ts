/** The only place that looks for `window.switchboard`. */
import type { SwitchboardBridge } from '#shared/contract/index.ts';
import { openEntryPlace, PageEntry } from './page-entry.ts';
import { WebSocketBridge } from './web-socket-bridge.ts';

declare global {
  interface Window {
    /** Put there by Electron's preload; absent in a browser. */
    readonly switchboard?: SwitchboardBridge;
  }
}

export type Way =
  | { readonly kind: 'open'; readonly bridge: SwitchboardBridge }
  /** The address of this page was used before, and no other tab is in. `reopened` resolves when one is. */
  | { readonly kind: 'shut'; readonly reopened: Promise<void> };

/** The way to main: what the desktop host put into the window, else a connection to the page's own origin. */
export async function findWay(): Promise<Way> {
  if (window.switchboard !== undefined) return { kind: 'open', bridge: window.switchboard };
  const entry = new PageEntry(openEntryPlace(window));
  if (!(await entry.enter(takeToken()))) return { kind: 'shut', reopened: entry.waitForTab() };
  const { origin } = window.location;
  const isVisible = (): boolean => document.visibilityState === 'visible';
  return { kind: 'open', bridge: new WebSocketBridge({ origin, entry, isVisible }) };
}

/** Takes the token out of the address before anything else: it stands in no history, title or bookmark. */
function takeToken(): string | null {
  const address = new URL(window.location.href);
  const token = address.searchParams.get('token');
  if (token === null) return null;
  address.searchParams.delete('token');
  window.history.replaceState(window.history.state, '', address);
  return token;
}
