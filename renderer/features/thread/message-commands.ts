import type { CommandContext, CommandHandler, CommandHandlers } from '#renderer/app/commands.ts';
import type { MessageMenuAct } from './message-menu.ts';
import type { ThreadRow } from './thread-rows.ts';
import type { MessageListView } from './message-list.svelte.ts';

/** What the commands of messages mean while the list of a chat is on screen. */
export function toMessageCommands(view: MessageListView): CommandHandlers {
  const { hand } = view;
  const find = ({ place }: CommandContext): ThreadRow | null => (place === 'message' ? view.focused : null);
  const toHandler = (act: MessageMenuAct, can: (row: ThreadRow) => boolean = () => true): CommandHandler => ({
    can: (context) => {
      const row = find(context);
      return row !== null && can(row);
    },
    run: (context) => {
      const row = find(context);
      return row === null ? undefined : hand.act(act, row.message);
    },
  });
  return {
    'message-menu': {
      can: (context) => find(context) !== null,
      run: (context) => {
        const row = find(context);
        const anchor = context.target?.closest('[data-key]') ?? null;
        if (row !== null && anchor !== null) hand.openMenu(row.key, anchor, context.target);
      },
    },
    // What is selected by hand is the browser's to copy.
    'copy-message': toHandler('copy', () => getSelection()?.isCollapsed !== false),
    'check-message': toHandler('check'),
    'forward-message': toHandler('forward'),
    'show-details': toHandler('details'),
    'delete-message': toHandler('delete'),
    back: {
      can: ({ place }) => hand.checked.isAny && place !== 'list',
      run: () => hand.checked.clear(),
    },
  };
}
