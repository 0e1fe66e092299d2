import type { Texts } from '#renderer/lib/messages.ts';
import type { App } from '#renderer/state/app.svelte.ts';
import { Inbox } from '#renderer/state/inbox/inbox.svelte.ts';

/** The inbox of the account that is open. Whoever makes it disposes of it. */
export function openInbox(app: App, texts: Texts): Inbox {
  const { session } = app;
  return new Inbox(app.bridge, {
    texts,
    formats: () => app.formats,
    toasts: app.toasts,
    announcer: app.announcer,
    ids: app.requestIds,
    counts: app.counts,
    undoCaps: () => app.keys.capsOf('undo'),
    now: () => Date.now(),
    homePhone: () => session.view?.account?.phone ?? null,
    homeCountry: () => session.view?.account?.country ?? null,
    webUrl: () => session.view?.webUrl ?? '',
  });
}
