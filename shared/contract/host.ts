/** The computer on which the app runs. */
import * as v from 'valibot';
import { nothing } from './common.ts';

export const hostInfoSchema = v.object({
  kind: v.picklist(['browser', 'electron']),
  platform: v.picklist(['windows', 'macos', 'linux']),
  /** Whether the size of the whole window is a setting of ours. */
  canZoom: v.boolean(),
  /** Who shows the menus: nobody, the system beside or above the window, or a button of the page opens them. */
  menus: v.picklist(['none', 'system', 'button']),
  version: v.string(),
  /** Names the data folder: two folders that are served at one address after each other have nothing in common. */
  dataId: v.string(),
});
export type HostInfo = v.InferOutput<typeof hostInfoSchema>;

export const hostRequests = {
  /** Whether the user is away: the computer is locked or asleep. */
  'host.getPresence': { input: nothing, output: v.object({ isAway: v.boolean() }), errors: [] },
  'host.getInfo': { input: nothing, output: hostInfoSchema, errors: [] },
  /** Opens an http, https, mailto or tel link outside the app. */
  'host.openLink': {
    input: v.object({ url: v.pipe(v.string(), v.maxLength(2_000)) }),
    output: nothing,
    errors: ['validation'],
  },
  /** Whether the user looks at the app; decides how often the service is asked. */
  'host.setActivity': {
    input: v.object({ isVisible: v.boolean(), isFocused: v.boolean() }),
    output: nothing,
    errors: [],
  },
} as const;
