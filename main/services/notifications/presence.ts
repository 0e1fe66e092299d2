import type { Host } from '#main/services/ports.ts';
import type { Notices } from '#main/services/notices.ts';

type PowerEvent = Parameters<Parameters<Host['watchPower']>[0]>[0];

/** Whether nobody can be looking, as far as the computer tells: it is locked or asleep. Where it cannot tell, somebody may. */
export class Presence {
  readonly #notices: Pick<Notices, 'presenceChanged'>;
  readonly #unwatch: (() => void) | null;
  #isLocked = false;
  #isAsleep = false;

  constructor(needs: {
    readonly desktop: Pick<Host, 'watchPower'>;
    readonly notices: Pick<Notices, 'presenceChanged'>;
  }) {
    this.#notices = needs.notices;
    this.#unwatch = needs.desktop.watchPower((event) => this.#hear(event));
  }

  get isAway(): boolean {
    return this.#isLocked || this.#isAsleep;
  }

  dispose(): void {
    this.#unwatch?.();
  }

  #hear(event: PowerEvent): void {
    const wasAway = this.isAway;
    // A computer that wakes up is often still locked; whoever unlocks it has woken it.
    if (event === 'lock') this.#isLocked = true;
    if (event === 'suspend') this.#isAsleep = true;
    if (event === 'resume' || event === 'unlock') this.#isAsleep = false;
    if (event === 'unlock') this.#isLocked = false;
    if (this.isAway !== wasAway) this.#notices.presenceChanged(this.isAway);
  }
}
