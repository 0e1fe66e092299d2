import type { CommandId } from '#shared/domain/commands.ts';
import type { CommandHandler, CommandHandlers } from '#renderer/app/commands.ts';

/**
 * Commands of one section of the window. `isShown`: whether that command is meant now, by a key; the palette asks for the
 * section. `show` brings it before the command runs.
 */
export function toSectionCommands(
  handlers: CommandHandlers,
  { isShown, show }: { isShown: (id: CommandId) => boolean; show: (id: CommandId) => unknown },
): CommandHandlers {
  const toHandler = (id: CommandId, { can, run }: CommandHandler): CommandHandler => ({
    can: (context) => (context.isFromPalette || isShown(id)) && can?.(context) !== false,
    run: (context) => {
      show(id);
      return run(context);
    },
  });
  const entries = Object.entries(handlers) as [CommandId, CommandHandler][];
  return Object.fromEntries(entries.map(([id, handler]) => [id, toHandler(id, handler)]));
}
