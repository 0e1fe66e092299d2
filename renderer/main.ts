import { mount } from 'svelte';
import '#renderer/styles/tokens.css';
import '#renderer/styles/reset.css';
import '#renderer/styles/base.css';
import '#renderer/styles/board.css';
import AppFrame from './App.svelte';
import { findWay } from '#renderer/bridge/bridge.ts';
import { UnsentTextStorage } from './data/unsent-texts.svelte.ts';
import { toLocale } from '#renderer/lib/locale.ts';
import { Translator } from '#renderer/lib/messages.ts';
import { App } from './app/app.svelte.ts';
import UsedAddressView from './features/shell/UsedAddressView.svelte';

const texts = new Translator(toLocale(window.location.search, navigator.languages));
document.documentElement.lang = texts.locale;
document.documentElement.dir = texts.direction;

const target = document.getElementById('app');
if (target === null) throw new Error('index.html has no #app');
const way = await findWay();
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
