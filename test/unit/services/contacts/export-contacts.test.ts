import { describe, expect, it } from 'vitest';
import { exportContacts } from '#main/services/contacts/export-contacts.ts';
import { toIsoInstant } from '#main/services/files/csv.ts';
import type { Services } from '#main/services/services.ts';
import type { ContactRow, RequestInput } from '#shared/contract/index.ts';

const NOON = Date.UTC(2026, 10, 20, 12);

const row = (id: number, change: Partial<ContactRow> = {}): ContactRow => ({
  ...{ id, contactId: id, phone: `4477009000${String(id)}`, name: '', email: '', company: '', country: null },
  ...{ phoneType: null, avatarId: null, isBlocked: false, isUnsubscribed: false, unsubscribedAt: null },
  ...{ isFavorite: false, isReadOnly: false, fields: [], lists: [] },
  ...{ lastTextAt: null, hasLastTextFailed: false, isWaiting: false },
  ...change,
});

/** The file that is written of these rows, and what the page is told. */
async function write(rows: readonly ContactRow[], input: Pick<RequestInput<'contacts.export'>, 'ids' | 'columns'>) {
  let text = '';
  const store = {
    listContactIds: () => Promise.resolve(rows.map(({ id }) => id)),
    listContactRows: ({ ids }: { readonly ids: readonly number[] }) =>
      Promise.resolve(ids.map((id) => rows.find((one) => one.id === id) ?? null)),
  };
  const services = {
    session: { getAccount: () => ({ store }) },
    files: {
      write: async (_: unknown, pieces: AsyncIterable<string>) => {
        for await (const piece of pieces) text += piece;
        return { handle: 'h' };
      },
    },
    now: () => NOON,
  } as unknown as Services;
  const sort = { column: 'name', isDescending: false };
  const query = { scope: { kind: 'all' as const }, narrowing: null, text: '', sort };
  const told = await exportContacts(services, { requestId: 'request-1', query, ...input });
  return { told, lines: text.replace('\ufeff', '').trimEnd().split('\r\n') };
}

describe('the export of contacts', () => {
  it('has numbers as text, lists by name, instants of this computer, and values of custom fields', async () => {
    const lists = [
      { id: 1, name: 'Dogs' },
      { id: 2, name: 'Cats' },
    ];
    const fields = [{ id: 12, value: 'Biscuit, 4 y' }];
    const columns = ['name', 'phone', 'lists', 'lastText', 'field:12'].map((column) => ({ column, title: column }));
    const deborah = row(1, { name: 'Deborah', lists, lastTextAt: NOON, fields });
    const { lines } = await write([deborah], { ids: null, columns });
    expect(lines).toEqual([
      'name,phone,lists,lastText,field:12',
      `Deborah,'+44770090001,"Dogs; Cats",${toIsoInstant(NOON)},"Biscuit, 4 y"`,
    ]);
  });

  it('has only the chosen rows, in their order, and titles that no spreadsheet takes for a formula', async () => {
    const rows = [row(1, { name: 'One' }), row(2, { name: 'Two' }), row(3, { name: 'Three' })];
    const { lines, told } = await write(rows, { ids: [3, 9, 1], columns: [{ column: 'name', title: '=Name, all' }] });
    expect(lines).toEqual([`"'=Name, all"`, 'Three', 'One']);
    expect(told).toMatchObject({ handle: 'h', rows: 2 });
    expect(told.name).toMatch(/^switchboard-contacts-2026-11-2\d\.csv$/);
  });

  it('reads any number of rows in pieces', async () => {
    const rows = Array.from({ length: 450 }, (_, index) => row(index + 1, { name: `Person ${String(index)}` }));
    const { lines, told } = await write(rows, { ids: null, columns: [{ column: 'name', title: 'Name' }] });
    expect([lines.length, told.rows]).toEqual([451, 450]);
  });
});
