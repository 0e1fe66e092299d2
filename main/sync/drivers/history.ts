import type { HistoryChoice } from '#shared/domain/sync.ts';
import { isDeepEnough, toDepthAt, WHOLE_HISTORY } from '../core/history.ts';
import { toServiceNow } from './context.ts';
import type { SyncContext } from './context.ts';

/** How far back a person wants messages read, and whether that goes on. */
export class History {
  readonly #context: SyncContext;
  #choice = WHOLE_HISTORY;

  constructor(context: SyncContext) {
    this.#context = context;
  }

  get isPaused(): boolean {
    return this.#choice.isPaused;
  }

  choose(choice: HistoryChoice): void {
    this.#choice = choice;
  }

  /** Whether a page whose newest message is of that time lies deeper than anybody wants. */
  isDeepEnough(tailAt: number | null): boolean {
    return isDeepEnough(tailAt, toDepthAt(this.#choice, toServiceNow(this.#context)));
  }
}
