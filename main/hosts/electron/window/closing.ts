/**
 * The close button. The app goes on, so that texts go on arriving, or quits, as the user chose; the window is there until
 * quitting has been answered.
 *
 *   close ─► quitting or end of the session? ── yes ─► it closes
 *                 │ no
 *                 └► setting `quit`: quits · `keep`: hides (macOS, tray) or minimises
 */
import type { BrowserWindow } from 'electron';
import type { Bridge } from '#main/bridge/bridge.ts';
import type { ElectronApi } from '../electron-api.ts';

export interface ClosingNeeds {
  readonly platform: NodeJS.Platform;
  readonly dialog: Pick<ElectronApi['dialog'], 'showMessageBox'>;
  /** `free`: it may close · `busy`: quitting has begun already, and closes it at its end. */
  readonly findQuitStage: () => 'open' | 'busy' | 'free';
  /** Whether the user can bring the window back by a tray icon now. */
  readonly hasTray: () => Promise<boolean>;
  readonly quit: () => void;
  readonly report: (what: string, error: unknown) => void;
}

type ClosingWindow = Pick<
  BrowserWindow,
  'hide' | 'isDestroyed' | 'isFullScreen' | 'minimize' | 'on' | 'once' | 'setFullScreen'
>;
type ClosingBridge = Pick<Bridge, 'findSettings' | 'saveSettings'>;

export function holdClosing(window: ClosingWindow, bridge: ClosingBridge, needs: ClosingNeeds): void {
  let isDeciding = false;
  window.on('close', (event) => {
    const stage = needs.findQuitStage();
    if (stage === 'free') return;
    event.preventDefault();
    if (stage === 'busy' || isDeciding) return;
    isDeciding = true;
    decide(window, bridge, needs)
      .catch((error: unknown) => needs.report('window.notClosed', error))
      .finally(() => (isDeciding = false));
  });
}

async function decide(window: ClosingWindow, bridge: ClosingBridge, needs: ClosingNeeds): Promise<void> {
  const settings = await bridge.findSettings();
  if (settings?.closingWindow === 'quit') {
    needs.quit();
    return;
  }
  const hasTray = needs.platform !== 'darwin' && (await needs.hasTray());
  // The user may have quit meanwhile.
  if (window.isDestroyed() || needs.findQuitStage() !== 'open') return;
  if (needs.platform === 'darwin') hideOnMac(window);
  else if (!hasTray) window.minimize();
  else {
    window.hide();
    if (settings?.knowsTray === false) await tellOfTray(bridge, needs);
  }
}

/** A full-screen window that hides leaves a black screen behind: it becomes a usual one first. */
function hideOnMac(window: ClosingWindow): void {
  if (!window.isFullScreen()) {
    window.hide();
    return;
  }
  window.once('leave-full-screen', () => {
    if (!window.isDestroyed()) window.hide();
  });
  window.setFullScreen(false);
}

/** Once for each account. The dialog has no window: that is hidden, and stays so. */
async function tellOfTray(bridge: ClosingBridge, { dialog }: ClosingNeeds): Promise<void> {
  await bridge.saveSettings({ knowsTray: true });
  await dialog.showMessageBox({
    type: 'info',
    title: 'Switchboard',
    message: 'Switchboard is still running in the tray, so texts keep arriving.',
    detail: 'To quit, use the tray icon.',
    buttons: ['OK'],
  });
}
