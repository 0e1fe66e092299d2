import { MediaQuery } from 'svelte/reactivity';
import { SINGLE_MAX } from '#renderer/lib/pane-sizes.ts';
import type { LinkState } from '#shared/domain/link-state.ts';
import type { Translator } from '#renderer/lib/messages.ts';
import type { App } from '#renderer/app/app.svelte.ts';
import { UnsentTexts } from '#renderer/data/unsent-texts.svelte.ts';
import { Inbox } from './inbox.svelte.ts';
import { toAccountName } from '#shared/domain/account-name.ts';

/** The states in which main asks the service. */
const ONLINE: ReadonlySet<LinkState> = new Set(['live', 'catching-up', 'slowed', 'troubled']);

/** The inbox of the account that is open. The caller disposes of it. */
export function openInbox(app: App, texts: Translator): Inbox {
  const { session } = app;
  const single = new MediaQuery(`max-width: ${String(SINGLE_MAX)}px`);
  return new Inbox(app.bridge, {
    texts,
    formats: () => app.formats,
    toasts: app.toasts,
    overlays: app.overlays,
    announcer: app.announcer,
    ids: app.requestIds,
    counts: app.counts,
    unsent: new UnsentTexts(app.bridge, {
      storage: app.unsentTextStorage,
      findDataId: () => app.host.info?.dataId ?? null,
      account: toAccountName({ baseUrl: null, username: null, isDemo: false, ...session.view }),
      now: () => Date.now(),
    }),
    returnToScreen: () => app.router.returnToScreen(),
    now: () => Date.now(),
    hasTwoPanes: () => !single.current,
    homePhone: () => session.view?.account?.phone ?? null,
    homeCountry: () => session.view?.account?.country ?? null,
    isOnline: () => ONLINE.has(app.link),
    webUrl: () => session.view?.webUrl ?? '',
  });
}
