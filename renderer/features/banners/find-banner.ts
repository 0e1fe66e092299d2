import type { Translator } from '#renderer/lib/messages.ts';
import { toChatTitle } from '#renderer/lib/chat-title.ts';
import { toKeptChats } from './kept-banner.ts';
import { findSheetBanner, type SheetBannerView } from './sheet-banner.ts';
import type { App } from '#renderer/app/app.svelte.ts';

/** What the banner says now; reads runes, so it belongs into something derived. */
export function findBanner(app: App, texts: Translator): SheetBannerView | null {
  return findSheetBanner(app.link, app.sync.view, {
    texts,
    formats: app.formats,
    now: app.clock.seconds,
    counts: app.outbox.view?.counts ?? null,
    keyring: app.session.view?.keyring ?? 'ready',
    keptChats: toKeptChats(app.unsent?.texts.shown ?? [], (text) => toChatTitle(text, app.formats)),
  });
}
