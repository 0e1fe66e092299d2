import { describe, expect, it } from 'vitest';
import { fitColumns, TableState, toTracks } from '#renderer/ui/data-table.svelte.ts';
import { until } from '#test/support/until.ts';

interface Row {
  readonly id: number;
  readonly round: number;
}

const ids = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

function createTable(count: number, gone: ReadonlySet<number> = new Set()) {
  const asked: (readonly number[])[] = [];
  const table = new TableState<Row>({
    load: (wanted) => {
      asked.push(wanted);
      return Promise.resolve(wanted.map((id) => (gone.has(id) ? null : { id, round: asked.length })));
    },
  });
  table.show(ids(count), []);
  return { table, asked };
}

describe('the rows of a table', () => {
  it('are loaded around what is visible, at most 200 at a time', async () => {
    const { table, asked } = createTable(100_000);
    table.setVisibleRange(50_000, 50_400);
    await until(() => expect(table.find(50_400) !== null).toBe(true));
    expect(table.find(80_000)).toBeNull();
    expect(Math.max(...asked.map(({ length }) => length))).toBe(200);
  });

  it('stay while they are read again after a change', async () => {
    const { table } = createTable(10);
    await until(() => expect(table.find(3) !== null).toBe(true));
    table.refresh();
    expect(table.find(3)).toEqual({ id: 3, round: 1 });
    await until(() => expect(table.find(3)?.round === 2).toBe(true));
  });

  it('are not asked for again once they are known to be gone', async () => {
    const { table, asked } = createTable(10, new Set([4]));
    await until(() => expect(table.find(10) !== null).toBe(true));
    table.setVisibleRange(0, 9);
    await Promise.resolve();
    expect(table.find(4)).toBeNull();
    expect(asked).toHaveLength(1);
  });
});

describe('the keys in a table', () => {
  it('stay on their row when rows move, and take the place of a row that is gone', () => {
    const { table } = createTable(10);
    table.moveTo(4);
    table.show([9, 1, 2, 3, 4, 5, 6], []);
    expect(table.cursorIndex).toBe(5);
    table.show([9, 1, 2, 3, 4, 6], []);
    expect(table.cursorId).toBe(6);
  });

  it('go no further than the first and the last row', () => {
    const { table } = createTable(5);
    table.move(-1);
    expect(table.cursorIndex).toBe(0);
    table.move(99);
    expect(table.cursorIndex).toBe(4);
  });

  it('check on the way down, and take back what the extension checked on the way up', () => {
    const { table } = createTable(10);
    table.moveTo(2);
    table.extend(1);
    table.extend(1);
    expect([...table.checked]).toEqual([3, 4, 5]);
    table.extend(-1);
    expect([...table.checked]).toEqual([3, 4]);
  });

  it('extend from the row that was toggled last, and keep what was checked before', () => {
    const { table } = createTable(10);
    table.toggle(9);
    table.toggle(2);
    table.extendTo(4);
    expect([...table.checked].toSorted((one, other) => one - other)).toEqual([2, 3, 4, 9]);
  });
});

describe('checks', () => {
  it('stay on rows that are still there', () => {
    const { table } = createTable(5);
    table.checkAll();
    table.show([2, 4], []);
    expect([...table.checked]).toEqual([2, 4]);
    expect(table.isEverythingChecked).toBe(true);
  });

  it('do not follow the user to another table', () => {
    const { table } = createTable(5);
    table.checkAll();
    table.clear();
    expect(table.checked.size).toBe(0);
    expect(table.cursorId).toBeNull();
  });
});

describe('the columns of a table', () => {
  const columns = [0, 150, 120, 100].map((width, index) => ({ id: String(index), label: '', width, canSort: true }));

  it.each([
    [640, ['0', '1', '2', '3']],
    [560, ['0', '1', '2']],
    [300, ['0']],
    [0, ['0']],
  ])('give way from the end where there are %i pixels', (room, shown) => {
    expect(fitColumns(columns, room).map(({ id }) => id)).toEqual(shown);
  });

  it.each([
    ['the name has what is left up to its usual width', 400, '3.25rem minmax(15.5rem, 100fr) minmax(6.25rem, 40fr)'],
    ['more room is shared', 900, '3.25rem minmax(22.5rem, 100fr) minmax(6.25rem, 40fr)'],
    ['nothing is left', 100, '3.25rem minmax(0rem, 100fr) minmax(6.25rem, 40fr)'],
  ])('grow once the name has its room: %s', (_, room, tracks) => {
    const [name, other] = columns;
    if (name === undefined || other === undefined) throw new Error('There are two columns');
    expect(toTracks([name, { ...other, width: 100, grow: 0.4 }], room)).toBe(tracks);
    expect(toTracks([name, { ...other, width: 100 }], room)).toMatch(/ 6\.25rem$/);
  });
});
