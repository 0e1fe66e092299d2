/** The page of looks: the real components with fixed data, for the browser tests. Nothing links to it. */
import { mount } from 'svelte';
import './styles/tokens.css';
import './styles/reset.css';
import './styles/base.css';
import './styles/board.css';
import { toLocale } from './lib/locale.ts';
import { Texts } from './lib/messages.ts';
import GalleryView from './views/gallery/GalleryView.svelte';

const texts = new Texts(toLocale(window.location.search, navigator.languages));
document.documentElement.lang = texts.locale;
document.documentElement.dir = texts.direction;

const target = document.getElementById('app');
if (target === null) throw new Error('gallery.html has no #app');
mount(GalleryView, { target, props: { texts } });
