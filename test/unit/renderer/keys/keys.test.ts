import { describe, expect, it } from 'vitest';
import { COMMANDS, type CommandId, type CommandPage } from '#shared/domain/commands.ts';
import { buildView } from './build-view.ts';
import { isSingleKey, listChords, toChords } from '#renderer/lib/keys/chords.ts';
import { canCollide } from '#renderer/lib/keys/command-table.ts';
import type { KeyContext, KeyPress } from '#renderer/lib/keys/press.ts';
import { Keys } from '#renderer/app/keys.svelte.ts';

const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)';
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)';

const press = (key: string, more: Partial<KeyPress> = {}): KeyPress => ({
  key,
  code: /^[a-z]$/i.test(key) ? `Key${key.toUpperCase()}` : /^\d$/.test(key) ? `Digit${key}` : key,
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  ...more,
});
const control = (key: string, more: Partial<KeyPress> = {}) => press(key, { ctrlKey: true, ...more });

function start(
  settings: { singleKeys?: boolean; shortcuts?: Record<string, string> } = {},
  { userAgent = WINDOWS, page = 'inbox' }: { userAgent?: string; page?: CommandPage | null } = {},
): Keys {
  return new Keys({
    settings: () => ({ singleKeys: true, shortcuts: {}, ...settings }),
    findPage: () => page,
    userAgent,
  });
}

/** A press of a chord of the table on an American keyboard. */
function pressOf(chord: string): KeyPress {
  const keys = chord.split('+');
  const key = keys.at(-1) ?? '';
  const has = (name: string) => keys.includes(name);
  return press(key.length === 1 && !has('Shift') ? key.toLowerCase() : key, {
    ctrlKey: has('Ctrl'),
    altKey: has('Alt'),
    shiftKey: has('Shift') || '?#'.includes(key),
  });
}

describe('the keys of the table', () => {
  const places: Readonly<Record<(typeof COMMANDS)[number]['scope'], KeyContext>> = {
    anywhere: 'elsewhere',
    chat: 'elsewhere',
    list: 'list',
    message: 'message',
    composer: 'composer',
  };

  it.each(COMMANDS.filter(({ keys }) => keys !== '').map((row) => [row.id, row] as const))(
    '%s is found by each of its chords where it belongs',
    (id, row) => {
      const keys = start({}, { page: 'on' in row ? row.on : null });
      for (const chord of listChords(row.keys)) expect(keys.find(pressOf(chord), places[row.scope]), chord).toBe(id);
    },
  );

  it('gives no chord to two commands that can be meant at one place', () => {
    const chords = COMMANDS.flatMap(({ id, keys }) => listChords(keys).map((chord) => ({ id, chord })));
    const clashes = chords.flatMap((one, index) =>
      chords.slice(index + 1).filter((other) => other.chord === one.chord && canCollide(one.id, other.id)),
    );
    expect(clashes).toEqual([]);
  });

  it('leaves letters and signs to fields, and what a field does with its text', () => {
    for (const place of ['field', 'composer'] as const) {
      for (const { keys } of COMMANDS)
        for (const chord of listChords(keys).filter(isSingleKey))
          expect(start().find(pressOf(chord), place), chord).toBeNull();
      for (const key of ['a', 'c', 'End', 'v', 'x']) expect(start().find(control(key), place)).toBeNull();
      for (const key of ['ArrowDown', 'Delete', 'Home', 'Enter', 'PageDown'])
        expect(start().find(press(key), place)).toBeNull();
    }
  });

  it('has its other keys in fields too', () => {
    const keys = start();
    expect(keys.find(control('k'), 'field')).toBe('search');
    expect(keys.find(press('ArrowDown', { altKey: true }), 'composer')).toBe('next-chat');
    expect(keys.find(press('F6', { shiftKey: true }), 'composer')).toBe('previous-region');
    expect(keys.find(press('Escape'), 'field')).toBe('back');
    expect(keys.find(control('z'), 'field')).toBe('undo');
    expect(keys.find(control('Enter'), 'composer')).toBe('send');
    expect(keys.find(control('Enter'), 'field')).toBeNull();
  });

  it('moves by arrows in the list alone, and leads to the list by letters from anywhere', () => {
    const keys = start();
    expect(keys.find(press('ArrowDown'), 'list')).toBe('next');
    expect(keys.find(press('ArrowDown'), 'elsewhere')).toBeNull();
    expect(keys.find(press('j'), 'elsewhere')).toBe('next');
    expect(keys.find(control('a'), 'elsewhere')).toBeNull();
    expect(keys.find(control('a'), 'list')).toBe('check-all');
  });

  it('means the message before the chat while a message has the focus', () => {
    const keys = start();
    expect(keys.find(press('Delete'), 'message')).toBe('delete-message');
    expect(keys.find(press('Delete'), 'list')).toBe('delete');
    expect(keys.find(press('x'), 'message')).toBe('check-message');
    expect(keys.find(press('x'), 'elsewhere')).toBe('check');
    expect(keys.find(press('e'), 'message')).toBe('close-or-reopen');
  });
});

describe('keys of one page', () => {
  it('mean something there alone', () => {
    const on = (page: CommandPage | null) => start({}, { page }).find(press('/'), 'elsewhere');
    expect([on('inbox'), on('ledger'), on(null)]).toEqual(['search-people', 'search-ledger', null]);
  });
});

describe('presses of other keyboards', () => {
  it('leaves the keys that move by a word to the fields of a Mac', () => {
    const left = press('ArrowLeft', { altKey: true });
    const mac = start({}, { userAgent: MAC });
    expect([mac.find(left, 'composer'), mac.find(left, 'field'), mac.find(left, 'list')]).toEqual([
      null,
      null,
      'go-back',
    ]);
    expect(start().find(left, 'composer')).toBe('go-back');
  });

  it('takes letters by what they write, and by their place where that is another script', () => {
    const keys = start();
    expect(keys.find(press('z', { code: 'KeyY' }), 'list')).toBe('undo');
    expect(keys.find(control('л', { code: 'KeyK' }), 'list')).toBe('search');
    expect(keys.find(press('é', { code: 'Digit2' }), 'list')).toBeNull();
  });

  it('takes digits by their place, whatever they write there', () => {
    const keys = start();
    expect(keys.find(control('&', { code: 'Digit1' }), 'field')).toBe('go-inbox');
    expect(keys.find(control('1', { code: 'Numpad1' }), 'field')).toBe('go-inbox');
  });

  it('takes signs by what they write, with whatever key writes them', () => {
    const keys = start();
    expect(keys.find(press('/', { code: 'Digit7', shiftKey: true }), 'list')).toBe('search-people');
    expect(keys.find(press('#', { code: 'Digit3', shiftKey: true }), 'list')).toBe('delete');
    expect(keys.find(control('+', { code: 'Equal', shiftKey: true }), 'list')).toBe('zoom-in');
    const altGr = { ctrlKey: true, altKey: true, getModifierState: () => true };
    expect(keys.find(press('#', { code: 'Digit3', ...altGr }), 'list')).toBe('delete');
    expect(start({}, { userAgent: MAC }).find(press('#', { code: 'Digit3', altKey: true }), 'list')).toBe('delete');
  });

  it('hears nothing while an input method has the keys, nor of modifiers alone', () => {
    for (const gone of [press('k', { ctrlKey: true, isComposing: true }), press('Process'), press('Shift')]) {
      expect(toChords(gone, false)).toEqual([]);
      expect(start().find(gone, 'list')).toBeNull();
    }
  });

  it('takes the command key on a Mac, and there alone', () => {
    const mac = start({}, { userAgent: MAC });
    expect(mac.find(press('k', { metaKey: true }), 'field')).toBe('search');
    expect(mac.find(control('k'), 'field')).toBeNull();
    expect(start().find(press('k', { metaKey: true }), 'field')).toBeNull();
  });
});

describe('keys that a person chose', () => {
  it('takes the place of the table and says so in key labels', () => {
    const keys = start({ shortcuts: { 'close-or-reopen': 'Ctrl+Shift+E', pin: '' } });
    expect(keys.find(press('e'), 'list')).toBeNull();
    expect(keys.find(control('E', { shiftKey: true }), 'field')).toBe('close-or-reopen');
    expect(keys.keyLabelsOf('close-or-reopen')).toEqual(['Ctrl', 'Shift', 'E']);
    expect(keys.keyLabelsOf('pin')).toEqual([]);
    expect(keys.ariaOf('pin')).toBeUndefined();
  });

  it('leaves the keys of the platform where they are', () => {
    const keys = start({ shortcuts: { open: 'O', back: '' } });
    expect(keys.find(press('Enter'), 'list')).toBe('open');
    expect(keys.find(press('Escape'), 'field')).toBe('back');
  });

  it('turns single letters off, not the keys with names', () => {
    const keys = start({ singleKeys: false });
    expect(keys.find(press('e'), 'list')).toBeNull();
    expect(keys.find(press('#', { shiftKey: true }), 'list')).toBeNull();
    expect(keys.find(press('Delete'), 'list')).toBe('delete');
    expect(keys.find(press('Escape'), 'list')).toBe('back');
    expect(keys.keyLabelsOf('close-or-reopen')).toEqual([]);
    expect(keys.keyLabelsOf('new-message')).toEqual(['Ctrl', 'N']);
  });

  it('opens kept lists by their chords, letters alone not in fields', () => {
    const keys = start();
    const views = [buildView({ id: 'a', keys: 'Alt+1' }), buildView({ id: 'b', keys: 'V' })];
    const stop = keys.followViews({ list: () => views, open: () => undefined });
    expect(keys.findView(press('1', { altKey: true }), 'field')?.id).toBe('a');
    expect(keys.findView(press('v'), 'list')?.id).toBe('b');
    expect(keys.findView(press('v'), 'field')).toBeNull();
    stop();
    expect(keys.findView(press('v'), 'list')).toBeNull();
  });
});

describe('keyLabels', () => {
  it.each<[CommandId, string[], string[]]>([
    ['search', ['Ctrl', 'K'], ['⌘', 'K']],
    ['send', ['Ctrl', 'Enter'], ['⌘', '↵']],
    ['next-unread', ['Alt', 'Shift', '↓'], ['⌥', '⇧', '↓']],
    ['new-message', ['N'], ['N']],
    ['block', [], []],
  ])('of %s are those of the keyboard', (id, windows, mac) => {
    expect(start().keyLabelsOf(id)).toEqual(windows);
    expect(start({}, { userAgent: MAC }).keyLabelsOf(id)).toEqual(mac);
    expect(start().toTextOf(id)).toBe(windows.join('+'));
    expect(start({}, { userAgent: MAC }).toTextOf(id)).toBe(mac.join(''));
  });

  it('say to screen readers what the keys are called', () => {
    expect(start().ariaOf('search')).toBe('Control+K');
    expect(start({}, { userAgent: MAC }).ariaOf('search')).toBe('Meta+K');
  });
});
