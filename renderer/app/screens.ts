import type { Component } from 'svelte';
import type { CommandId } from '#shared/domain/commands.ts';
import type { Message } from '#renderer/lib/messages.ts';
import type { App } from './app.svelte.ts';
import type { ScreenId } from './routes.ts';

export interface ViewLoader {
  readonly load: () => Promise<Component>;
}

/**
 * One screen of the window: its place in the rail, its command, and its view. A new screen is a line here in `ScreenId`
 * and `STARTS` (routes.ts), a row of the command table, and an entry of `renderer/screens.ts`; rail, keys, palette and
 * shell are made from that.
 */
export interface Screen {
  readonly id: ScreenId;
  readonly label: Message;
  readonly icon: Component<{ size?: number }>;
  /** Shows it, by its key and from the palette. */
  readonly command: CommandId;
  /** What it does for the user from everywhere: the screen is shown first. */
  readonly brings?: readonly CommandId[];
  /** Its view, or how it is loaded when the screen is first shown: what does not come with the page does not slow its start. */
  readonly view: Component | ViewLoader;
  /** Where it stands in the rail. `none`: the item of the screen that it belongs to (`partOf`) is the current one. */
  readonly rail: 'top' | 'bottom' | 'none';
  readonly partOf?: ScreenId;
  /** It goes on behind the others, as it was. */
  readonly staysAlive: boolean;
  /** How many chats need attention there, and how many more are unread but muted; reads runes. */
  readonly readCounts?: (app: App) => { readonly count: number; readonly muted: number };
}
