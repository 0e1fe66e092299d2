import { describe, expect, it } from 'vitest';
import { COMMANDS, type CommandId } from '#shared/domain/commands.ts';
import { commandTitles } from '#renderer/lib/words/commands.ts';
import { toCommandKeys } from '#renderer/lib/keys/command-table.ts';
import { listCommandGroups, toGuide } from '#renderer/features/keyboard/guide.ts';
import { Translator } from '#renderer/lib/messages.ts';
import {
  countChanged,
  findHolder,
  isOfWindow,
  planChange,
  withoutChord,
} from '#renderer/features/keyboard/keyboard.ts';

const texts = new Translator('en-GB');
const keys = toCommandKeys({});

describe('changing shortcuts', () => {
  it('replaces what a command has, or adds to it', () => {
    expect(planChange({}, { id: 'pin', chord: 'Ctrl+Shift+P', isMore: false })).toEqual({ pin: 'Ctrl+Shift+P' });
    expect(planChange({}, { id: 'pin', chord: 'B', isMore: true })).toEqual({ pin: 'P B' });
  });

  it('keeps no choice that is the usual one', () => {
    const changed = planChange({}, { id: 'pin', chord: 'B', isMore: false });
    expect(planChange(changed, { id: 'pin', chord: 'P', isMore: false })).toEqual({});
    expect(countChanged(changed)).toBe(1);
    expect(countChanged({ unknown: 'X', back: 'B' })).toBe(0);
  });

  it('keeps the new chord where a command would have more than may be kept', () => {
    const long = { pin: 'Ctrl+Alt+Shift+ArrowDown Ctrl+Alt+F12' };
    expect(planChange(long, { id: 'pin', chord: 'Ctrl+Alt+9', isMore: true })).toEqual({ pin: 'Ctrl+Alt+9' });
  });

  it('names who has a chord, as far as both can be meant at one place', () => {
    expect(findHolder('E', 'pin', keys)).toBe('close-or-reopen');
    expect(findHolder('Ctrl+K', 'pin', keys)).toBe('search');
    expect(findHolder('X', 'forward-message', keys)).toBe('check-message');
    expect(findHolder('X', 'pin', keys)).toBe('check');
    expect(findHolder('I', 'pin', keys)).toBeNull();
    expect(findHolder('P', 'pin', keys)).toBeNull();
  });

  it('takes one chord away and leaves the others', () => {
    expect(withoutChord({}, 'new-message', 'N')).toEqual({ 'new-message': 'Ctrl+N' });
    expect(withoutChord({}, 'pin', 'P')).toEqual({ pin: '' });
  });

  it('leaves the window and fields what is theirs', () => {
    for (const chord of ['Tab', 'Shift+Tab', 'Enter', 'Space', 'Escape', 'ArrowDown', 'Home', 'Ctrl+C', 'Ctrl+V'])
      expect(isOfWindow(chord), chord).toBe(true);
    for (const chord of ['E', 'F2', 'Shift+ArrowDown', 'Alt+Enter', 'Ctrl+Shift+C', 'Delete'])
      expect(isOfWindow(chord), chord).toBe(false);
  });
});

describe('the guide', () => {
  const options = {
    texts,
    canZoom: true,
    chordsOf: (id: CommandId) => keys.get(id) ?? [],
    toKeyLabelsOf: (chord: string) => [chord],
    others: [],
  };

  it('has every command with keys once, by group', () => {
    const ids = toGuide({ ...options, query: '' }).flatMap(({ rows }) => rows.map(({ id }) => id));
    expect(ids).toEqual(COMMANDS.filter(({ keys: own }) => own !== '').map(({ id }) => id));
    expect(listCommandGroups(true).flatMap(({ rows }) => rows)).toHaveLength(COMMANDS.length);
  });

  it('leaves the size of the window to the browser where it is the browser’s', () => {
    const ids = toGuide({ ...options, canZoom: false, query: '' }).flatMap(({ rows }) => rows.map(({ id }) => id));
    expect(ids.filter((id) => id.startsWith('zoom'))).toEqual([]);
  });

  it('is searched by title, by other words and by the keys themselves', () => {
    const find = (query: string) => toGuide({ ...options, query }).flatMap(({ rows }) => rows.map(({ id }) => id));
    expect(find('unpin')).toEqual(['pin']);
    expect(find('archive')).toEqual(['close-or-reopen']);
    expect(find('F6')).toEqual(['next-region', 'previous-region']);
    expect(find('nothing like it')).toEqual([]);
  });

  it('has a word for every command, and no two of the same', () => {
    const titles = COMMANDS.map(({ id }) => texts.text(commandTitles[id]));
    expect(new Set(titles).size).toBe(titles.length);
    expect(titles.every((title) => title.length > 0)).toBe(true);
  });
});
