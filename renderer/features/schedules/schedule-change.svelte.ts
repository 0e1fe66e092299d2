import type { ScheduleView } from '#shared/contract/index.ts';
import type { App } from '#renderer/app/app.svelte.ts';
import type { Overlay } from '#renderer/app/overlays.svelte.ts';

/** The dialog that changes a scheduled text: which one, and whether it is open. */
export class ScheduleChange {
  /** The last one, also while the dialog closes. */
  view = $state.raw<ScheduleView | null>(null);
  /** Counts dialogs: each begins anew. */
  count = $state(0);
  readonly overlay: Overlay;

  constructor(app: Pick<App, 'overlays'>) {
    this.overlay = app.overlays.create();
  }

  open(view: ScheduleView): void {
    this.view = view;
    this.count += 1;
    this.overlay.open();
  }

  dispose(): void {
    this.overlay.close();
  }
}
