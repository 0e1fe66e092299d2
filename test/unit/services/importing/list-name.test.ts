import { describe, expect, it } from 'vitest';
import { toListName } from '#main/services/importing/list-name.ts';

describe('the name of a new list', () => {
  it.each([
    ['november-clients.csv', 'November clients'],
    ['clients_export  november.XLSX', 'Clients export november'],
    ['clients (1).csv', 'Clients (1)'],
    ['Clients 2026.05.xls', 'Clients 2026.05'],
    ['émigrés.csv', 'Émigrés'],
    ['名簿.xlsx', '名簿'],
    ['--.csv', 'Imported contacts'],
    ['.csv', 'Imported contacts'],
  ])('of %s is %s', (name, expected) => {
    expect(toListName({ name, isPasted: false }, [])).toBe(expected);
  });

  it('says that the cells were pasted', () => {
    expect(toListName({ name: 'whatever.csv', isPasted: true }, [])).toBe('Pasted contacts');
  });

  it('gets a number where it is taken, whatever its case', () => {
    const file = { name: 'clients.csv', isPasted: false };
    expect(toListName(file, ['clients'])).toBe('Clients 2');
    expect(toListName(file, ['Clients', 'CLIENTS 2 ', 'Clients 4'])).toBe('Clients 3');
  });

  it('has at most 200 characters, the number included', () => {
    const file = { name: `${'a'.repeat(300)}.csv`, isPasted: false };
    const name = toListName(file, []);
    expect(name).toHaveLength(200);
    expect(toListName(file, [name])).toBe(`${name.slice(0, 198)} 2`);
  });
});
