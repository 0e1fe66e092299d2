import type { ScheduleView } from '#shared/contract/index.ts';
import type { App } from '#renderer/app/app.svelte.ts';
import type { Overlay } from '#renderer/app/overlays.svelte.ts';
import { isRepeating } from './schedule-words.ts';

export interface AskedAct {
  readonly kind: 'cancel' | 'send';
  readonly views: readonly ScheduleView[];
  readonly run: () => unknown;
}

/** What is asked before it is done, because nothing takes it back, or not for long: which act, and whether it is asked now. */
export class ScheduleConfirm {
  /** The last one, also while the dialog closes. */
  act = $state.raw<AskedAct | null>(null);
  readonly overlay: Overlay;
  #isAgreed = false;

  constructor(app: Pick<App, 'overlays'>) {
    this.overlay = app.overlays.create();
  }

  /** Where one of them repeats, the user is asked: all of its times go. */
  cancel(views: readonly ScheduleView[], run: () => unknown): void {
    if (views.some(isRepeating)) this.#ask({ kind: 'cancel', views, run });
    else run();
  }

  sendNow(view: ScheduleView, run: () => unknown): void {
    this.#ask({ kind: 'send', views: [view], run });
  }

  agree(): void {
    this.#isAgreed = true;
    this.overlay.close();
  }

  /** The focus is back: only then it is done, so that what goes does not take the focus along. */
  closed(): void {
    const isAgreed = this.#isAgreed;
    this.#isAgreed = false;
    if (isAgreed) this.act?.run();
  }

  dispose(): void {
    this.overlay.close();
  }

  #ask(act: AskedAct): void {
    this.#isAgreed = false;
    this.act = act;
    this.overlay.open();
  }
}
