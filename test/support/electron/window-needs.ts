import { WindowState } from '#main/hosts/electron/window/window-state.ts';
import type { WindowNeeds } from '#main/hosts/electron/window/window.ts';
import type { ElectronDouble } from './doubles.ts';

/** What the window needs, on doubles, with nothing on a disk. */
export function toWindowNeeds(double: ElectronDouble, changes: Partial<WindowNeeds> = {}): WindowNeeds {
  const report = changes.report ?? (() => undefined);
  return {
    electron: double.parts,
    preloadPath: '/app/preload.cjs',
    platform: 'linux',
    hasDeveloperTools: false,
    report,
    findTextMenu: () => null,
    state: new WindowState({
      file: '/dev/null/window-state.json',
      screen: double.screen.real,
      report: () => undefined,
    }),
    closing: {
      findQuitStage: () => 'open',
      hasTray: () => Promise.resolve(false),
      quit: () => double.parts.app.quit(),
    },
    onSessionEnd: () => undefined,
    ...changes,
  };
}
