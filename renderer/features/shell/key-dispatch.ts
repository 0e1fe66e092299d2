import { findKeyContext, isTakenElsewhere } from '#renderer/lib/keys/key-context.ts';
import { getCommand } from '#renderer/lib/keys/find-command.ts';
import type { App } from '#renderer/app/app.svelte.ts';
import type { CommandContext } from '#renderer/app/commands.ts';

/** Runs the command of a key press: the one listener of the window for all of them. Keys that are not ours stay as they are. */
export function dispatchKey(event: KeyboardEvent, { keys, commands }: Pick<App, 'keys' | 'commands'>): void {
  if (event.defaultPrevented) return;
  const { target } = event;
  const place = findKeyContext(target);
  const command = keys.find(event, place);
  const view = command === null ? keys.findView(event, place) : null;
  if ((command === null && view === null) || isTakenElsewhere(target, command)) return;
  const context: CommandContext = {
    place,
    target: target instanceof Element ? target : null,
    chat: null,
    isFromPalette: false,
  };
  // A finger that rests on a key does a thing once; what may be walked through goes on.
  if (event.repeat && (command === null || getCommand(command).repeats !== true)) {
    if (command === null || commands.can(command, context)) event.preventDefault();
    return;
  }
  if (command !== null && !commands.run(command, context)) return;
  event.preventDefault();
  if (view !== null) keys.openView(view);
}
