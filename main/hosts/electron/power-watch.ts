import type { ElectronParts } from './parts.ts';

type PowerEvent = 'suspend' | 'resume' | 'lock' | 'unlock';

/** Sleep and screen lock (the latter on Windows and macOS only, says Electron). Returns its own undo. */
export function watchPower(
  monitor: Pick<ElectronParts['powerMonitor'], 'off' | 'on'>,
  listener: (event: PowerEvent) => void,
): () => void {
  const suspend = (): void => listener('suspend');
  const resume = (): void => listener('resume');
  const lock = (): void => listener('lock');
  const unlock = (): void => listener('unlock');
  monitor.on('suspend', suspend);
  monitor.on('resume', resume);
  monitor.on('lock-screen', lock);
  monitor.on('unlock-screen', unlock);
  return () => {
    monitor.off('suspend', suspend);
    monitor.off('resume', resume);
    monitor.off('lock-screen', lock);
    monitor.off('unlock-screen', unlock);
  };
}
