/** The day in figures: what a key takes, of which kind, and what moved by itself. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import process from 'node:process';
import { listDifferences } from './day-end.ts';
import { workTheDay, type DayPlace } from './day.ts';
import { Typist, type Pressed } from './day-keys.ts';
import { pickCrowd, write } from './day-people.ts';
import { enterLive } from './live-place.ts';
import { toFigure, toPercentile, toTimes, type Figure } from './measure.ts';
import { World, type Counts } from './world.ts';

const KEY_MS = 100;
/** So many kinds are named beside the figure of all keys, the slowest first. */
const NAMED_KINDS = 8;

export interface DayCounts extends Counts {
  /** Chats that wait in the morning. */
  readonly queue: number;
}

/** What came of a day. */
export interface Day {
  readonly hands: Typist;
  /** What the service or the app has otherwise than it was done. */
  readonly differences: readonly string[];
}

/** Has everything read in, people write, and somebody answer them. */
export async function spendDay(world: World, { queue }: Pick<DayCounts, 'queue'>): Promise<Day> {
  const { page, client, hands } = await enterDay(world);
  try {
    const crowd = await pickCrowd(client, { queue, others: queue });
    const place: DayPlace = { hands, client, account: world.account, crowd };
    await client.get('settings.set', { holdSeconds: 0 });
    for (const [index, { phone }] of crowd.queue.toReversed().entries())
      await write(world.account, phone, `Are you open today? ${String(index)}`);
    await page.waitForFunction(hasQueue, queue);
    const expected = await workTheDay(place);
    return { hands, differences: await listDifferences(place, expected) };
  } catch (error) {
    const { pressed } = hands;
    process.stderr.write(`It ended after ${String(pressed.length)} keys: ${JSON.stringify(toKinds(pressed))}\n`);
    throw error;
  } finally {
    client.close();
  }
}

async function enterDay(world: World) {
  const seats: Typist[] = [];
  const place = await enterLive(world, async (page) => seats.push(await Typist.prepare(page)));
  const [hands] = seats;
  if (hands === undefined) throw new Error('Nobody sat down');
  return { ...place, hands };
}

/** The count of the tab of unread chats. */
function hasQueue(queue: number): boolean {
  const shown = document.querySelector('#tab-unread .count')?.textContent ?? '';
  return Number(shown.replace(/\D/g, '')) >= queue;
}

/** The day as figures of the bench. */
export async function measureDay(counts: DayCounts): Promise<Figure[]> {
  const world = await World.create(counts);
  const end = (): void => void world.dispose().finally(() => process.exit(1));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end);
  try {
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    const { hands, differences } = await spendDay(world, counts);
    delay.disable();
    const shifts = hands.rests.flatMap((rest) => rest.shifts);
    for (const fault of [...hands.lost, ...shifts, ...differences]) process.stderr.write(`${fault}\n`);
    return toFigures(hands, differences, delay.percentile(95) / 1e6);
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, end);
    await world.dispose();
  }
}

/** `machineP95`: how late timers of this very process were, which has next to nothing to do. */
function toFigures({ pressed, lost, rests }: Typist, differences: readonly string[], machineP95: number): Figure[] {
  const others = pressed.filter(({ isLetter }) => !isLetter);
  const toP95 = (name: string, keys: readonly Pressed[], details: Figure['details']): Figure =>
    toFigure({ name, unit: 'ms', value: toP95Of(keys), target: KEY_MS, details: { ...toDetails(keys), ...details } });
  const toNone = (name: string, value: number, details: Figure['details'] = {}): Figure =>
    toFigure({ name, unit: 'times', value, target: 0, details });
  return [
    toP95('any key of the day until its effect is painted, p95', pressed, { machineP95 }),
    toP95('keys that write no letter, p95', others, toKinds(others)),
    toNone('keys after which the focus was nowhere', lost.length),
    toNone('layout shifts while somebody reads', rests.flatMap(({ shifts }) => shifts).length),
    toNone('rests in which the row under the keys went out of sight', rests.filter((rest) => rest.isRowHidden).length),
    toNone('chats that are not as they were left', differences.length),
  ];
}

const toP95Of = (keys: readonly Pressed[]): number =>
  toPercentile(
    keys.map(({ ms }) => ms),
    0.95,
  );

function toDetails(keys: readonly Pressed[]): Figure['details'] {
  return { keys: keys.length, ...toTimes(keys.map(({ ms }) => ms)) };
}

/** The p95 of the slowest kinds. */
function toKinds(keys: readonly Pressed[]): Record<string, number> {
  const kinds = [...Map.groupBy(keys, ({ kind }) => kind)].map(([kind, all]) => [kind, toP95Of(all)] as const);
  return Object.fromEntries(kinds.sort(([, one], [, other]) => other - one).slice(0, NAMED_KINDS));
}
