import { describe, expect, it } from 'vitest';
import { findEmoji, loadEmoji, noteRecent, readRecent } from '#renderer/lib/emoji.ts';
import { PageStorage } from '#test/support/page-storage.ts';

const namesOf = (found: readonly { readonly unicode: string }[]): string[] => found.map(({ unicode }) => unicode);

describe('emoji', () => {
  it('are found by their name or a tag, names that begin with it first', async () => {
    const all = await loadEmoji();
    expect(all.length).toBeGreaterThan(1_500);
    expect(namesOf(findEmoji(all, 'thumbs up'))[0]).toBe('👍️');
    expect(namesOf(findEmoji(all, 'dog')).slice(0, 2)).toEqual(['🐶', '🐕️']);
    expect(namesOf(findEmoji(all, ':tada'))).toContain('🎉');
    expect(findEmoji(all, 'zzzz')).toEqual([]);
    expect(findEmoji(all, ' ')).toBe(all);
  });

  it('that were used come back, the last first, each once and not too many', () => {
    const storage = new PageStorage();
    expect(readRecent(storage)).toEqual([]);
    for (const one of ['🐶', '🎉', '🐶']) noteRecent(storage, one);
    expect(readRecent(storage)).toEqual(['🐶', '🎉']);
    for (let index = 0; index < 30; index += 1) noteRecent(storage, String(index));
    expect(readRecent(storage)).toHaveLength(16);
    storage.setItem('switchboard.emoji', '{"not": "a list"');
    expect(readRecent(storage)).toEqual([]);
  });
});
