import type { HostPort } from '#main/services/host/host.ts';
import type { EventBus } from '#main/services/event-bus.ts';

type PowerEvent = Parameters<Parameters<HostPort['watchPower']>[0]>[0];

/** Whether the user is away: the computer is locked or asleep. Where the host cannot tell, the user counts as there. */
export class UserActivity {
  readonly #events: Pick<EventBus, 'presenceChanged'>;
  readonly #unwatch: (() => void) | null;
  #isLocked = false;
  #isAsleep = false;

  constructor(needs: {
    readonly host: Pick<HostPort, 'watchPower'>;
    readonly events: Pick<EventBus, 'presenceChanged'>;
  }) {
    this.#events = needs.events;
    this.#unwatch = needs.host.watchPower((event) => this.#hear(event));
  }

  get isAway(): boolean {
    return this.#isLocked || this.#isAsleep;
  }

  dispose(): void {
    this.#unwatch?.();
  }

  #hear(event: PowerEvent): void {
    const wasAway = this.isAway;
    // A computer that wakes up is often still locked; an unlock also means that it is awake.
    if (event === 'lock') this.#isLocked = true;
    if (event === 'suspend') this.#isAsleep = true;
    if (event === 'resume' || event === 'unlock') this.#isAsleep = false;
    if (event === 'unlock') this.#isLocked = false;
    if (this.isAway !== wasAway) this.#events.presenceChanged(this.isAway);
  }
}
