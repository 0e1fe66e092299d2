import * as v from 'valibot';
import type { Store } from '#main/store/api.ts';
import { tunnelChoiceSchema, type TunnelChoice } from '#shared/contract/index.ts';

/** Key of all of it in the owned settings of the account: one value, so that its parts never contradict each other. */
const KEY = 'live.updates';

const pair = <Item extends v.GenericSchema>(item: Item) => v.object({ in: item, out: item });

const keptSchema = v.object({
  /** Null: nobody chose yet. */
  isOn: v.nullable(v.boolean()),
  turnedOnAt: v.nullable(v.number()),
  choice: v.optional(tunnelChoiceSchema),
  /** As it was kept before there was a choice of tunnels. */
  publicUrl: v.optional(v.nullable(v.string())),
  /** Host keys that a person said yes to: fingerprint by `toHostKey`. */
  trustedHosts: v.optional(v.record(v.string(), v.string()), {}),
  /** The one that was listened on last: whoever forwards to it need not be told of another. */
  port: v.nullable(v.number()),
  secrets: v.nullable(pair(v.string())),
  /** Secrets of addresses that may still stand at the service from before. */
  pastSecrets: v.array(v.string()),
  /** What ours stand in the place of. Not null: some of ours may stand at the service. */
  former: v.nullable(pair(v.nullable(v.string()))),
});

export type KeptLive = Readonly<Omit<v.InferOutput<typeof keptSchema>, 'publicUrl' | 'choice'>> & {
  readonly choice: TunnelChoice;
};

const NOTHING_KEPT: KeptLive = {
  isOn: null,
  turnedOnAt: null,
  choice: { kind: 'none' },
  trustedHosts: {},
  port: null,
  secrets: null,
  pastSecrets: [],
  former: null,
};

/** What live updates know over restarts, owned data of the account. */
export class LiveMemory {
  readonly #store: Pick<Store, 'getSettings' | 'saveSetting'>;
  #kept = NOTHING_KEPT;

  constructor(store: Pick<Store, 'getSettings' | 'saveSetting'>) {
    this.#store = store;
  }

  get kept(): KeptLive {
    return this.#kept;
  }

  /** All secrets of ours that an address may end in. */
  get ownSecrets(): readonly string[] {
    const { secrets, pastSecrets } = this.#kept;
    return secrets === null ? pastSecrets : [...pastSecrets, secrets.in, secrets.out];
  }

  /** Reads what is kept. What cannot be read counts as nothing. Throws `disk`. */
  async load(): Promise<void> {
    const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), keptSchema), (await this.#store.getSettings({}))[KEY]);
    this.#kept = parsed.success ? toKept(parsed.output) : NOTHING_KEPT;
  }

  /** On the disk once it has resolved. Throws `disk`. */
  async save(changes: Partial<KeptLive>): Promise<void> {
    const kept = { ...this.#kept, ...changes };
    await this.#store.saveSetting({ key: KEY, value: JSON.stringify(kept) });
    this.#kept = kept;
  }
}

/** What a trusted host key is kept by. */
export function toHostKey({ host, port }: Pick<Extract<TunnelChoice, { kind: 'ssh' }>, 'host' | 'port'>): string {
  return `${host.toLowerCase()}:${String(port)}`;
}

function toKept({ publicUrl = null, choice, ...kept }: v.InferOutput<typeof keptSchema>): KeptLive {
  const former: TunnelChoice = publicUrl === null ? { kind: 'none' } : { kind: 'manual', publicUrl };
  return { ...kept, choice: choice ?? former };
}
