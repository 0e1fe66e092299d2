/** The first sync at full speed: how much of the allowed rate it uses, and what it leaves to whoever reads meanwhile. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import type { WindowClient } from '#test/support/window-client.ts';
import { readUsage, toDelayMs, watchTurns, type Turns, type Usage } from './main-turns.ts';
import { toFigure, toPercentile, toTimes, type Figure } from './measure.ts';
import { readLikeAPerson, type ReadTimes } from './reads.ts';
import { ServiceLog, toRates } from './service-log.ts';
import { HANGS_AFTER_MS } from './until.ts';
import type { World } from './world.ts';

const TARGETS = { rateShare: 0.95, readMs: 20, delayMs: 20 } as const;
/** Requests per second that the service allows (specification, "Limits"). */
const ALLOWED_PER_SECOND = 50;
const LOOK_EVERY_MS = 1_000;
const LOG_EVERY_MS = 15_000;

interface Span {
  readonly fromAt: number;
  readonly toAt: number;
}

/** Starts the app, lets it read everything, and asks beside it. The app runs on when this is over. */
export async function measureSync(world: World): Promise<Figure[]> {
  const log = new ServiceLog(world.account);
  await world.startApp();
  const client = await world.join();
  const reading = new AbortController();
  const machine = monitorEventLoopDelay({ resolution: 1 });
  machine.enable();
  let reads: ReadTimes = { list: [], thread: [], search: [] };
  let span: Span = { fromAt: 0, toAt: 0 };
  try {
    const turns = await watchTurns(world.probeFile, async () => {
      const sync = awaitSync(client, log).finally(() => reading.abort());
      [span, reads] = await Promise.all([sync, readLikeAPerson(client, reading.signal)]);
    });
    await log.read();
    const usage = await readUsage(world.probeFile);
    return [
      toRateFigure(log, span, usage),
      ...toReadFigures(reads, machine.percentile(99) / 1e6),
      ...toDelayFigures(turns),
      toMemoryFigure(usage),
    ];
  } finally {
    reading.abort();
    machine.disable();
    client.close();
  }
}

/** Resolves when everything is here: from the first request of this sync until then there was work. */
async function awaitSync(client: WindowClient, log: ServiceLog): Promise<Span> {
  const endsAt = Date.now() + HANGS_AFTER_MS;
  let toldAt = Date.now();
  while (Date.now() < endsAt) {
    await wait(LOOK_EVERY_MS);
    const { phase, done, total, lastSyncedAt } = await client.get('sync.getStatus', {});
    if (Date.now() - toldAt >= LOG_EVERY_MS) {
      toldAt = Date.now();
      await log.read();
      process.stderr.write(`  ${phase}: ${done} of ${total ?? '?'}\n`);
    }
    if (phase !== 'idle' || lastSyncedAt === null) continue;
    // Requests that the log does not show yet are still to be read.
    await wait(LOOK_EVERY_MS);
    await log.read();
    const last = log.seen.findLast(({ at }) => at < Date.now() - LOOK_EVERY_MS / 2);
    return { fromAt: log.seen[0]?.at ?? 0, toAt: last?.at ?? 0 };
  }
  throw new Error('The first sync does not end');
}

/** `cores`: what the app used of a processor on average, all its threads together. */
function toRateFigure(log: ServiceLog, { fromAt, toAt }: Span, { processCpuMs }: Usage): Figure {
  const seen = log.list(fromAt, toAt);
  const { mean, median, least, most } = toRates(
    seen.map(({ at }) => at),
    fromAt,
    toAt,
  );
  const refused = seen.filter(({ status }) => status === 429).length;
  return toFigure({
    name: 'requests of the first sync, share of the allowed rate',
    unit: 'of 50 a second',
    value: mean / ALLOWED_PER_SECOND,
    target: TARGETS.rateShare,
    bound: 'at least',
    details: {
      seconds: (toAt - fromAt) / 1_000,
      requests: seen.length,
      median,
      least,
      most,
      refused,
      cores: processCpuMs / (toAt - fromAt),
    },
  });
}

/** `machineP99`: how late timers of this very process were, which has next to nothing to do. */
function toReadFigures(reads: ReadTimes, machineP99: number): Figure[] {
  const all = Object.values(reads).flat();
  const toRead = (name: string, times: readonly number[]): Figure =>
    toFigure({
      name: `${name} during the first sync, p99`,
      unit: 'ms',
      value: toPercentile(times, 0.99),
      target: TARGETS.readMs,
      details: { reads: times.length, ...toTimes(times), p95: toPercentile(times, 0.95), machineP99 },
    });
  return [
    toRead('reads of any kind', all),
    toRead('windows of the chat list', reads.list),
    toRead('threads', reads.thread),
    toRead('searches', reads.search),
  ];
}

function toDelayFigures(turns: Turns): Figure[] {
  const { longCpuMs, longWallMs, spanMs, cpuMs, wallMs } = turns;
  return [
    toFigure({
      name: 'delay of main during the first sync, p99',
      unit: 'ms of CPU',
      value: toDelayMs(longCpuMs, spanMs, 0.99),
      target: TARGETS.delayMs,
      details: { wallP99: toDelayMs(longWallMs, spanMs, 0.99), worstCpu: cpuMs, worstWall: wallMs },
    }),
  ];
}

function toMemoryFigure({ rssBytes, heapBytes }: Usage): Figure {
  return toFigure({
    name: 'memory of main after the first sync',
    unit: 'MB resident',
    value: rssBytes / 1e6,
    target: null,
    details: { heap: heapBytes / 1e6 },
  });
}
