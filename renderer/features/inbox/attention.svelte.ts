import type { SwitchboardBridge } from '#shared/contract/index.ts';

/** Without a key or a movement for this long, the user is away. */
const IDLE_MS = 3 * 60_000;
/** Movements closer together than this are one. */
const STEP_MS = 5_000;

/**
 * Whether somebody looks at this window: it has the focus, it can be seen, somebody moved lately, and the computer is
 * neither locked nor asleep, where it can tell.
 */
export class Attention {
  #hasFocus = $state(document.hasFocus());
  #isVisible = $state(document.visibilityState === 'visible');
  #isAway = $state(false);
  #movedAt = $state(Date.now());
  /** Counts what main said about presence: an answer that is older than an event is not taken. */
  #heard = 0;
  readonly #bridge: SwitchboardBridge;
  readonly #undo: readonly (() => void)[];

  constructor(bridge: SwitchboardBridge) {
    this.#bridge = bridge;
    this.#undo = [
      bridge.on('host.presenceChanged', ({ isAway }) => this.#hear(isAway)),
      bridge.onResync(() => void this.#ask()),
    ];
    void this.#ask();
  }

  /** After the focus or the visibility changed. */
  readonly look = (): void => {
    this.#hasFocus = document.hasFocus();
    this.#isVisible = document.visibilityState === 'visible';
    if (this.#hasFocus) this.#movedAt = Date.now();
  };

  /** After a key or a movement. */
  readonly act = (): void => {
    const now = Date.now();
    if (now - this.#movedAt > STEP_MS) this.#movedAt = now;
  };

  isGiven(now: number): boolean {
    return this.#hasFocus && this.#isVisible && !this.#isAway && now - this.#movedAt < IDLE_MS;
  }

  dispose(): void {
    for (const undo of this.#undo) undo();
  }

  /** A user who unlocks the computer is there. */
  #hear(isAway: boolean): void {
    this.#heard += 1;
    if (this.#isAway && !isAway && document.hasFocus()) this.#movedAt = Date.now();
    this.#isAway = isAway;
  }

  async #ask(): Promise<void> {
    const heard = this.#heard;
    const reply = await this.#bridge.request('host.getPresence', {});
    if (reply.ok && heard === this.#heard) this.#hear(reply.value.isAway);
  }
}
