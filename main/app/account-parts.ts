import { refuseEverything } from '#main/api/keyless.ts';
import { createServiceClient } from '#main/api/client.ts';
import type { Host } from '#main/hosts/host.ts';
import type { Clock } from '#main/platform/clock.ts';
import type { Log } from '#main/platform/log.ts';
import { createOutbox } from '#main/sending/create-outbox.ts';
import type { AccountClient, AccountParts } from '#main/services/ports.ts';
import { createStore } from '#main/store/store.ts';
import { createSync } from '#main/sync/create-sync.ts';

interface PartsNeeds {
  readonly version: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly host: Pick<Host, 'resolveProxy'>;
}

/** The real parts of an account, joined to what the use cases ask for. */
export function createAccountParts(needs: PartsNeeds): AccountParts {
  const { clock, log } = needs;
  return {
    createClient: (account) => createClient(needs, account),
    openStore: createStore,
    createSync: ({ source, store, sink }) => createSync({ source, store, sink, clock }),
    createOutbox: ({ service, store, onAccepted, onKeyRefused }) =>
      createOutbox({
        service,
        store,
        clock,
        onAccepted,
        onPauseChange: (isPaused) => {
          log.info('outbox.pauseChanged', { isPaused });
          if (isPaused) onKeyRefused();
        },
        onBroken: (error) => log.error('outbox.broken', error),
      }),
  };
}

function createClient(
  { version, log, host }: PartsNeeds,
  { credentials, authForm, knowledge, onLearned, onPaused }: Parameters<AccountParts['createClient']>[0],
): AccountClient {
  return createServiceClient({
    baseUrl: credentials.baseUrl,
    webUrl: credentials.webUrl,
    credentials: { username: credentials.username, apiKey: credentials.apiKey ?? '' },
    ...(credentials.apiKey === null ? { transport: refuseEverything() } : {}),
    authForm,
    knowledge,
    onLearned,
    userAgent: `Switchboard/${version}`,
    resolveProxy: (url) => host.resolveProxy(url),
    onSlowed: ({ reason, ratePerSecond, untilAt }) => {
      log.info('api.slowed', { reason, ratePerSecond });
      onPaused({ reason, untilAt });
    },
    onBadRows: ({ row, paths }) => log.warn('api.badRows', { row, paths: paths.slice(0, 10).join(' ') }),
  });
}
