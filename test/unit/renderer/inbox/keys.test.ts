import { describe, expect, it } from 'vitest';
import { findCommand, type KeyPress } from '#renderer/lib/inbox/keys.ts';

const press = (key: string, modifiers: Partial<KeyPress> = {}): KeyPress => ({
  key,
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  ...modifiers,
});

describe('keys of the inbox', () => {
  it.each([
    ['j', 'next'],
    ['k', 'previous'],
    ['e', 'close-or-reopen'],
    ['u', 'read-or-unread'],
    ['p', 'pin'],
    ['m', 'mute'],
    ['n', 'new-message'],
    ['r', 'write'],
    ['E', 'close-or-reopen'],
  ])('%s is %s where no field has the focus', (key, command) => {
    expect(findCommand(press(key), 'elsewhere')).toBe(command);
    expect(findCommand(press(key), 'list')).toBe(command);
    expect(findCommand(press(key), 'field')).toBeNull();
  });

  it.each([
    ['ArrowDown', 'next'],
    ['ArrowUp', 'previous'],
    ['Home', 'first'],
    ['End', 'last'],
    ['PageDown', 'page-down'],
    ['PageUp', 'page-up'],
    ['Enter', 'open'],
    ['ContextMenu', 'menu'],
  ])('%s moves only in the list', (key, command) => {
    expect(findCommand(press(key), 'list')).toBe(command);
    expect(findCommand(press(key), 'elsewhere')).toBeNull();
    expect(findCommand(press(key), 'field')).toBeNull();
  });

  it('goes from chat to chat with Alt, also from a field', () => {
    expect(findCommand(press('ArrowDown', { altKey: true }), 'field')).toBe('next-chat');
    expect(findCommand(press('ArrowUp', { altKey: true }), 'field')).toBe('previous-chat');
    expect(findCommand(press('ArrowDown', { altKey: true, shiftKey: true }), 'field')).toBe('next-unread');
  });

  it('has the panel, the new message and the way back from anywhere', () => {
    expect(findCommand(press('.', { ctrlKey: true }), 'field')).toBe('toggle-panel');
    expect(findCommand(press('.', { metaKey: true }), 'field')).toBe('toggle-panel');
    expect(findCommand(press('n', { ctrlKey: true }), 'field')).toBe('new-message');
    expect(findCommand(press('Escape'), 'field')).toBe('back');
  });

  it('opens the menu with Shift F10 and leaves other combinations alone', () => {
    expect(findCommand(press('F10', { shiftKey: true }), 'list')).toBe('menu');
    expect(findCommand(press('e', { ctrlKey: true }), 'list')).toBeNull();
    expect(findCommand(press('p', { metaKey: true }), 'elsewhere')).toBeNull();
    expect(findCommand(press('j', { altKey: true }), 'elsewhere')).toBeNull();
  });

  it('searches from anywhere, in the chat or in people', () => {
    const control = { ctrlKey: true };
    for (const place of ['field', 'list', 'elsewhere'] as const) {
      expect(findCommand(press('k', control), place)).toBe('search');
      expect(findCommand(press('f', { metaKey: true }), place)).toBe('find-in-chat');
      expect(findCommand(press('F', { ...control, shiftKey: true }), place)).toBe('search-everywhere');
      expect(findCommand(press('k', { ...control, shiftKey: true }), place)).toBeNull();
    }
  });

  it('takes a stroke as the search of people wherever the keyboard has it, but not in a field', () => {
    expect(findCommand(press('/'), 'list')).toBe('search-people');
    expect(findCommand(press('/', { shiftKey: true }), 'elsewhere')).toBe('search-people');
    expect(findCommand(press('/'), 'field')).toBeNull();
  });
});
