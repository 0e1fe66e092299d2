import { Background } from './background.ts';
import type { SyncContext } from './context.ts';
import { FullCheck } from './full-check.ts';
import { Hints } from './hints.ts';
import { Letters } from './letters.ts';
import { MessageSweep } from './message-sweep.ts';
import type { Readers } from './readers.ts';
import type { Rounds } from './rounds.ts';

/** What runs beside the main loop once the opening is over. */
export class Helpers {
  readonly background: Background;
  readonly hints: Hints;
  readonly check: FullCheck;
  readonly #readers: Readers;
  readonly #sweeps: readonly MessageSweep[];
  readonly #letters: Letters;

  constructor(context: SyncContext, readers: Readers, parts: { rounds: Rounds; whenOpened: () => Promise<void> }) {
    const { rounds, whenOpened } = parts;
    this.#readers = readers;
    this.background = new Background(context, readers);
    this.hints = new Hints(context, readers, rounds);
    this.#sweeps = [readers.outbound, readers.inbound].map((feed) => new MessageSweep(context, feed, readers));
    this.#letters = new Letters(context, readers);
    this.check = new FullCheck({
      context,
      readers,
      sweeps: this.#sweeps,
      letters: this.#letters,
      readNews: () => rounds.run({ isVisible: true, isLive: false }),
      readCollections: () => this.background.runAll(),
      whenOpened,
    });
  }

  /** Each runs until sync ends. */
  start(): readonly Promise<void>[] {
    const { doubts } = this.#readers;
    const sweeps = this.#sweeps.map((sweep) => sweep.run());
    return [this.background.run(), this.hints.run(), doubts.run(), this.#letters.run(), ...sweeps];
  }
}
