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
/** In these states of the connection a request would not arrive or would be refused. */
const CLOSED_LINKS: ReadonlySet<SyncStatus['link']> = new Set(['offline', 'unauthorized', 'maintenance']);

/**
 * Quitting while texts have not left: says what waits, and can send it first. Nothing is lost either way: what stays is on
 * the disk and leaves when the account is opened again.
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

  /** Ends every hold; resolves once everything that can leave now has left, at the latest after `withinMs`. */
  async flush(withinMs: number): Promise<void> {
    await this.#session.findAccount()?.outbox.flush({ withinMs });
  }
}
