import { describe, expect, it } from 'vitest';
import { PagedRows } from '#renderer/features/importing/paged-rows.svelte.ts';
import { toProblem } from '#test/support/fake-bridge.ts';
import { until } from '#test/support/until.ts';

interface Row {
  readonly place: number;
  readonly version: number;
}

/** `count` rows, whose version grows. */
function createRows(count: number) {
  const source = { count, version: 1, isFailing: false };
  const asked: number[] = [];
  const pages = new PagedRows<Row>({
    ask: (start, limit) => {
      asked.push(start);
      if (source.isFailing) return Promise.resolve({ ok: false, error: toProblem('disk') });
      const { version } = source;
      const length = Math.max(0, Math.min(limit, source.count - start));
      const rows = Array.from({ length }, (_, index) => ({ place: start + index, version }));
      return Promise.resolve({ ok: true, value: { count: source.count, rows } });
    },
  });
  return { pages, source, asked };
}

describe('rows in pages', () => {
  it('are read where one looks, 200 at a time, of any number', async () => {
    const { pages, asked } = createRows(200_000);
    await pages.refresh();
    expect(pages.count).toBe(200_000);
    pages.setVisible(150_190, 150_210);
    await until(() => expect(pages.find(150_210)?.place).toBe(150_210));
    expect(pages.find(150_190)?.place).toBe(150_190);
    expect(asked).toEqual([0, 150_000, 150_200]);
  });

  it('stay while they are read again, and are then the new ones', async () => {
    const { pages, source } = createRows(500);
    await pages.refresh();
    source.version = 2;
    const refreshed = pages.refresh();
    expect(pages.find(7)?.version).toBe(1);
    await refreshed;
    expect(pages.find(7)?.version).toBe(2);
  });

  it('keep few pages, so that 200,000 rows do not fill the memory', async () => {
    const { pages } = createRows(200_000);
    await pages.refresh();
    for (let place = 0; place < 20_000; place += 1_000) {
      pages.setVisible(place, place + 20);
      await until(() => expect(pages.find(place)).not.toBeNull());
    }
    expect(pages.find(0)).toBeNull();
  });

  it('are asked for from the end where there are fewer than one looked at', async () => {
    const { pages, source, asked } = createRows(1_000);
    await pages.refresh();
    pages.setVisible(900, 920);
    await until(() => expect(pages.find(910)).not.toBeNull());
    source.count = 100;
    await pages.refresh();
    expect(pages.count).toBe(100);
    await until(() => expect(pages.find(50)).not.toBeNull());
    expect(asked.at(-1)).toBe(0);
  });

  it('forget the rows before, and answers on their way to them', async () => {
    const { pages, source } = createRows(300);
    await pages.refresh();
    const late = pages.refresh();
    source.count = 3;
    pages.clear();
    expect(pages.count).toBeNull();
    expect(pages.find(0)).toBeNull();
    await pages.refresh();
    await late;
    expect(pages.count).toBe(3);
  });

  it('say why they are not there, and are there after another try', async () => {
    const { pages, source } = createRows(3);
    source.isFailing = true;
    await pages.refresh();
    expect(pages.problem?.code).toBe('disk');
    expect(pages.count).toBeNull();
    source.isFailing = false;
    await pages.refresh();
    expect(pages.problem).toBeNull();
    expect(pages.find(2)?.place).toBe(2);
  });
});
