/** The browser host's entry: arguments → app → server on 127.0.0.1; signals quit in order. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { BrowserHost, createKeyring } from '#main/hosts/browser/browser-host.ts';
import { sendBeforeQuit, reportUnsent } from './hosts/browser/terminal-quit.ts';
import { findTerminal } from '#main/hosts/browser/terminal-questions.ts';
import { createApp } from './app.ts';
import { parseConfig, readSources, type Config } from './config.ts';

const CLOSE_WITHIN_MS = 10_000;

const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

function readVersion(): string {
  const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return /"version":\s*"([^"]+)"/.exec(manifest)?.[1] ?? '0.0.0';
}

async function run(config: Config): Promise<void> {
  const secrets = createKeyring(config);
  const host = new BrowserHost({ ...config, secrets, terminal: findTerminal(), print, now: Date.now });
  const start = await createApp(config, host);
  if (start.kind === 'held') {
    const who = start.pid === null ? 'another process' : `process ${String(start.pid)}`;
    print(`Switchboard is already running with the data in ${config.dataFolder} (${who}).`);
    if (start.url === null) return;
    print(`Switchboard is at ${start.url}`);
    await host.openPage(start.url);
    return;
  }
  const { app } = start;
  const end = createEnd({
    async handleUnsent(reason) {
      const needs = { quitGuard: app.quitGuard, print };
      if (reason === 'SIGINT') await sendBeforeQuit(needs);
      // After a SIGHUP there is no terminal to print to.
      if (reason === 'SIGTERM') await reportUnsent(needs);
    },
    async close() {
      await host.dispose();
      await app.dispose();
    },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => end(signal));
  process.on('uncaughtException', (error) => {
    app.reportBug('uncaught', error);
    end('bug');
  });
  try {
    await host.serve(app);
  } catch (error) {
    await app.dispose();
    throw error;
  }
}

type EndReason = 'SIGINT' | 'SIGTERM' | 'SIGHUP' | 'bug';

/**
 * Ends once, in order. The same signal again, a Ctrl+C, or closing that takes too long ends the process at once. The user's
 * Ctrl+C may come with a SIGTERM from the shell that it ended: that one does not count as a second signal.
 */
function createEnd(steps: {
  readonly handleUnsent: (reason: EndReason) => Promise<void>;
  readonly close: () => Promise<void>;
}): (reason: EndReason) => void {
  let first: EndReason | null = null;
  const quit = async (code: number, reason: EndReason): Promise<void> => {
    await steps.handleUnsent(reason);
    setTimeout(() => process.exit(1), CLOSE_WITHIN_MS).unref();
    await steps.close();
    process.exit(code);
  };
  return (reason) => {
    const isBug = reason === 'bug';
    if (first !== null && (isBug || reason === first || reason === 'SIGINT')) process.exit(isBug ? 1 : 130);
    if (first !== null) return;
    first = reason;
    quit(isBug ? 1 : 0, reason).catch((error: unknown) => fail(error, 1));
  };
}

function fail(error: unknown, code: number): void {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`Switchboard had to stop: ${message}\n`);
  process.exit(code);
}

const rendererFolder = fileURLToPath(new URL('../dist/renderer', import.meta.url));
const outcome = parseConfig(readSources({ rendererFolder, version: readVersion() }));
if (outcome.kind === 'config') {
  await run(outcome.config).catch((error: unknown) => {
    fail(error, 1);
  });
} else if (outcome.kind === 'help') print(outcome.text);
else {
  process.stderr.write(`${outcome.sentence}\n`);
  process.exitCode = 2;
}
