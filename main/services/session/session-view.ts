import type { SessionView } from '#shared/contract/index.ts';
import type { Account } from '#shared/domain/entities.ts';
import { toAccountView } from '../views.ts';
import type { Opened } from './opening.ts';
import type { RememberedAccount } from './session-memory.ts';

export interface SessionFacts {
  readonly current: Opened | null;
  /** As the service told it last; null: not yet. */
  readonly account: Account | null;
  readonly remembered: RememberedAccount | null;
  readonly keyring: SessionView['keyring'];
  readonly notices: SessionView['notices'];
}

/** What the window is shown of the session. */
export function toSessionView({ current, account, remembered, keyring, notices }: SessionFacts): SessionView {
  const who = current?.account.credentials ?? remembered;
  return {
    state: current !== null ? 'signed-in' : who === null ? 'signed-out' : 'key-needed',
    isDemo: current?.isDemo ?? false,
    baseUrl: who?.baseUrl ?? null,
    webUrl: who?.webUrl ?? null,
    username: who?.username ?? null,
    account: account === null ? null : toAccountView(account),
    keyring,
    isKeyKept: current?.isDemo !== true && (remembered?.isKeyKept ?? false),
    isKeyMissing: current?.account.credentials.apiKey === null,
    absentFeatures: [...(current?.account.listAbsentFeatures() ?? [])],
    notices,
  };
}
