import type { HandlersOf } from '#main/services/handler-types.ts';
import { openLink } from './host.ts';

/** What the page asks of the computer on which the app runs. */
export const hostHandlers: HandlersOf<'host'> = {
  'host.getInfo': ({ hostInfo }) => hostInfo,
  'host.getPresence': ({ userActivity }) => ({ isAway: userActivity.isAway }),
  'host.setActivity': ({ connection }, activity) => {
    connection.setActivity(activity);
    return {};
  },
  'host.openLink': async ({ host }, { url }) => {
    await openLink(host, url);
    return {};
  },
};
