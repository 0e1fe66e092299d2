import type { CheckedRowView } from '#shared/contract/index.ts';
import type { CommandHandlers } from '#renderer/app/commands.svelte.ts';
import type { DraftRows } from './draft-rows.svelte.ts';
import type { RowsActions } from './rows-actions.ts';
import type { RowsViewport } from './rows-viewport.svelte.ts';

interface RowsCommandsOptions {
  readonly rows: DraftRows;
  readonly view: RowsViewport;
  readonly setLeftOut: (row: CheckedRowView, isLeftOut: boolean) => void;
  readonly actions: Pick<RowsActions, 'canUndo' | 'undo'>;
}

/** What the commands mean among the rows of a file. They are for keys alone: the palette means the chat list. */
export function toRowsCommands({ rows, view, setLeftOut, actions }: RowsCommandsOptions): CommandHandlers {
  const can = (): boolean => view.box !== null && rows.count > 0;
  const onRows = (run: () => unknown) => ({
    can: ({ isFromPalette }: { isFromPalette: boolean }) => !isFromPalette && can(),
    run: () => {
      run();
      view.focus();
    },
  });
  const moveTo = (index: number): void => {
    rows.moveTo(index);
    void view.reveal();
  };
  const move = (step: number): void => moveTo(rows.cursor === -1 ? view.first : rows.cursor + step);
  return {
    next: onRows(() => move(1)),
    previous: onRows(() => move(-1)),
    first: onRows(() => moveTo(0)),
    last: onRows(() => moveTo(rows.count - 1)),
    'page-down': onRows(() => move(view.pageRows)),
    'page-up': onRows(() => move(-view.pageRows)),
    check: onRows(() => {
      const row = rows.cursorRow;
      const act = row === null ? null : rows.findAct(row);
      if (row !== null && act !== null) setLeftOut(row, act === 'leave-out');
    }),
    open: {
      can: ({ target }) => can() && target === view.box && rows.cursorRow !== null,
      run: () => {
        const row = rows.cursorRow;
        if (row !== null) rows.toggleDetails(row.line);
        void view.reveal();
      },
    },
    undo: {
      can: ({ place }) => place !== 'field' && actions.canUndo,
      run: () => actions.undo(),
    },
    back: {
      can: ({ isFromPalette }) => !isFromPalette && can() && rows.openLine !== null,
      run: () => {
        rows.openLine = null;
        view.focus();
      },
    },
  };
}
