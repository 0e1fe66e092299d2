import type { Translator } from '#renderer/lib/messages.ts';
import { toChatTitle } from '#renderer/lib/chat-title.ts';
import { findSheetBanner, type UnsentChat, type SheetBannerView } from './sheet-banner.ts';
import type { App } from '#renderer/app/app.svelte.ts';

/** What the banner says now; reads runes, so it belongs into something derived. */
export function findBanner(app: App, texts: Translator): SheetBannerView | null {
  return findSheetBanner(app.link, app.sync.view, {
    texts,
    formats: app.formats,
    now: app.clock.seconds,
    counts: app.outbox.view?.counts ?? null,
    keyring: app.session.view?.keyring ?? 'ready',
    unsentChats: toUnsentChats(app.unsent?.texts.shown ?? [], (text) => toChatTitle(text, app.formats)),
  });
}

/** By chat, in the order of their first text. `toTitle`: the name of a person, or the number. */
function toUnsentChats<Text extends { readonly phone: string }>(
  texts: readonly Text[],
  toTitle: (text: Text) => string,
): readonly UnsentChat[] {
  return [...Map.groupBy(texts, ({ phone }) => phone)].map(([phone, some]) => ({
    phone,
    title: some.map(toTitle).findLast((title) => title !== '') ?? '',
    count: some.length,
  }));
}
