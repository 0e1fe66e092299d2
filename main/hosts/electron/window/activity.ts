import type { BrowserWindow } from 'electron';
import type { Bridge } from '#main/bridge/bridge.ts';

/**
 * Tells whether the window is to be seen. The page tells it as well, by its visibility; a window that is hidden or gone must
 * not depend on a page for it, since the app would take texts for seen and ask the service as if somebody looked.
 */
export function tellActivity(
  window: Pick<BrowserWindow, 'isFocused' | 'on' | 'once'>,
  bridge: Pick<Bridge, 'setActivity'>,
): void {
  const isAway = (): void => bridge.setActivity({ isVisible: false, isFocused: false });
  const isThere = (): void => bridge.setActivity({ isVisible: true, isFocused: window.isFocused() });
  window.on('hide', isAway);
  window.on('minimize', isAway);
  window.on('show', isThere);
  window.on('restore', isThere);
  window.once('closed', isAway);
}
