import { describe, expect, it } from 'vitest';
import { decodeList } from '#main/api/wire/people/list.ts';
import { decodePage, explainNoPage } from '#main/api/wire/page.ts';

const asked = { page: 2, limit: 100 };
const good = { id: 1, name: 'A' };

describe('decodePage', () => {
  it('keeps the good rows beside a bad one, and says where the bad one was', () => {
    const decoded = decodePage(
      { resources: [good, { name: 'no id' }, null, 7, { ...good, id: 2 }] },
      asked,
      decodeList,
    );
    expect(decoded?.page.items.map(({ id }) => Number(id))).toEqual([1, 2]);
    expect(decoded?.badPaths).toEqual(['resources.1.id', 'resources.2.', 'resources.3.']);
  });

  it('is no page when not one row can be read: an empty one would look like the end', () => {
    expect(decodePage([{ name: 'no id' }], asked, decodeList)).toBeNull();
    expect(explainNoPage([{ name: 'no id' }], asked, decodeList)).toBe(
      'has no readable row, beginning at resources.0.id',
    );
    expect(explainNoPage('no page', asked, decodeList)).toBe('is not a page of that collection');
  });

  it('takes what PHP makes of an array with holes, and null for none', () => {
    expect(
      decodePage({ resources: { '0': good, '4': { ...good, id: 5 } } }, asked, decodeList)?.page.items,
    ).toHaveLength(2);
    expect(decodePage({ resources: null, page: 1 }, asked, decodeList)?.page.items).toEqual([]);
  });

  it('takes an object keyed by number for a bare array', () => {
    expect(decodePage({ '0': good, '4': { ...good, id: 5 } }, asked, decodeList)).toMatchObject({
      page: { ...asked, pageCount: null, items: [{ id: 1 }, { id: 5 }] },
    });
  });

  it('is no page where rows are missing that are said to follow: an empty one would look like the end', () => {
    expect(decodePage({ resources: null, page: 2, pageCount: 5 }, asked, decodeList)).toBeNull();
    expect(decodePage({ resources: null, pageCount: 5 }, asked, decodeList)).toBeNull();
    expect(decodePage({ resources: null, page: 5, pageCount: 5 }, asked, decodeList)?.page.items).toEqual([]);
    expect(decodePage({ resources: null, page: 1, pageCount: 0 }, asked, decodeList)?.page.items).toEqual([]);
  });

  it.each([[{}], [{ error: 'x' }], [{ resources: 'x' }], [{ resources: { a: good } }], ['x'], [null], [7]])(
    'is no page: %j',
    (value) => {
      expect(decodePage(value, asked, decodeList)).toBeNull();
    },
  );
});
