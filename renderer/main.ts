import { mount } from 'svelte';
import './styles/tokens.css';
import './styles/reset.css';
import './styles/base.css';
import './styles/board.css';
import AppFrame from './App.svelte';
import { getBridge } from './bridge/bridge.ts';
import { toLocale } from './lib/locale.ts';
import { Texts } from './lib/messages.ts';
import { App } from './state/app.svelte.ts';

const texts = new Texts(toLocale(window.location.search, navigator.languages));
document.documentElement.lang = texts.locale;
document.documentElement.dir = texts.direction;

const target = document.getElementById('app');
if (target === null) throw new Error('index.html has no #app');
const app = new App(getBridge(), texts);
mount(AppFrame, { target, props: { app, texts } });
void app.start();
