/** The end of `main/browser.ts` with texts that have not left: what the terminal is told, and what the service got. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listen, type Listening } from '#main/demo/listen.ts';
import { createSteeredService } from '#main/demo/steering/steered-service.ts';
import type { SteeredService } from '#main/demo/steering/steered-service.ts';
import { WindowClient } from '#test/support/window-client.ts';
import { until } from '#test/support/until.ts';
import { end, AppProcesses, waitForAddress, waitForExit, type Started } from './app-processes.ts';

const PHONE = '447700900318';
const STAYS = 'We’ll keep 1 text on this computer and send it when you next start Switchboard.';

describe('leaving the terminal with a text that has not left', () => {
  let processes: AppProcesses;
  let service: SteeredService;
  let listening: Listening;
  let client: WindowClient | null;
  let port: number;

  beforeEach(async () => {
    processes = await AppProcesses.open();
    await writeFile(path.join(processes.folder, 'settings.json'), JSON.stringify({ holdSeconds: 30 }));
    service = createSteeredService({ chats: 5, messages: 20, contacts: 5, speed: 20 });
    listening = await listen(service);
    port = listening.port;
    client = null;
  });
  afterEach(async () => {
    client?.close();
    await processes.dispose();
    await listening.dispose();
    await service.dispose();
  });

  const start = (): Started =>
    processes.start(['--no-open', '--port', '0', '--data', processes.folder], {
      SWITCHBOARD_KEYRING: 'off',
      ...{ SWITCHBOARD_BASE_URL: listening.baseUrl, SWITCHBOARD_WEB_URL: listening.webUrl },
      ...{ SWITCHBOARD_USERNAME: service.username, SWITCHBOARD_API_KEY: service.apiKey },
    });
  const countSent = (text: string): number => service.world.outbound.rows.filter((row) => row.text === text).length;

  /** Writes a text, which is held for half a minute. */
  async function write(started: Started, text: string): Promise<void> {
    const window = await WindowClient.open((await waitForAddress(started)).href);
    client = window;
    await until(async () => expect((await window.get('session.get', {})).state).toBe('signed-in'));
    await window.get('sends.create', { requestId: `request-${text}`, phone: PHONE, text, from: null });
    expect(countSent(text)).toBe(0);
  }

  it('sends it at Ctrl+C, long before its hold is over, and says no more than that it does', async () => {
    const started = start();
    await write(started, 'A last word');
    expect(await end(started.child, 'SIGINT')).toBe(0);
    expect(countSent('A last word')).toBe(1);
    expect(started.output()).toContain('Sending 1 waiting text for up to 10 seconds.');
    expect(started.output()).not.toContain('stays here');
    expect(started.complaints()).toBe('');
  });

  it('says that it stays where the service is gone, and sends it once at the next start', async () => {
    const first = start();
    await write(first, 'Later then');
    await listening.dispose();
    expect(await end(first.child, 'SIGINT')).toBe(0);
    expect(first.output().trimEnd().split('\n').at(-1)).toBe(STAYS);
    listening = await listen(service, { port });
    await waitForAddress(start());
    await until(() => expect(countSent('Later then')).toBe(1));
  });

  it('ends at once at the second Ctrl+C', async () => {
    const started = start();
    await write(started, 'No patience');
    // Every answer of the service takes longer than anybody waits.
    service.faults.set([{ kind: 'delay', delayMs: 60_000 }]);
    started.child.kill('SIGINT');
    await until(() => expect(started.output()).toContain('Ctrl+C again'));
    expect(started.child.exitCode).toBeNull();
    expect(await end(started.child, 'SIGINT')).toBe(130);
  });

  it('sends nothing of what is held where the system ends it, and says what stays', async () => {
    const started = start();
    await write(started, 'Not decided yet');
    expect(await end(started.child, 'SIGTERM')).toBe(0);
    expect(countSent('Not decided yet')).toBe(0);
    expect(started.output().trimEnd().split('\n').at(-1)).toBe(STAYS);
  });

  it('ends in good order where its terminal is closed', async ({ skip }) => {
    skip(process.platform === 'win32', 'Windows has no SIGHUP of a terminal');
    const started = start();
    await write(started, 'Window shut');
    expect(await end(started.child, 'SIGHUP')).toBe(0);
    expect(started.output()).not.toContain('stays here');
    expect(await waitForExit(started.child)).toBe(0);
  });
});
