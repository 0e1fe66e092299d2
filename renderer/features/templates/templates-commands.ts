import type { App } from '#renderer/app/app.svelte.ts';
import type { CommandHandlers } from '#renderer/app/commands.svelte.ts';
import type { TemplatesScreen } from './templates-screen.svelte.ts';

/** What the commands mean on the templates screen. */
export function toTemplateCommands(
  screen: TemplatesScreen,
  { overlays, peopleUndo }: Pick<App, 'overlays' | 'peopleUndo'>,
): CommandHandlers {
  const onRows = (run: () => void) => ({
    can: ({ isFromPalette }: { isFromPalette: boolean }) =>
      !isFromPalette && screen.pane !== 'sheet' && screen.shown.length > 0,
    run: () => {
      run();
      screen.focus('list');
    },
  });
  const all = (): number => screen.shown.length;
  return {
    next: onRows(() => screen.move(1)),
    previous: onRows(() => screen.move(-1)),
    first: onRows(() => screen.move(-all())),
    last: onRows(() => screen.move(all())),
    open: {
      can: ({ place }) => place === 'list' && screen.currentKey !== null,
      run: () => {
        if (screen.currentKey !== null) screen.goTo(screen.currentKey);
        screen.tab = 'text';
        screen.focus('content');
      },
    },
    'save-template': {
      // The key is ours also where there is nothing to save.
      can: ({ isFromPalette }) =>
        screen.pane !== 'list' && (isFromPalette ? screen.form?.isDirty === true : screen.form !== null),
      run: () => screen.save(),
    },
    undo: {
      can: ({ place }) => place !== 'field' && place !== 'composer' && peopleUndo.lastAt !== null,
      run: () => peopleUndo.undoLast(),
    },
    'find-templates': { run: () => screen.find() },
    'new-template': { run: () => screen.create() },
    'go-templates': { can: () => screen.openKey !== null && screen.pane === 'sheet', run: () => screen.leaveEditor() },
    back: {
      run: () => {
        if (overlays.closeTop()) return;
        if (screen.isSearching) screen.endSearch();
        else if (!screen.leaveEditor()) screen.focus('list');
      },
    },
  };
}
