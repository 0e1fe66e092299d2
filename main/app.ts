/**
 * The whole app, whatever desktop it runs on:
 *
 *   lock on the data folder → log → use cases (session → account: client, store, outbox, sync) → bridge
 *
 * and on the way out the same in reverse.
 */
import path from 'node:path';
import { DisposeStack } from '#shared/lib/disposable.ts';
import { createAccountParts } from '#main/app/account-parts.ts';
import { startDemoService } from '#main/app/demo.ts';
import { logRefusal } from '#main/app/refusal-log.ts';
import { toStartFailure } from '#main/app/start-failure.ts';
import { createBridge, type Bridge, type QuitGuard } from '#main/bridge/bridge.ts';
import type { Host } from '#main/hosts/host.ts';
import { createClock, type Clock } from '#main/platform/clock.ts';
import { ensureDataId } from '#main/platform/data-id.ts';
import { createToken } from '#main/platform/ids.ts';
import { acquireLock } from '#main/platform/lock.ts';
import { createLog, type Log } from '#main/platform/log.ts';
import { createServices, type Services } from '#main/services/services.ts';
import { signInUnattended } from './services/account/unattended.ts';
import { watchWakeUps } from './services/account/wake-ups.ts';
import type { Config } from './config.ts';

/** The running app, as a host carries it to its windows. */
export interface App extends Bridge {
  /** What would stay behind, and a last chance for it to leave: to be asked before `dispose`. */
  readonly farewell: QuitGuard;
  /** Closes everything in reverse; what was written stays. */
  dispose(): Promise<void>;
}

export type AppStart =
  | { readonly kind: 'app'; readonly app: App }
  /** Another process has the data folder; its window was revealed, or is found at `url`. */
  | { readonly kind: 'held'; readonly pid: number | null; readonly url: string | null };

/** Signing in without a person may take this long before the window opens all the same. */
const UNATTENDED_HEAD_START_MS = 3_000;

/** Builds the app. Rejects, with everything closed again, when the data folder cannot be used, and says so in words. */
export async function createApp(config: Config, host: Host): Promise<AppStart> {
  try {
    return await start(config, host);
  } catch (error) {
    throw toStartFailure(error, config.dataFolder);
  }
}

async function start(config: Config, host: Host): Promise<AppStart> {
  const lock = await acquireLock({ folder: config.dataFolder, reveal: () => reveal(host) });
  if (lock.kind === 'busy') return { kind: 'held', pid: lock.pid, url: lock.url };
  const stack = new DisposeStack();
  stack.add(lock.release);
  try {
    return { kind: 'app', app: await build(config, host, stack) };
  } catch (error) {
    await stack.dispose();
    throw error;
  }
}

/** A page is found by its address; a window comes to the front by itself. */
function reveal(host: Host): string | null {
  const address = host.findAddress();
  if (address === null) host.revealWindow();
  return address;
}

async function build(config: Config, host: Host, stack: DisposeStack): Promise<App> {
  const { dataFolder, version, platform } = config;
  const clock = createClock();
  const now = (): number => clock.now();
  const log = createLog({
    folder: path.join(dataFolder, 'logs'),
    now,
    stderr: (line) => process.stderr.write(`${line}\n`),
  });
  stack.add(() => log.dispose());
  stack.add(() => log.info('app.ended'));
  log.info('app.started', { version, platform, isDemo: config.isDemo, host: host.kind });
  const services = await createServices({
    dataFolder,
    runId: createToken(12),
    about: { platform, version, dataId: await ensureDataId(dataFolder) },
    host,
    parts: createAccountParts({ config, clock, log, host }),
    startDemoService: () => startDemoService({ dataFolder, log }),
    log,
    now,
  });
  stack.add(() => services.dispose());
  const bridge = createBridge(services, {
    checksAnswers: config.isDevelopment,
    onBug: (what, error) => log.error('bug', error, { what }),
    onRefused: (refused) => logRefusal(log, refused),
  });
  await enter(config, { services, clock, log }, stack);
  stack.add(watchWakeUps({ desktop: host, link: services.connection, clock }));
  return Object.assign(bridge, { farewell: services.quitGuard, dispose: () => stack.dispose() });
}

/** Signs in whoever can be signed in without a word from a person. */
async function enter(
  config: Config,
  parts: { readonly services: Services; readonly clock: Clock; readonly log: Log },
  stack: DisposeStack,
): Promise<void> {
  const { session } = parts.services;
  const { clock, log } = parts;
  if (config.isDemo) {
    await session.startDemo();
    return;
  }
  await session.restore(config.unattended).catch((error: unknown) => log.error('session.notRestored', error));
  if (config.unattended === null) return;
  const ending = new AbortController();
  stack.add(() => ending.abort());
  const signingIn = signInUnattended({ session, clock, log }, config.unattended, ending.signal);
  await Promise.race([signingIn, clock.wait(UNATTENDED_HEAD_START_MS, ending.signal)]);
}
