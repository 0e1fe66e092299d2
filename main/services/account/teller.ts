import type { SessionView } from '#shared/contract/index.ts';
import { isAppError } from '#shared/domain/app-error.ts';
import type { Log } from '#main/platform/log.ts';
import type { EventBus } from '#main/services/event-bus.ts';
import type { AccountSlot } from './account-slot.ts';
import type { KeyKeeper } from './key-keeper.ts';
import type { KeysAtHand } from './keys-at-hand.ts';
import type { SessionMemory } from './session-memory.ts';
import type { SessionNotes } from './session-notes.ts';
import { toSessionView } from './session-view.ts';

interface TellerNeeds {
  readonly slot: AccountSlot;
  readonly memory: SessionMemory;
  readonly keys: KeyKeeper;
  readonly atHand: KeysAtHand;
  readonly notes: SessionNotes;
  readonly notices: EventBus;
  readonly log: Log;
  /** The app is ending. */
  readonly ending: AbortSignal;
}

/** What the window is told of the session, and when. */
export class Teller {
  readonly #needs: TellerNeeds;

  constructor(needs: TellerNeeds) {
    this.#needs = needs;
  }

  async getView(): Promise<SessionView> {
    const { slot, memory, keys, atHand, notes } = this.#needs;
    await slot.whenSettled();
    const { current } = slot;
    const account = (await current?.account.store.getAccount({})) ?? null;
    const isAtHand = (accountId: string): boolean => atHand.find(accountId) !== null;
    const { active, list: remembered } = memory;
    return toSessionView({ current, account, active, remembered, isAtHand, keyring: keys.state, notices: notes.list });
  }

  /** Another account is on screen, or none: everything is asked again. */
  async tell(): Promise<void> {
    const view = await this.getView();
    this.#needs.notices.accountChanged(view, this.#needs.slot.current?.account.getStatus() ?? null);
  }

  /** Something about the session is new; whoever is on screen stays there. */
  retell(): void {
    const { slot, notices, log } = this.#needs;
    const { current } = slot;
    // Who has left meanwhile must not come back by a late word.
    const isStill = (): boolean => slot.current === current;
    this.getView().then(
      (view) => isStill() && notices.sessionChanged(view),
      (error: unknown) => isStill() && log.error('session.viewFailed', error),
    );
  }

  /** Nobody waits for the answer of this act: the next person who looks is told why it failed. */
  async noting<Output>(act: () => Promise<Output>): Promise<Output> {
    const { notes, notices, ending } = this.#needs;
    try {
      return await act();
    } catch (error) {
      if (isAppError(error) && !ending.aborted) {
        notes.noteNotOpened(error);
        notices.sessionChanged(await this.getView());
      }
      throw error;
    }
  }
}
