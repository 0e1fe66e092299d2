import * as v from 'valibot';
import type { Store } from '#main/store/api.ts';
import { DIRECTIONS, toPlaceState, toPlaceUrl } from '#main/webhooks/registration.ts';
import { tunnelChoiceSchema, type TunnelChoice } from '#shared/contract/index.ts';
import type { CallbackSettings } from '#shared/domain/account.ts';
import type { CallbackDirection } from '#shared/domain/callbacks.ts';

/** Key in the account's own settings. The whole record is one value, so that its parts never contradict each other. */
const KEY = 'live.updates';

const pair = <Item extends v.GenericSchema>(item: Item) => v.object({ in: item, out: item });

const savedSchema = v.object({
  /** Null: the user has not chosen yet. */
  isOn: v.nullable(v.boolean()),
  turnedOnAt: v.nullable(v.number()),
  choice: v.optional(tunnelChoiceSchema),
  /** Written by versions that had no choice of tunnels. */
  publicUrl: v.optional(v.nullable(v.string())),
  /** Host keys that the user trusts: fingerprint by `toHostKey`. */
  trustedHosts: v.optional(v.record(v.string(), v.string()), {}),
  /** The port of the last listener. Using it again keeps a forwarder that the user has set up working. */
  port: v.nullable(v.number()),
  secrets: v.nullable(pair(v.string())),
  /** Secrets of earlier addresses that the service may still have. */
  pastSecrets: v.array(v.string()),
  /** The addresses that ours replaced. Not null: the service may have addresses of ours. */
  former: v.nullable(pair(v.nullable(v.string()))),
});

export type SavedLiveUpdates = Readonly<Omit<v.InferOutput<typeof savedSchema>, 'publicUrl' | 'choice'>> & {
  readonly choice: TunnelChoice;
};

/** An address of ours that the service may still call. */
export interface AddressLeft {
  readonly direction: CallbackDirection;
  /** The whole address that ours replaced; null: there was none. */
  readonly former: string | null;
}

const NOTHING_SAVED: SavedLiveUpdates = {
  isOn: null,
  turnedOnAt: null,
  choice: { kind: 'none' },
  trustedHosts: {},
  port: null,
  secrets: null,
  pastSecrets: [],
  former: null,
};

/** What live updates keep over restarts: owned data of the account. */
export class LiveUpdatesRecord {
  readonly #store: Pick<Store, 'getSettings' | 'saveSetting'>;
  #saved = NOTHING_SAVED;

  constructor(store: Pick<Store, 'getSettings' | 'saveSetting'>) {
    this.#store = store;
  }

  get saved(): SavedLiveUpdates {
    return this.#saved;
  }

  /** Every secret that an address of ours may end in. */
  get ownSecrets(): readonly string[] {
    const { secrets, pastSecrets } = this.#saved;
    return secrets === null ? pastSecrets : [...pastSecrets, secrets.in, secrets.out];
  }

  /** Reads the record; an unreadable one counts as empty. Throws `disk`. */
  async load(): Promise<void> {
    const parsed = v.safeParse(
      v.pipe(v.string(), v.parseJson(), savedSchema),
      (await this.#store.getSettings({}))[KEY],
    );
    this.#saved = parsed.success ? toSaved(parsed.output) : NOTHING_SAVED;
  }

  /** Resolves once the record is on the disk. Throws `disk`. */
  async save(changes: Partial<SavedLiveUpdates>): Promise<void> {
    const saved = { ...this.#saved, ...changes };
    await this.#store.saveSetting({ key: KEY, value: JSON.stringify(saved) });
    this.#saved = saved;
  }

  /** Addresses that were not given back: those in `current` or, where that is not known, in both directions. */
  toAddressesLeft(current: CallbackSettings | null): readonly AddressLeft[] {
    const { former } = this.#saved;
    if (former === null) return [];
    const isOurs = (direction: CallbackDirection): boolean =>
      current !== null && toPlaceState(toPlaceUrl(current, direction), this.ownSecrets) === 'ours';
    const ours = DIRECTIONS.filter(isOurs);
    return (ours.length === 0 ? DIRECTIONS : ours).map((direction) => {
      const url = former[direction] ?? '';
      return { direction, former: url === '' ? null : url };
    });
  }
}

/** The key of a server in `trustedHosts`. */
export function toHostKey({ host, port }: Pick<Extract<TunnelChoice, { kind: 'ssh' }>, 'host' | 'port'>): string {
  return `${host.toLowerCase()}:${String(port)}`;
}

function toSaved({ publicUrl = null, choice, ...saved }: v.InferOutput<typeof savedSchema>): SavedLiveUpdates {
  const former: TunnelChoice = publicUrl === null ? { kind: 'none' } : { kind: 'manual', publicUrl };
  return { ...saved, choice: choice ?? former };
}
