/** What the window shows, once it is known whether there is a way to main. */
import { mount } from 'svelte';
import AppFrame from './App.svelte';
import type { Way } from '#renderer/bridge/bridge.ts';
import { UnsentTextStorage } from './data/unsent-texts.svelte.ts';
import { toLocale } from '#renderer/lib/locale.ts';
import { Translator } from '#renderer/lib/messages.ts';
import { App } from './app/app.svelte.ts';
import UsedAddressView from './features/shell/UsedAddressView.svelte';

export async function openWindow(way: Way, target: HTMLElement): Promise<void> {
  const texts = new Translator(toLocale(window.location.search, navigator.languages));
  document.documentElement.lang = texts.locale;
  document.documentElement.dir = texts.direction;
  if (way.kind === 'open') {
    const app = new App(way.bridge, texts, {
      unsentTextStorage: new UnsentTextStorage(() => window.localStorage),
      openStorage: () => window.localStorage,
      addressBar: window,
    });
    mount(AppFrame, { target, props: { app, texts } });
    void app.start();
  } else {
    mount(UsedAddressView, { target, props: { texts } });
    await way.reopened;
    window.location.reload();
  }
}
