/** The page of looks: the real components with fixed data, for the browser tests. Nothing links to it. */
import { mount } from 'svelte';
import '#renderer/styles/tokens.css';
import '#renderer/styles/reset.css';
import '#renderer/styles/base.css';
import '#renderer/styles/board.css';
import { toLocale } from '#renderer/lib/locale.ts';
import { Translator } from '#renderer/lib/messages.ts';
import GalleryView from './gallery/GalleryView.svelte';

const texts = new Translator(toLocale(window.location.search, navigator.languages));
document.documentElement.lang = texts.locale;
document.documentElement.dir = texts.direction;

const target = document.getElementById('app');
if (target === null) throw new Error('gallery.html has no #app');
mount(GalleryView, { target, props: { texts } });
