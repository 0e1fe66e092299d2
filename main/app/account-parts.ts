import { refuseEverything } from '#main/api/keyless.ts';
import { createServiceClient } from '#main/api/client.ts';
import { createTransport } from '#main/api/transport.ts';
import type { Config } from '#main/config.ts';
import type { Host } from '#main/hosts/host.ts';
import type { Clock } from '#main/platform/clock.ts';
import type { Log } from '#main/platform/log.ts';
import { createOutbox } from '#main/sending/create-outbox.ts';
import type { AccountClient, AccountParts } from '#main/services/account/ports.ts';
import type { Probe } from '#main/services/live-updates/tunnel-check.ts';
import { findDiskKind } from '#main/store/errors.ts';
import { createStore } from '#main/store/store.ts';
import { createSync } from '#main/sync/create-sync.ts';
import { createReceiver } from '#main/webhooks/receiver.ts';
import { createTunnels } from '#main/webhooks/tunnel/create-tunnels.ts';
import type { Tunnels } from '#main/webhooks/tunnel/ports.ts';

interface PartsNeeds {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
  readonly host: Host;
}

/** The real parts of an account, as the services ask for them. */
export function createAccountParts(needs: PartsNeeds): AccountParts {
  const { clock, log } = needs;
  return {
    createClient: (account) => createClient(needs, account),
    openStore: createStore,
    createSync: ({ source, store, sink }) => createSync({ source, store, sink, clock }),
    createOutbox: ({ onKeyRefused, ...given }) =>
      createOutbox({
        ...given,
        clock,
        onPauseChange: (isPaused) => {
          log.info('outbox.pauseChanged', { isPaused });
          if (isPaused) onKeyRefused();
        },
        onBroken(error) {
          // A store that has ended has its own line in the log.
          if (findDiskKind(error) !== 'ended') log.error('outbox.broken', error);
        },
      }),
    createReceiver: (options) => createReceiver(options),
    createProbe: () => createProbe(needs),
    tunnels: createRealTunnels(needs),
  };
}

function createRealTunnels({ config, clock, log, host }: PartsNeeds): Tunnels {
  const { platform, dataFolder, homeFolder } = config;
  return createTunnels({
    ...{ platform, dataFolder, homeFolder, env: config.environment, allowedCommand: config.tunnelCommand },
    askToRun: (commandLine, signal) => host.askToRun(commandLine, signal),
    now: () => clock.now(),
    random: () => clock.random(),
    onTrouble: (error) => log.error('tunnel.notWrittenDown', error),
  });
}

function createClient(
  { config, log, host }: PartsNeeds,
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
    userAgent: toUserAgent(config),
    resolveProxy: (url) => host.resolveProxy(url),
    onSlowed: ({ reason, ratePerSecond, untilAt }) => {
      log.info('api.slowed', { reason, ratePerSecond });
      onPaused({ reason, untilAt });
    },
    onTooLarge: ({ row, page, limit }) => {
      log.warn(limit === 1 ? 'api.rowTooLarge' : 'api.pageTooLarge', { row, page, limit });
    },
    onBadRows: ({ row, paths }) => log.warn('api.badRows', { row, paths: paths.slice(0, 10).join(' ') }),
  });
}

/** The caller ends a request sooner. */
const PROBE_TIMEOUT_MS = 30_000;
/** The answer is not read. */
const PROBE_MAX_BYTES = 64 * 1024;

/** Requests to any address of the web, through the host's proxy where it has one, with no credentials. */
function createProbe({ config, host }: PartsNeeds): Probe {
  const transport = createTransport({
    userAgent: toUserAgent(config),
    resolveProxy: (url) => host.resolveProxy(url),
  });
  return {
    async send({ method, url, body, signal }) {
      const headers: Record<string, string> = body === null ? {} : { 'content-type': 'application/json' };
      const limits = { timeoutMs: PROBE_TIMEOUT_MS, maxBytes: PROBE_MAX_BYTES, signal };
      const row = 'test of the way to this computer';
      const { status } = await transport.send({ ...limits, row, method, url: new URL(url), headers, body });
      return status;
    },
    dispose: () => transport.dispose(),
  };
}

function toUserAgent({ version }: Config): string {
  return `Switchboard/${version}`;
}
