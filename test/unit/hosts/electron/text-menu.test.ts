import { beforeEach, describe, expect, it } from 'vitest';
import type { BrowserWindow, ContextMenuParams, EditFlags, MenuItemConstructorOptions } from 'electron';
import { offerTextMenu } from '#main/hosts/electron/window/text-menu.ts';
import { ElectronDouble } from '#test/support/electron/doubles.ts';
import { EventDouble, standIn } from '#test/support/electron/stand-in.ts';

const CAN: EditFlags = {
  ...{ canUndo: true, canRedo: false, canCut: true, canCopy: true, canPaste: true },
  ...{ canDelete: true, canSelectAll: true, canEditRichly: false },
};
const FIELD: Partial<ContextMenuParams> = {
  ...{ x: 12, y: 34, frame: null, menuSourceType: 'mouse', formControlType: 'text-area', isEditable: true },
  ...{ selectionText: '', misspelledWord: '', dictionarySuggestions: [], editFlags: CAN },
};

describe('the menu of a right click', () => {
  let double: ElectronDouble;
  let window: BrowserWindow;
  let toggled: string[];
  let languages: { code: string; name: string; isOn: boolean }[];

  beforeEach(() => {
    double = new ElectronDouble();
    double.recorder.isReady = true;
    [toggled, languages] = [[], []];
    window = double.parts.createWindow({});
    offerTextMenu(window, {
      menu: double.parts.menu,
      session: double.parts.getSession(),
      spelling: { list: () => languages, toggle: (code) => toggled.push(code) },
    });
  });

  function click(changes: Partial<ContextMenuParams>): readonly MenuItemConstructorOptions[] {
    double.builtMenu = null;
    const params = standIn<ContextMenuParams>({ ...FIELD, ...changes });
    double.windows[0]?.contents.events.emit('context-menu', new EventDouble(), params);
    return (double.builtMenu as { template: readonly MenuItemConstructorOptions[] } | null)?.template ?? [];
  }
  const press = (items: readonly MenuItemConstructorOptions[], label: string): void =>
    items.find((item) => item.label === label)?.click?.({} as never, undefined, {});
  const roles = (items: readonly MenuItemConstructorOptions[]) => items.flatMap(({ role }) => role ?? []);

  it('has what can be done with the text of a field, and opens where it was clicked', () => {
    const items = click({});
    expect(roles(items)).toEqual(['undo', 'redo', 'cut', 'copy', 'paste', 'pasteAndMatchStyle', 'selectAll']);
    expect(items.filter(({ enabled }) => enabled === false).map(({ role }) => role)).toEqual(['redo']);
    expect(double.recorder.callsOf('menu.popup')).toEqual([['menu.popup', { x: 12, y: 34, sourceType: 'mouse' }]]);
  });

  it('copies what is selected elsewhere, and is not there where nothing is', () => {
    const items = click({ isEditable: false, formControlType: 'none', selectionText: '+44 7700 900318' });
    expect(items).toEqual([{ role: 'copy', enabled: true }]);
    expect(click({ isEditable: false, formControlType: 'none', selectionText: ' ' })).toEqual([]);
    expect(double.recorder.callsOf('menu.popup')).toHaveLength(1);
  });

  it('puts a suggestion in the place of a misspelled word, at most five', () => {
    const items = click({ misspelledWord: 'recieve', dictionarySuggestions: ['receive', 'b', 'c', 'd', 'e', 'f'] });
    expect(items.slice(0, 6).map(({ label }) => label)).toEqual(['receive', 'b', 'c', 'd', 'e', undefined]);
    press(items, 'receive');
    expect(double.recorder.callsOf('contents.replaceMisspelling')).toEqual([
      ['contents.replaceMisspelling', 'receive'],
    ]);
  });

  it('takes a word into the dictionary, and shows an ampersand as it is', () => {
    const items = click({ misspelledWord: 'B&Q' });
    expect(items[0]).toMatchObject({ label: 'No suggestions', enabled: false });
    press(items, 'Add “B&&Q” to the dictionary');
    expect(double.recorder.callsOf('session.addWord')).toEqual([['session.addWordToSpellCheckerDictionary', 'B&Q']]);
  });

  it('never learns a word of a key or a password', () => {
    const items = click({ misspelledWord: 'hunter', formControlType: 'input-password' });
    expect(items.flatMap(({ label }) => label ?? [])).toEqual([]);
  });

  it('chooses the languages of the spelling where there are some to choose', () => {
    languages = [
      { code: 'en-GB', name: 'British English', isOn: true },
      { code: 'fr', name: 'French', isOn: false },
    ];
    const items = click({}).at(-1)?.submenu as MenuItemConstructorOptions[];
    expect(items.map(({ label, checked }) => [label, checked])).toEqual([
      ['British English', true],
      ['French', false],
    ]);
    press(items, 'French');
    expect(toggled).toEqual(['fr']);
  });
});
