import { describe, expect, it } from 'vitest';
import { UnsentTextStorage } from '#renderer/data/unsent-texts.svelte.ts';
import { PageStorage } from '#test/support/page-storage.ts';

const PHONE = '447700900318';

describe('the storage of a page', () => {
  it('keeps a hundred texts of a folder, and forgets those of folders that nobody opened for long', () => {
    const page = new PageStorage();
    const storage = new UnsentTextStorage(() => page);
    const text = { account: 'a', phone: PHONE, name: '', text: 'x', fileIds: [], at: 0, isAsked: false };
    const written = Array.from({ length: 101 }, (_, index) =>
      storage.write('folder', { ...text, requestId: String(index), at: 101 - index }),
    );
    expect([written.filter(Boolean).length, written.at(-1)]).toEqual([100, false]);
    expect(storage.list('folder', 'a', 1_000).map(({ at }) => at)[0]).toBe(2);
    expect(storage.list('other', 'a', 1_000)).toEqual([]);
    expect(page.length).toBe(100);
    storage.list('other', 'a', 91 * 86_400_000);
    expect(page.length).toBe(0);
  });

  it('is as if empty where the browser closes it, or something else wrote there', () => {
    const page = new PageStorage();
    page.setItem('switchboard.text.folder.1', '{"half":');
    const storage = new UnsentTextStorage(() => page);
    expect(storage.list('folder', 'a', 0)).toEqual([]);
    const closed = new UnsentTextStorage(() => {
      throw new DOMException('closed', 'SecurityError');
    });
    expect(closed.list('folder', 'a', 0)).toEqual([]);
  });
});
