/** The whole app started again, from the process to the first window of the list, with nothing and with very much in it. */
import { cp } from 'node:fs/promises';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { makeFolder, spawnApp, startService, toSignInEnvironment } from '#test/e2e/support/programs.ts';
import { WindowClient } from '#test/support/window-client.ts';
import { awaitIdle } from './live-place.ts';
import { toFigure, toTimes, type Figure } from './measure.ts';
import { listChats } from './reads.ts';
import { fillAccount, settleUpkeep, type Amount } from './start-folder.ts';

const TARGET_RATIO = 1.3;
const STARTS = 7;
/** The first of each only warms the machine up. */
const WARM_UPS = 1;
const REST_MS = 500;

interface Started {
  /** The page's address is there. */
  readonly servedMs: number;
  /** The contract says who is signed in. */
  readonly sessionMs: number;
  /** The first window of the list is here. */
  readonly listMs: number;
}

type Launch = () => Promise<Started>;

/** Needs a minute for every 300,000 messages. */
export async function measureStarts(amount: Amount): Promise<Figure[]> {
  const folder = await makeFolder();
  const service = await startService('--seed', '1', '--chats', '0', '--messages', '0', '--contacts', '0');
  const empty = path.join(folder.path, 'empty');
  const full = path.join(folder.path, 'full');
  const env = toSignInEnvironment(service.account);
  const toLaunch =
    (dataFolder: string, rows: number): Launch =>
    () =>
      start({ dataFolder, env, leastRows: rows });
  try {
    process.stderr.write('Filling an account for the start\n');
    await signIn(empty, env);
    await cp(empty, full, { recursive: true });
    await fillAccount(full, amount);
    for (const dataFolder of [empty, full]) await settleUpkeep(dataFolder);
    return toFigures(await takeTurns(toLaunch(empty, 0), toLaunch(full, 1)), amount);
  } finally {
    await service.stop();
    await folder.remove();
  }
}

async function takeTurns(
  empty: Launch,
  full: Launch,
): Promise<{ readonly empty: Started[]; readonly full: Started[] }> {
  const times = { empty: [] as Started[], full: [] as Started[] };
  for (let turn = 0; turn < STARTS + WARM_UPS; turn += 1) {
    const [one, other] = [await empty(), await full()];
    if (turn < WARM_UPS) continue;
    times.empty.push(one);
    times.full.push(other);
  }
  return times;
}

interface StartOptions {
  readonly dataFolder: string;
  readonly env: Readonly<Record<string, string>>;
  /** So many rows the list must show at least. */
  readonly leastRows: number;
}

async function start({ dataFolder, env, leastRows }: StartOptions): Promise<Started> {
  const startedAt = performance.now();
  const app = spawnApp({ dataFolder, env });
  try {
    const address = await app.waitForAddress();
    const servedMs = performance.now() - startedAt;
    const client = await WindowClient.open(address);
    const { account } = await client.get('session.get', {});
    const sessionMs = performance.now() - startedAt;
    const { rows } = await listChats(client, 0);
    const listMs = performance.now() - startedAt;
    client.close();
    if (account === null || rows.length < leastRows) throw new Error('The app came up without its account');
    // What runs behind the scenes after a start is not cut off in the middle.
    await wait(REST_MS);
    return { servedMs, sessionMs, listMs };
  } finally {
    await app.program.stop();
  }
}

/** Once, until everything of the service is here. */
async function signIn(dataFolder: string, env: Readonly<Record<string, string>>): Promise<void> {
  const app = spawnApp({ dataFolder, env });
  try {
    const client = await WindowClient.open(await app.waitForAddress());
    await awaitIdle({ client });
    client.close();
  } finally {
    await app.program.stop();
  }
}

function toFigures({ empty, full }: Awaited<ReturnType<typeof takeTurns>>, { messages }: Amount): Figure[] {
  const toMedian = (all: readonly Started[], stage: keyof Started): number =>
    toTimes(all.map((one) => one[stage])).median;
  const stages = ['servedMs', 'sessionMs', 'listMs'] as const;
  const times = stages.flatMap((stage) => [
    [`${stage}Empty`, toMedian(empty, stage)],
    [`${stage}Full`, toMedian(full, stage)],
  ]);
  return [
    toFigure({
      name: `start with ${messages.toLocaleString('en-GB')} messages beside an empty one, process to list, medians`,
      unit: 'times as long',
      value: toMedian(full, 'listMs') / toMedian(empty, 'listMs'),
      target: TARGET_RATIO,
      details: Object.fromEntries(times) as Record<string, number>,
    }),
  ];
}
