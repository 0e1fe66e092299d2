/**
 * The app talks to the service, by its own client, and to no one else. What Chromium would fetch by itself, and what a page
 * could make it fetch, is disabled here.
 */
import type { ElectronApi, ElectronSession } from '../electron-api.ts';
import { isPageUrl } from './page-protocol.ts';

/** Chromium's own requests: reports of failed connections, component updates, link pings, time and field trials. */
const SWITCHES = [
  'disable-background-networking',
  'disable-breakpad',
  'disable-component-update',
  'disable-domain-reliability',
  'no-pings',
];

/** Before Electron is ready: later it ignores the switches. */
export function disableBackgroundRequests(commandLine: ElectronApi['commandLine']): void {
  for (const name of SWITCHES) commandLine.appendSwitch(name);
}

/** Once Electron is ready and before there is a window. Spelling is off until its dictionaries are known to be here. */
export function blockOutsideRequests(
  app: Pick<ElectronApi['app'], 'configureHostResolver'>,
  session: Pick<ElectronSession, 'setSpellCheckerEnabled' | 'webRequest'>,
): void {
  session.setSpellCheckerEnabled(false);
  session.webRequest.onBeforeRequest((details, callback) => {
    callback({ cancel: !isLocal(details.url) });
  });
  app.configureHostResolver({ secureDnsMode: 'off' });
}

/** Our page, what the page made itself, and the developer tools (which have files of their own inside). */
function isLocal(address: string): boolean {
  if (isPageUrl(address)) return true;
  const url = URL.parse(address);
  if (url?.protocol === 'blob:') return isPageUrl(url.pathname);
  return url?.protocol === 'data:' || url?.protocol === 'devtools:';
}
