import type { SendState } from '#shared/domain/sends.ts';
import type { SyncStatus } from '#shared/domain/sync.ts';
import type { Session } from '#main/services/account/session.ts';

/** The texts that would stay on this computer if the app ended now. */
export interface UnsentTexts {
  /** The user can still take them back, … */
  readonly held: number;
  /** … they wait for their turn or for the service, … */
  readonly queued: number;
  /** … or their request is under way. */
  readonly sending: number;
  /** Whether those that wait could be sent now: the service can be reached and the key is good. */
  readonly canSendNow: boolean;
}

const STATES: readonly SendState[] = ['held', 'queued', 'sending'];
const NOTHING: UnsentTexts = { held: 0, queued: 0, sending: 0, canSendNow: false };
/** While the link is one of these, a request would not arrive or would be refused. */
const CLOSED_LINKS: ReadonlySet<SyncStatus['link']> = new Set(['offline', 'unauthorized', 'maintenance']);

/**
 * Quitting while texts are unsent: counts them, and sends what it can before the app ends. None is lost: what stays is on
 * disk and is sent when the account is opened again.
 */
export class QuitGuard {
  readonly #session: Session;

  constructor(needs: { readonly session: Session }) {
    this.#session = needs.session;
  }

  /** Throws `disk`. */
  async countUnsent(): Promise<UnsentTexts> {
    const account = this.#session.findAccount();
    if (account === undefined) return NOTHING;
    const sends = await account.store.listSends({ states: STATES });
    const count = (state: SendState): number => sends.filter((send) => send.state === state).length;
    const hasWay = account.credentials.apiKey !== null && !CLOSED_LINKS.has(account.getStatus().link);
    return {
      held: count('held'),
      queued: count('queued'),
      sending: count('sending'),
      canSendNow: hasWay && !account.outbox.isPaused,
    };
  }

  /** Ends every undo window; resolves once everything is sent that can be sent now, at the latest after `withinMs`. */
  async flush(withinMs: number): Promise<void> {
    await this.#session.findAccount()?.outbox.flush({ withinMs });
  }
}
