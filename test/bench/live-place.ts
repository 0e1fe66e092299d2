/** An app that has everything, hears of news by callback, and has its page open. */
import type { CDPSession, Page } from 'playwright';
import type { WindowClient } from '#test/support/window-client.ts';
import { readUsableMs } from './inbox-steps.ts';
import { until } from './until.ts';
import type { World } from './world.ts';

export interface LivePlace {
  readonly world: World;
  readonly page: Page;
  /** The contract beside the page. */
  readonly client: WindowClient;
}

/**
 * Starts the app again, without the part of the probe that keeps it busy. Whoever is done closes page and client.
 * `prepare`: what is put into the page before it is loaded.
 */
export async function enterLive(
  world: World,
  prepare: (page: Page) => Promise<unknown> = () => Promise.resolve(),
): Promise<LivePlace> {
  await world.startApp({ turns: false });
  const client = await world.join();
  await awaitIdle({ client });
  await client.get('live.turnOn', { requestId: 'bench-turns-on', choice: { kind: 'none' }, takeOver: [] });
  await until(async () => {
    const { state, problem } = await client.get('live.get', {});
    return state === 'live' ? null : `Live updates never came to be live: ${JSON.stringify({ state, problem })}`;
  });
  const page = await world.openWindow();
  await prepare(page);
  await world.load(page);
  await readUsableMs(page);
  return { world, page, client };
}

/** Waits until nothing is read any more. */
export async function awaitIdle({ client }: Pick<LivePlace, 'client'>): Promise<void> {
  await until(async () => {
    const status = await client.get('sync.getStatus', {});
    const isIdle = status.phase === 'idle' && status.lastSyncedAt !== null;
    return isIdle ? null : `Sync never comes to rest: ${JSON.stringify(status)}`;
  });
}

/** What a page uses, by its own browser: CPU time of its main thread, and its heap once what is dead was collected. */
export class PageMeter {
  readonly #session: CDPSession;

  private constructor(session: CDPSession) {
    this.#session = session;
  }

  static async attach(page: Page): Promise<PageMeter> {
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    return new PageMeter(session);
  }

  async readCpuMs(): Promise<number> {
    return (await this.#read('TaskDuration')) * 1_000;
  }

  async readHeapBytes(): Promise<number> {
    await this.#session.send('HeapProfiler.collectGarbage');
    return await this.#read('JSHeapUsedSize');
  }

  async #read(name: string): Promise<number> {
    const { metrics } = await this.#session.send('Performance.getMetrics');
    return metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
  }
}
