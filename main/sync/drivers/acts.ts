import { ActionDrain } from './action-drain.ts';
import type { SyncContext } from './context.ts';
import { MessageDeletions } from './message-deletions.ts';
import { Overtaking } from './overtaking.ts';
import type { OvertakingParts } from './overtaking.ts';
import type { Readers } from './readers.ts';

/** Everything that a person did and the service does not know yet. */
export class Acts {
  readonly #actions: ActionDrain;
  readonly #deletions: MessageDeletions;

  constructor(context: SyncContext, readers: Readers, want: OvertakingParts['want']) {
    const { chats, inbound } = readers;
    const overtaking = new Overtaking({ context, chats, inbound, want });
    this.#actions = new ActionDrain(context, { chats, overtaking });
    this.#deletions = new MessageDeletions(context, readers);
  }

  /** What is new was read for the first time in this run. */
  open(): void {
    this.#actions.open();
  }

  /** There is more of it, or less. */
  kick(): void {
    this.#actions.kick();
    this.#deletions.kick();
  }

  /** A person wants it now: nothing waits any more because of what failed before. */
  hurry(): void {
    this.#actions.hurry();
    this.#deletions.kick();
  }

  /** Runs until sync ends. */
  async run(): Promise<void> {
    await Promise.all([this.#actions.run(), this.#deletions.run()]);
  }
}
