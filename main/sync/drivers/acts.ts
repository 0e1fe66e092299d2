import { ActionDrain } from './action-drain.ts';
import type { SyncContext } from './context.ts';
import { MessageDeletions } from './message-deletions.ts';
import type { Readers } from './readers.ts';

/** Everything that a person did and the service does not know yet. */
export class Acts {
  readonly #actions: ActionDrain;
  readonly #deletions: MessageDeletions;

  constructor(context: SyncContext, readers: Readers) {
    this.#actions = new ActionDrain(context, readers.chats);
    this.#deletions = new MessageDeletions(context, readers);
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
