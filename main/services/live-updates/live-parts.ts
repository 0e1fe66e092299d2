/** What live updates are made of, joined. */
import type { Log } from '#main/platform/log.ts';
import type { Store } from '#main/store/api.ts';
import type { Sync } from '#main/sync/create-sync.ts';
import { isLoopbackHost } from '#main/webhooks/public-address.ts';
import type { PerDirection } from '#main/webhooks/registration.ts';
import type { LiveView } from '#shared/contract/index.ts';
import type { AccountParts } from '#main/services/account/ports.ts';
import { Inbox } from './inbox.ts';
import { Listening } from './listening.ts';
import { LiveMemory } from './live-memory.ts';
import { Outlook } from './outlook.ts';
import { Registrar, type RegistrarClient } from './registrar.ts';
import { Tunnelling, type TunnellingNeeds } from './tunnelling.ts';
import { findOwn, Upkeep } from './upkeep.ts';
import { Way } from './way.ts';

export interface LiveNeeds {
  readonly client: RegistrarClient;
  readonly store: Pick<
    Store,
    | 'getSettings'
    | 'saveSetting'
    | 'keepCallbacks'
    | 'listCallbacks'
    | 'getSyncMark'
    | 'setSyncMark'
    | 'summariseArrivals'
  >;
  readonly sync: Pick<Sync, 'callbacksArrived' | 'setLive' | 'tryNow'>;
  readonly parts: Pick<AccountParts, 'createReceiver' | 'createProbe' | 'tunnels'>;
  readonly baseUrl: string;
  readonly hasKey: boolean;
  /** Its addresses are free and its people are nobody: turned on unless a person turned it off. */
  readonly isDemo: boolean;
  readonly log: Log;
  readonly now: () => number;
  readonly tell: (view: LiveView) => void;
}

export interface LiveParts {
  readonly memory: LiveMemory;
  readonly listening: Listening;
  readonly tunnelling: Tunnelling;
  readonly way: Way;
  readonly registrar: Registrar;
  readonly outlook: Outlook;
  readonly upkeep: Upkeep;
  readonly isLocalService: boolean;
}

export interface LiveHooks {
  readonly onTunnelChange: TunnellingNeeds['onChange'];
  readonly onTunnelDoubt: TunnellingNeeds['onDoubt'];
}

/** Nothing runs yet. */
export function createLiveParts(needs: LiveNeeds, hooks: LiveHooks): LiveParts {
  const { parts, now, client, store, baseUrl } = needs;
  const isLocalService = isLoopbackHost(URL.parse(baseUrl)?.hostname ?? '');
  const memory = new LiveMemory(store);
  const way = new Way({ probe: parts.createProbe(), now });
  const registrar = new Registrar({ client, memory, now });
  const listening = createListening(needs, { way, onEvents: () => outlook.noteEvents() });
  const tunnelling = new Tunnelling({
    ...{ tunnels: parts.tunnels, memory, isLocalService, log: needs.log, now },
    onChange: (change) => hooks.onTunnelChange(change),
    onDoubt: () => hooks.onTunnelDoubt(),
  });
  const toOwn = (): PerDirection<string> | null =>
    findOwn(memory, { localUrl: listening.localUrl, publicUrl: tunnelling.publicUrl }, isLocalService);
  const joined = { memory, registrar, listening, tunnelling };
  const outlook = new Outlook({ ...needs, ...joined, toOwn, isLocalService });
  const upkeep = new Upkeep({ ...joined, way, outlook, now }, toOwn);
  return { ...joined, way, outlook, upkeep, isLocalService };
}

function createListening(
  { store, sync, parts, log, now }: LiveNeeds,
  { way, onEvents }: { readonly way: Way; readonly onEvents: () => void },
): Listening {
  const onKept = (): void => {
    sync.callbacksArrived();
    onEvents();
  };
  const inbox = new Inbox({ store, log, now, onKept });
  return new Listening({
    createReceiver: (options) => parts.createReceiver(options),
    keep: (events) => inbox.keep(events),
    onTest: (direction, nonce) => way.came(direction, nonce),
    log,
    now,
  });
}
