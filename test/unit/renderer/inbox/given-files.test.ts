import { describe, expect, it } from 'vitest';
import { findPastedFiles } from '#renderer/features/composer/given-files.ts';
import { Translator } from '#renderer/lib/messages.ts';

const texts = new Translator('en-GB');
const file = (name: string): File => new File(['a'], name, { type: 'image/png' });
const find = (given: readonly File[], text: string | null): string[] => {
  const types = [...(text === null ? [] : ['text/plain']), ...(given.length === 0 ? [] : ['Files'])];
  return findPastedFiles({ types, files: given, getData: () => text ?? '' }, texts).map(({ name }) => name);
};

describe('the files of what is pasted', () => {
  it('are those that stand there alone, and a picture without a name gets one', () => {
    expect(find([file('a.png')], null)).toEqual(['a.png']);
    expect(find([file('')], null)).toHaveLength(1);
    expect(find([file('')], null)).not.toEqual(['']);
    expect(find([], 'Words')).toEqual([]);
    expect(findPastedFiles(null, texts)).toEqual([]);
  });

  it('are none where words are meant that a picture stands beside', () => {
    expect(find([file('image.png')], 'Name\tPrice\nBella\t38')).toEqual([]);
    expect(find([file('image.png')], 'See image.png')).toEqual([]);
    expect(find([file('')], 'Words')).toEqual([]);
  });

  it.each([
    ['a b.png\rc.png'],
    ['/home/ada/a b.png\n/home/ada/c.png\n'],
    ['file:///home/ada/a%20b.png\r\nfile:///home/ada/c.png'],
    ['C:\\Ada\\a b.png\r\nC:\\Ada\\c.png'],
  ])('are those whose names or paths stand beside them: %j', (text) => {
    expect(find([file('a b.png'), file('c.png')], text)).toEqual(['a b.png', 'c.png']);
  });
});
