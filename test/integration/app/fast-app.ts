/** The app on a clock that goes faster, so that what waits for minutes can be waited for. */
import { createAccountParts } from '#main/app/account-parts.ts';
import { createBridge } from '#main/bridge/bridge.ts';
import type { Clock } from '#main/platform/clock.ts';
import { createLog } from '#main/platform/log.ts';
import { createServices } from '#main/services/services.ts';
import { BARE_HOST, AppWindow, type AppOnDemo } from './app-on-demo.ts';

function createFastClock(rate: number): Clock {
  const startedAt = Date.now();
  return {
    now: () => startedAt + (Date.now() - startedAt) * rate,
    random: () => Math.random(),
    wait: (ms, signal) =>
      new Promise((resolve) => {
        const end = (): void => {
          clearTimeout(timer);
          signal.removeEventListener('abort', end);
          resolve();
        };
        const timer = setTimeout(end, ms / rate);
        signal.addEventListener('abort', end);
        if (signal.aborted) end();
      }),
  };
}

/** Its own data folder is that of the stage. Dispose of it before the stage. */
export async function openFastApp(app: AppOnDemo, rate: number): Promise<AppWindow> {
  const clock = createFastClock(rate);
  const now = (): number => clock.now();
  const log = createLog({ folder: `${app.folder}/logs`, now, stderr: () => undefined });
  const services = await createServices({
    dataFolder: app.folder,
    runId: 'fast-app',
    about: { platform: 'linux', version: '0.0.0', dataId: 'fast-app' },
    host: BARE_HOST,
    parts: createAccountParts({ config: app.toConfig(), clock, log, host: BARE_HOST }),
    startDemoService: () => Promise.reject(new Error('There is no demo here')),
    log,
    now,
  });
  const bridge = createBridge(services, {
    checksAnswers: true,
    onBug: (what, error) => log.error(what, error),
    onRefused: () => undefined,
  });
  const dispose = async (): Promise<void> => {
    await services.dispose();
    await log.dispose();
  };
  return new AppWindow(Object.assign(bridge, { quitGuard: services.quitGuard, dispose }));
}
