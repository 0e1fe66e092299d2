/** The menu of a right click where text is written or selected. The page has its own for chats and messages. */
import type { BrowserWindow, ContextMenuParams, MenuItemConstructorOptions } from 'electron';
import type { ElectronApi, ElectronSession } from '../electron-api.ts';
import type { Spelling } from './spelling.ts';

const MOST_SUGGESTIONS = 5;
const LINE: MenuItemConstructorOptions = { type: 'separator' };

export interface TextMenuNeeds {
  readonly menu: Pick<ElectronApi['menu'], 'buildFromTemplate'>;
  readonly session: Pick<ElectronSession, 'addWordToSpellCheckerDictionary'>;
  readonly spelling: Pick<Spelling, 'list' | 'toggle'>;
}

/** Ends with the window. Electron tells nothing of a right click that the page has taken. */
export function offerTextMenu(window: BrowserWindow, needs: TextMenuNeeds): void {
  window.webContents.on('context-menu', (_event, params) => {
    const template = toTextMenu(params, { ...needs, replace: (word) => window.webContents.replaceMisspelling(word) });
    if (template.length === 0) return;
    const { x, y, frame, menuSourceType: sourceType } = params;
    needs.menu.buildFromTemplate(template).popup({ window, x, y, sourceType, ...(frame === null ? {} : { frame }) });
  });
}

/** What was clicked, as far as it counts here. */
type Clicked = Pick<
  ContextMenuParams,
  'dictionarySuggestions' | 'editFlags' | 'formControlType' | 'isEditable' | 'misspelledWord' | 'selectionText'
>;

interface MenuParts extends Omit<TextMenuNeeds, 'menu'> {
  /** Puts a word in the place of the one that is misspelled. */
  readonly replace: (word: string) => void;
}

/** Nothing where there is nothing to do. */
export function toTextMenu(clicked: Clicked, needs: MenuParts): MenuItemConstructorOptions[] {
  const { editFlags: can } = clicked;
  if (!clicked.isEditable) return clicked.selectionText.trim() === '' ? [] : [{ role: 'copy', enabled: can.canCopy }];
  const editing: MenuItemConstructorOptions[] = [
    { role: 'undo', enabled: can.canUndo },
    { role: 'redo', enabled: can.canRedo },
    LINE,
    { role: 'cut', enabled: can.canCut },
    { role: 'copy', enabled: can.canCopy },
    { role: 'paste', enabled: can.canPaste },
    { role: 'pasteAndMatchStyle', enabled: can.canPaste },
    LINE,
    { role: 'selectAll', enabled: can.canSelectAll },
  ];
  // Whoever types a key does not want its letters learnt.
  if (clicked.formControlType === 'input-password') return editing;
  return [...listSuggestions(clicked, needs), ...editing, ...listLanguages(needs)];
}

function listSuggestions(
  { misspelledWord: word, dictionarySuggestions }: Clicked,
  { session, replace }: MenuParts,
): MenuItemConstructorOptions[] {
  if (word === '') return [];
  const found = dictionarySuggestions.slice(0, MOST_SUGGESTIONS);
  return [
    ...(found.length === 0 ? [{ label: 'No suggestions', enabled: false }] : found.map(toSuggestion)),
    LINE,
    // The name of a menu item takes an ampersand as the sign for its letter.
    { label: `Add “${escape(word)}” to the dictionary`, click: () => session.addWordToSpellCheckerDictionary(word) },
    LINE,
  ];

  function toSuggestion(suggestion: string): MenuItemConstructorOptions {
    return { label: escape(suggestion), click: () => replace(suggestion) };
  }
}

function escape(text: string): string {
  return text.replaceAll('&', '&&');
}

function listLanguages({ spelling }: MenuParts): MenuItemConstructorOptions[] {
  const submenu = spelling.list().map(({ code, name, isOn }) => ({
    ...{ type: 'checkbox' as const, label: name, checked: isOn },
    click: () => spelling.toggle(code),
  }));
  return submenu.length === 0 ? [] : [LINE, { label: 'Check spelling in', submenu }];
}
