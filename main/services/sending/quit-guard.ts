import type { SendState } from '#shared/domain/sends.ts';
import type { SyncStatus } from '#shared/domain/sync.ts';
import type { Session } from '#main/services/account/session.ts';

/** What would be left on this computer if the app ended now. */
export interface Waiting {
  /** Texts that can still be taken back, … */
  readonly held: number;
  /** … that wait for their turn or for the service, … */
  readonly queued: number;
  /** … and whose request is under way. */
  readonly sending: number;
  /** Whether those that wait could leave now: the service is there and the key is good. */
  readonly canLeaveNow: boolean;
}

const STATES: readonly SendState[] = ['held', 'queued', 'sending'];
const NOTHING: Waiting = { held: 0, queued: 0, sending: 0, canLeaveNow: false };
/** While the link is one of these, a request would not arrive or would be refused. */
const CLOSED_LINKS: ReadonlySet<SyncStatus['link']> = new Set(['offline', 'unauthorized', 'maintenance']);

/**
 * The end of the app with texts that have not left: what waits, and a last chance for it to leave. Nothing is lost either
 * way: what stays is on disk and goes out when the account is opened again.
 */
export class QuitGuard {
  readonly #session: Session;

  constructor(needs: { readonly session: Session }) {
    this.#session = needs.session;
  }

  /** Throws `disk`. */
  async look(): Promise<Waiting> {
    const account = this.#session.findAccount();
    if (account === undefined) return NOTHING;
    const sends = await account.store.listSends({ states: STATES });
    const count = (state: SendState): number => sends.filter((send) => send.state === state).length;
    const hasWay = account.credentials.apiKey !== null && !CLOSED_LINKS.has(account.getStatus().link);
    return {
      held: count('held'),
      queued: count('queued'),
      sending: count('sending'),
      canLeaveNow: hasWay && !account.outbox.isPaused,
    };
  }

  /** Ends every hold, and resolves once nothing can leave any more that could by now, at the latest after `withinMs`. */
  async flush(withinMs: number): Promise<void> {
    await this.#session.findAccount()?.outbox.flush({ withinMs });
  }
}
