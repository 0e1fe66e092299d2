/** The browser host's entry: arguments → app → server on 127.0.0.1; unwound in reverse on SIGINT and SIGTERM. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { BrowserHost } from '#main/hosts/browser/browser-host.ts';
import { createKeyring } from '#main/hosts/browser/keyring.ts';
import { createApp } from './app.ts';
import { parseConfig, readSources, type Config } from './config.ts';

const LONGEST_FAREWELL_MS = 10_000;

const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

function readVersion(): string {
  const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return /"version":\s*"([^"]+)"/.exec(manifest)?.[1] ?? '0.0.0';
}

async function run(config: Config): Promise<void> {
  const host = new BrowserHost({ ...config, secrets: createKeyring(config), print, now: Date.now });
  const start = await createApp(config, host);
  if (start.kind === 'held') {
    const who = start.pid === null ? 'another process' : `process ${String(start.pid)}`;
    print(`Switchboard runs already with the data in ${config.dataFolder} (${who}).`);
    if (start.url === null) return;
    print(`Switchboard is at ${start.url}`);
    await host.openLink(start.url);
    return;
  }
  const { app } = start;
  const end = createEnd(async () => {
    await host.dispose();
    await app.dispose();
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => end(0));
  process.on('uncaughtException', (error) => {
    app.reportBug('uncaught', error);
    end(1);
  });
  try {
    await host.serve(app);
  } catch (error) {
    await app.dispose();
    throw error;
  }
}

/** Ends once, in good order; asked a second time, or when that takes too long, at once. */
function createEnd(unwind: () => Promise<void>): (code: number) => void {
  let isEnding = false;
  return (code) => {
    if (isEnding) process.exit(code === 0 ? 130 : code);
    isEnding = true;
    setTimeout(() => process.exit(code === 0 ? 1 : code), LONGEST_FAREWELL_MS).unref();
    unwind().then(
      () => process.exit(code),
      (error: unknown) => fail(error, 1),
    );
  };
}

function fail(error: unknown, code: number): void {
  const said = error instanceof Error ? error.message : String(error);
  process.stderr.write(`Switchboard cannot go on: ${said}\n`);
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
