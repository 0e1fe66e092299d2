import type { RememberedAccountView, SessionView } from '#shared/contract/index.ts';
import type { Account } from '#shared/domain/entities.ts';
import { toAccountView } from '#main/services/views.ts';
import { toAccountId } from './account-id.ts';
import type { Opened } from './opening.ts';
import type { RememberedAccount } from './session-memory.ts';

export interface SessionFacts {
  readonly current: Opened | null;
  /** As the service told it last; null: not yet. */
  readonly account: Account | null;
  /** The account that is on screen, or was before the demo. */
  readonly active: RememberedAccount | null;
  readonly remembered: readonly RememberedAccount[];
  /** Whether the key of an account is in memory. */
  readonly isAtHand: (accountId: string) => boolean;
  readonly keyring: SessionView['keyring'];
  readonly notices: SessionView['notices'];
}

const NO_ACCOUNT = { baseUrl: null, webUrl: null, username: null };

/** What the window is shown of the session. */
export function toSessionView(facts: SessionFacts): SessionView {
  const { current, account, active, remembered, isAtHand, keyring, notices } = facts;
  const who = current?.account.credentials ?? active ?? NO_ACCOUNT;
  const isDemo = current?.isDemo ?? false;
  const openId = current === null || isDemo ? null : toAccountId(current.account.credentials);
  return {
    state: toState(facts),
    isDemo,
    baseUrl: who.baseUrl,
    webUrl: who.webUrl,
    username: who.username,
    account: account === null ? null : toAccountView(account),
    keyring,
    isKeyKept: !isDemo && (active?.isKeyKept ?? false),
    isKeyMissing: current?.account.credentials.apiKey === null,
    accounts: remembered.map((one) => toRememberedView(one, { isActive: one.id === openId, isAtHand })),
    absentFeatures: [...(current?.account.listAbsentFeatures() ?? [])],
    notices,
  };
}

function toState({ current, active }: SessionFacts): SessionView['state'] {
  if (current !== null) return 'signed-in';
  return active === null ? 'signed-out' : 'key-needed';
}

function toRememberedView(
  { id, baseUrl, username, isKeyKept, isSignedOut, removal, lastOpenAt }: RememberedAccount,
  { isActive, isAtHand }: Pick<SessionFacts, 'isAtHand'> & { readonly isActive: boolean },
): RememberedAccountView {
  return {
    accountId: id,
    baseUrl,
    username,
    isActive,
    key: isKeyKept ? 'kept' : isAtHand(id) ? 'here' : 'missing',
    isSignedOut,
    isRemovedInPart: removal !== null,
    lastOpenAt,
  };
}
