/**
 * Newer versions of the app: looked for by itself, downloaded behind the user's back, and put in place when the app ends.
 *
 *   idle ─check─► checking ─news─► downloading ─► staged ─user─► restart wanted ─nothing runs─► restart
 *     ▲               │ none, failed     │ failed
 *     └───────────────┴──────────────────┘
 *
 * UPDATE-1 The app never restarts by itself: the user wants it, or ends the app anyway.
 * UPDATE-2 A wanted restart waits while something runs that it would cut short. What that is, `findReasons` says.
 * UPDATE-3 What could not be looked for by itself is not told as a fault anywhere but in the settings; the next try is later.
 */
import type { EventBus } from '#main/services/event-bus.ts';
import type { HostPort } from '#main/services/host/host.ts';
import type { UpdatesView } from '#shared/contract/index.ts';
import { AppError } from '#shared/domain/app-error.ts';
import { toPlainNotes, type RestartReason, type UpdaterNews } from '#shared/domain/updates.ts';

/** The start of the app is not slowed down by it. */
const FIRST_CHECK_MS = 60_000;
const BETWEEN_CHECKS_MS = 6 * 60 * 60_000;
/** While a restart is wanted, what it waits for is asked that often. */
const LOOK_EVERY_MS = 2_000;

export interface UpdatesNeeds {
  readonly host: Pick<HostPort, 'updates'>;
  readonly events: Pick<EventBus, 'updatesChanged'>;
  /** UPDATE-2. Rejects where that cannot be read. */
  readonly findReasons: () => Promise<readonly RestartReason[]>;
  readonly now: () => number;
  readonly onBug: (error: unknown) => void;
}

const NOTHING: UpdatesView = {
  ...{ state: 'idle', version: null, percent: 0, notes: '', checkedAt: null, fault: null },
  ...{ isRestartWanted: false, waitsFor: [] },
};

export class Updates {
  readonly #needs: UpdatesNeeds;
  readonly #unwatch: () => void;
  #view: UpdatesView;
  #checkTimer: NodeJS.Timeout | null = null;
  #lookTimer: NodeJS.Timeout | null = null;
  #isDisposed = false;

  constructor(needs: UpdatesNeeds) {
    this.#needs = needs;
    const { updates } = needs.host;
    this.#view = updates === null ? { ...NOTHING, state: 'absent' } : NOTHING;
    this.#unwatch = updates?.watch((news) => this.#hear(news)) ?? (() => undefined);
    if (updates !== null) this.#plan(FIRST_CHECK_MS);
  }

  get(): UpdatesView {
    return this.#view;
  }

  /** Throws `not-found`. */
  async check(): Promise<UpdatesView> {
    const { updates } = this.#needs.host;
    if (updates === null) throw toAbsent();
    if (this.#view.state === 'idle') {
      this.#change({ state: 'checking', fault: null });
      await updates.check();
      // The host told nothing of it.
      if (this.get().state === 'checking') this.#change({ state: 'idle' });
    }
    return this.#view;
  }

  /** Throws `not-found` where there is nothing to restart into. */
  async restart(isWanted: boolean): Promise<UpdatesView> {
    if (this.#view.state !== 'staged') throw toAbsent();
    this.#change({ isRestartWanted: isWanted, waitsFor: [] });
    if (isWanted) await this.#restartIfFree();
    else this.#stopLooking();
    return this.#view;
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#unwatch();
    if (this.#checkTimer !== null) clearTimeout(this.#checkTimer);
    this.#stopLooking();
  }

  #hear(news: UpdaterNews): void {
    const { now } = this.#needs;
    switch (news.kind) {
      case 'none':
        this.#change({ state: 'idle', version: null, checkedAt: now(), fault: null });
        break;
      case 'downloading':
        this.#change({
          ...news,
          state: 'downloading',
          percent: Math.floor(news.percent),
          checkedAt: now(),
          fault: null,
        });
        break;
      case 'staged':
        this.#change({
          ...{ state: 'staged', version: news.version, percent: 100, notes: toPlainNotes(news.notes) },
          ...{ checkedAt: now(), fault: null },
        });
        break;
      case 'failed':
        // What is here already stays here.
        this.#change({ state: this.#view.state === 'staged' ? 'staged' : 'idle', fault: news.fault });
    }
  }

  /** UPDATE-2. Where what runs cannot be read, nothing is cut short. */
  async #restartIfFree(): Promise<void> {
    const reasons = await this.#needs.findReasons().catch((error: unknown) => {
      this.#needs.onBug(error);
      return null;
    });
    if (this.#isDisposed || !this.#view.isRestartWanted) return;
    if (reasons?.length === 0) {
      this.#change({ isRestartWanted: false, waitsFor: [] });
      this.#needs.host.updates?.restart();
      return;
    }
    this.#change({ waitsFor: [...(reasons ?? [])] });
    this.#stopLooking();
    this.#lookTimer = setTimeout(() => void this.#restartIfFree(), LOOK_EVERY_MS);
  }

  #plan(withinMs: number): void {
    this.#checkTimer = setTimeout(() => {
      this.#plan(BETWEEN_CHECKS_MS);
      this.check().catch(this.#needs.onBug);
    }, withinMs);
    this.#checkTimer.unref();
  }

  #stopLooking(): void {
    if (this.#lookTimer !== null) clearTimeout(this.#lookTimer);
    this.#lookTimer = null;
  }

  #change(changes: Partial<UpdatesView>): void {
    if (this.#isDisposed) return;
    this.#view = { ...this.#view, ...changes };
    this.#needs.events.updatesChanged(this.#view);
  }
}

function toAbsent(): AppError {
  return new AppError({ code: 'not-found', message: 'there is no newer version here', outcome: 'refused' });
}
