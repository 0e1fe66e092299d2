import '#renderer/styles/tokens.css';
import '#renderer/styles/reset.css';
import '#renderer/styles/base.css';
import '#renderer/styles/board.css';
import { findWay } from '#renderer/bridge/bridge.ts';

const target = document.getElementById('app');
if (target === null) throw new Error('index.html has no #app');
// The line to main opens while the rest of the page is loaded.
const [way, { openWindow }] = await Promise.all([findWay(), import('./window.ts')]);
await openWindow(way, target);
