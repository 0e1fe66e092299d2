/** The real app with live updates on, a window, and probes of what it costs the computer. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as v from 'valibot';
import { toProbeEnvironment } from '#test/bench/main-turns.ts';
import { until } from '#test/bench/until.ts';
import { spawnApp, toSignInEnvironment, type RunningProgram, type ServiceAccount } from '#test/e2e/support/programs.ts';
import { OPEN_CHATS } from '#test/support/chat-lists.ts';
import { WindowClient } from '#test/support/window-client.ts';
import type { RequestInput } from '#shared/contract/index.ts';
import type { CallbackDirection } from '#shared/domain/callbacks.ts';
import { parseState } from './service-changes.ts';

const MEMORY_PROBE = new URL('./memory-probe.mjs', import.meta.url).href;
const TURN_ON: RequestInput<'live.turnOn'> = { requestId: 'turn-it-on', choice: { kind: 'none' }, takeOver: [] };
/** Only bounds a hang. */
const READING_HANGS_AFTER_MS = 300_000;

const costSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ at: v.number(), rssBytes: v.number(), sockets: v.number() }),
);
export type Cost = v.InferOutput<typeof costSchema>;
export type Addresses = Readonly<Record<CallbackDirection, string>>;

export interface LiveAppStart {
  readonly dataFolder: string;
  readonly account: ServiceAccount;
  /** Folder for the files of the probes of event loop turns and memory; without it there are no probes. */
  readonly probesIn?: string;
}

export class LiveApp {
  readonly client: WindowClient;
  readonly program: RunningProgram;
  readonly addresses: Addresses;
  readonly #probesIn: string | undefined;

  private constructor(parts: Pick<LiveApp, 'client' | 'program' | 'addresses'> & { readonly probesIn?: string }) {
    this.client = parts.client;
    this.program = parts.program;
    this.addresses = parts.addresses;
    this.#probesIn = parts.probesIn;
  }

  /** Resolves once callbacks arrive; turns live updates on where they are off. */
  static async start(start: LiveAppStart): Promise<LiveApp> {
    const app = spawnLiveApp(start);
    const { program } = app;
    try {
      const client = await WindowClient.open(await app.waitForAddress());
      const { probesIn } = start;
      const addresses = await findAddresses(client);
      return new LiveApp({ client, program, addresses, ...(probesIn === undefined ? {} : { probesIn }) });
    } catch (error) {
      await program.stop('SIGKILL');
      throw new Error(`${String(error)}\n${program.output}`, { cause: error });
    }
  }

  /** All chats and messages were read once. */
  async waitUntilRead(): Promise<void> {
    await until(async () => {
      const { phase } = await this.client.get('sync.getStatus', {});
      const { chats } = await this.client.get('health.get', {});
      return phase === 'idle' && chats.isWhole ? null : `Not everything is read: ${phase}`;
    }, READING_HANGS_AFTER_MS);
  }

  get turnsFile(): string {
    return path.join(this.#probesIn ?? '', 'turns');
  }

  /** As the probe wrote it last. */
  async readCost(): Promise<Cost> {
    const lines = (await readFile(path.join(this.#probesIn ?? '', 'memory'), 'utf8')).trimEnd().split('\n');
    return v.parse(costSchema, lines.at(-1));
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    this.client.close();
    await this.program.stop(signal);
  }
}

/** The same without a window. */
export function spawnLiveApp({ dataFolder, account, probesIn }: LiveAppStart): ReturnType<typeof spawnApp> {
  const signIn = toSignInEnvironment(account);
  if (probesIn === undefined) return spawnApp({ dataFolder, env: signIn });
  const probes = toProbeEnvironment(path.join(probesIn, 'turns'));
  const options = `${probes['NODE_OPTIONS'] ?? ''} --import ${MEMORY_PROBE}`;
  const memory = { NODE_OPTIONS: options, SWITCHBOARD_MEMORY_PROBE: path.join(probesIn, 'memory') };
  return spawnApp({ dataFolder, env: { ...signIn, ...probes, ...memory } });
}

async function findAddresses(client: WindowClient): Promise<Addresses> {
  await until(async () => {
    try {
      const view = await client.get('live.get', {});
      const { state, problem } = view.isOn ? view : await client.get('live.turnOn', TURN_ON);
      return state === 'live' && problem === null ? null : `Live updates are ${state}`;
    } catch (error) {
      // The account is still being opened: try again.
      return String(error);
    }
  }, READING_HANGS_AFTER_MS);
  const live = await client.get('live.get', {});
  const [inner, outer] = (['in', 'out'] as const).map(
    (direction) => live.places.find((place) => place.direction === direction)?.ownUrl,
  );
  if (typeof inner !== 'string' || typeof outer !== 'string') throw new Error('Live updates have no addresses');
  return { in: inner, out: outer };
}

/** Waits until the window counts as many unread messages as the service. */
export async function expectUnreadAsInService(client: WindowClient, account: ServiceAccount): Promise<void> {
  await until(async () => {
    const { counts } = await parseState(account);
    const unread = await sumUnread(client);
    return unread === counts.unread
      ? null
      : `${String(unread)} are unread here, ${String(counts.unread)} at the service`;
  }, READING_HANGS_AFTER_MS);
}

async function sumUnread(client: WindowClient): Promise<number> {
  let sum = 0;
  for (let offset = 0, total = 1; offset < total; offset += OPEN_CHATS.limit) {
    const scope = { ...OPEN_CHATS.scope, shelf: 'any' as const };
    const page = await client.get('chats.list', { ...OPEN_CHATS, scope, offset });
    for (const { unreadCount } of page.rows) sum += unreadCount;
    total = page.total;
  }
  return sum;
}
