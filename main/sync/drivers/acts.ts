import { ActionDrain } from './action-drain.ts';
import type { MessageKey } from '#shared/domain/ids.ts';
import type { SyncContext } from './context.ts';
import { MessageDeletions } from './message-deletions.ts';
import { Overtaking } from './overtaking.ts';
import type { OvertakingParts } from './overtaking.ts';
import type { Readers } from './readers.ts';

/** One thing of it: an action on a chat, or messages that were deleted. */
export type WaitingAct = { readonly actionId: number } | { readonly keys: readonly MessageKey[] };

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

  /** Takes it back; false where it is on its way, or does not wait any more. */
  cancel(act: WaitingAct): Promise<boolean> {
    return 'actionId' in act ? this.#actions.cancel(act.actionId) : this.#deletions.cancel(act.keys);
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
