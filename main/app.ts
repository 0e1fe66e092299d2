/**
 * The whole app, whatever host it runs on:
 *
 *   lock on the data folder → log → use cases (session → account: client, store, outbox, sync) → bridge
 *
 * and on the way out the same in reverse.
 */
import path from 'node:path';
import { AppError, isAppError } from '#shared/domain/app-error.ts';
import { DisposeStack } from '#shared/lib/disposable.ts';
import { createAccountParts } from '#main/app/account-parts.ts';
import { startDemoService } from '#main/app/demo.ts';
import { watchWakeUps } from '#main/app/wake-ups.ts';
import { createBridge, type Bridge, type QuitGuard, type RefusedRequest } from '#main/bridge/bridge.ts';
import type { Host } from '#main/hosts/host.ts';
import { createClock, type Clock } from '#main/platform/clock.ts';
import { ensureDataId } from '#main/platform/data-id.ts';
import { hasCode } from '#main/platform/files.ts';
import { createToken } from '#main/platform/ids.ts';
import { acquireLock } from '#main/platform/lock.ts';
import { createLog, type Log } from '#main/platform/log.ts';
import { signInUnattended } from '#main/services/account/sign-in.ts';
import { createServices, type Services } from '#main/services/services.ts';
import type { Config } from './config.ts';

/** The running app, as a host carries it to its windows. */
export interface App extends Bridge {
  /** Counts unsent texts and sends what it can: asked before `dispose`. */
  readonly quitGuard: QuitGuard;
  /** Closes everything in reverse; what was written stays. */
  dispose(): Promise<void>;
}

export type AppStart =
  | { readonly kind: 'app'; readonly app: App }
  /** Another process has the data folder; its window was revealed, or is found at `url`. */
  | { readonly kind: 'held'; readonly pid: number | null; readonly url: string | null };

/** The window waits this long for a sign-in without a user. */
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
  await signInAtStart(config, { services, clock, log }, stack);
  stack.add(watchWakeUps({ host, connection: services.connection, clock }));
  return Object.assign(bridge, { quitGuard: services.quitGuard, dispose: () => stack.dispose() });
}

/** Opens the demo, or the account that was open last, or the one that is named by the environment. */
async function signInAtStart(
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

/** These happen to a healthy app; every other code is a warning. */
const EXPECTED_CODES: ReadonlySet<string> = new Set([
  'offline',
  'timeout',
  'unauthorized',
  'forbidden',
  'not-found',
  'validation',
  'rate-limited',
  'maintenance',
  'not-this-service',
  'cancelled',
  'disconnected',
  'reopening',
]);

/** One line for a request that was refused or failed, with its name, the code that the window is told, and the cause. */
function logRefusal(log: Log, { operation, code, error, fields }: RefusedRequest): void {
  const line = { operation, told: code, ...(fields.length === 0 ? {} : { fields: fields.join(', ') }) };
  // A page that asks for what the contract does not have is a bug of the page.
  if (error === null) log.warn('request.misfit', { ...line, code });
  else if (EXPECTED_CODES.has(code)) log.info('request.refused', line, error);
  else log.warn('request.failed', line, error);
}

/** A failure of the disk at the start, in words for the user; everything else as it is. */
function toStartFailure(error: unknown, dataFolder: string): unknown {
  if (!isAppError(error, 'disk')) return error;
  const isFull = hasCode(error.cause, 'ENOSPC', 'EDQUOT');
  const message = isFull
    ? `The disk with ${dataFolder} is full. Nothing was lost. Free up some space and start Switchboard again.`
    : `Switchboard can’t use the folder ${dataFolder} (${error.message}). Nothing was lost. Check that you can write to it, then start Switchboard again.`;
  return new AppError({ code: 'disk', message, cause: error });
}
