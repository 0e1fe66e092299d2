/** The real app with its data folder on a small disk, a window, and the service in the process of the test. */
import { expect, vi } from 'vitest';
import type { DemoOptions, DemoService } from '#main/demo/service.ts';
import { spawnApp, toSignInEnvironment, type RunningProgram, type ServiceAccount } from '#test/e2e/support/programs.ts';
import { WindowClient } from '#test/support/window-client.ts';
import type { Reply } from '#shared/contract/index.ts';
import { readIds } from '../callbacks/service-changes.ts';
import { describeFiles, listCacheFaults, readAccountFiles, type FoundFiles } from '../support/account-files.ts';
import { startDemoInProcess, type DemoInProcess } from '#test/support/demo-in-process.ts';
import { readService } from '../support/wait-for-match.ts';
import { SmallDisk } from './small-disk.ts';

/** For what the user waits for. */
export const SOON = { timeout: 300_000, interval: 100 };
/** For what the app resumes by itself, after the longest wait that it plans. */
export const BY_ITSELF = { timeout: 300_000, interval: 100 };

const SIZE: DemoOptions = { chats: 40, messages: 400, contacts: 40, speed: 20 };

let lastRequest = 0;
export const toRequestId = (): string => `disk-request-${String((lastRequest += 1))}`;

export interface AppAtWork {
  readonly program: RunningProgram;
  readonly client: WindowClient;
  /** The disk problems that the window was told of, in order; null: none. */
  readonly told: (string | null)[];
}

export class AppOnSmallDisk {
  readonly disk: SmallDisk;
  readonly account: ServiceAccount;
  readonly #demo: DemoService;
  readonly #undo: (() => unknown)[] = [];

  private constructor(disk: SmallDisk, { account, demo }: DemoInProcess) {
    this.disk = disk;
    this.account = account;
    this.#demo = demo;
  }

  /** Dispose of it in every case. */
  static async open({ megabytes = 32, size = SIZE }: { megabytes?: number; size?: DemoOptions } = {}) {
    const service = await startDemoInProcess(size);
    try {
      const onSmallDisk = new AppOnSmallDisk(await SmallDisk.mount(megabytes), service);
      onSmallDisk.#undo.push(() => service.stop());
      return onSmallDisk;
    } catch (error) {
      await service.stop();
      throw error;
    }
  }

  async startApp(): Promise<AppAtWork> {
    const app = spawnApp({ dataFolder: this.disk.folder, env: toSignInEnvironment(this.account) });
    this.#undo.push(() => app.program.stop('SIGKILL'));
    const client = await WindowClient.open(await app.waitForAddress());
    this.#undo.push(() => client.close());
    const told: (string | null)[] = [];
    client.onFrame = (frame) => {
      if (!frame.includes('"sync.statusChanged"')) return;
      const { payload } = JSON.parse(frame) as { payload: { status: { disk?: string } } };
      const disk = payload.status.disk ?? null;
      if (disk !== (told.at(-1) ?? null)) told.push(disk);
    };
    return { program: app.program, client, told };
  }

  async readFiles(): Promise<FoundFiles> {
    return await readAccountFiles(this.disk.folder, await readIds(this.account));
  }

  /** Both files are sound, and the cache equals the service in every field. */
  async waitUntilWhole({ client }: AppAtWork): Promise<void> {
    const look = async (): Promise<void> => {
      const { faults, passedOver } = await this.readFiles();
      expect([faults, passedOver]).toEqual([[], []]);
      expect(await listCacheFaults(this.disk.folder, this.#demo)).toEqual([]);
    };
    await vi.waitFor(() => client.get('sync.checkEverything', {}), BY_ITSELF);
    await vi.waitFor(look, BY_ITSELF).catch(async (cause: unknown) => {
      throw new Error(`${String(cause)}\nwith these files:\n${await describeFiles(this.disk.folder)}`, { cause });
    });
  }

  /** How often the service has a text to a number. */
  async count(phone: string, text: string): Promise<number> {
    return (await readService(this.account, phone)).sent.filter((sent) => sent.text === text).length;
  }

  async dispose(): Promise<void> {
    for (const step of this.#undo.splice(0).reverse()) await step();
    await this.disk.unmount();
  }
}

export async function waitForDisk({ client }: AppAtWork, disk: string | undefined): Promise<void> {
  await vi.waitFor(async () => expect((await client.get('sync.getStatus', {})).disk).toBe(disk), BY_ITSELF);
}

/** The error code of a reply; null where it is no error. */
export const toErrorCode = (reply: Reply<unknown>): string | null => (reply.ok ? null : reply.error.code);
