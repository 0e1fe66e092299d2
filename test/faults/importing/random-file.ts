/** A random file of contacts for an account: new ones, ones that exist, the same number twice, and rows that are none. */
import { openImportFile } from '#main/importing/check/import-file.ts';
import type { World } from '#main/demo/state/world.ts';
import type { Store } from '#main/store/api.ts';
import type { ImportPlan } from '#main/store/api/imports.ts';
import { IMPORTED_VERDICTS } from '#shared/domain/imports.ts';
import type { ColumnChoice, ImportOptions, ImportTarget, PlannedRow } from '#shared/domain/imports.ts';
import type { Random } from '#test/support/random.ts';

type Contact = World['contacts']['rows'][number];

export interface PlannedImport {
  readonly plan: ImportPlan;
  readonly rows: readonly PlannedRow[];
}

interface Column {
  readonly header: string;
  readonly choice: ColumnChoice;
  /** Of a contact that exists; '' of others. */
  readonly read: (contact: Contact) => string;
  readonly make: (random: Random) => string;
}

const PORTION = 500;
const MOST_CONTACTS = 1_000;

const toMobile = (index: number): string => `4477008${String(index).padStart(5, '0')}`;
const toLandline = (index: number): string => `441632${String(960_000 + index)}`;

function listColumns(random: Random, world: World): readonly Column[] {
  const name = (): string => random.pick(['Ann', 'Bo', 'Cy', 'Zoë', '小龙', 'ليلى', 'O’Neil', 'Lee, Esq.', '"Di"']);
  const [field] = world.fields.rows;
  const columns: readonly Column[] = [
    { header: 'First name', choice: { kind: 'firstName' }, read: ({ firstName }) => firstName, make: name },
    { header: 'Last name', choice: { kind: 'lastName' }, read: ({ lastName }) => lastName, make: name },
    {
      header: 'Email',
      choice: { kind: 'email' },
      read: ({ email }) => email,
      make: () => `p${String(random.between(1, 999))}@mail.example`,
    },
    ...(field === undefined
      ? []
      : [
          {
            header: field.name,
            choice: { kind: 'field', fieldId: field.id } as const,
            read: ({ values }: Contact) => values[`f${String(field.id)}`] ?? '',
            make: name,
          },
        ]),
    { header: 'Nickname', choice: { kind: 'new-field', name: 'Nickname' }, read: () => '', make: name },
  ];
  return columns.filter(() => random.happens(70));
}

/** One line of the file, its number first. */
function toLine(random: Random, { contacts }: World, columns: readonly Column[], index: number): readonly string[] {
  const make = (): readonly string[] => columns.map(({ make: of }) => (random.happens(75) ? of(random) : ''));
  if (random.happens(4)) return ['0770', ...make()];
  if (random.happens(3)) return ['', ...make()];
  if (random.happens(6)) return [`+${toLandline(random.between(0, 60))}`, ...make()];
  if (random.happens(65)) return [`+${toMobile(index)}`, ...make()];
  const contact = random.pick(contacts.rows);
  const isSame = random.happens(35);
  const values = columns.map((column) => (isSame || random.happens(40) ? column.read(contact) : column.make(random)));
  return [`+${contact.phone}`, ...values];
}

const quote = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;

/** Checks a file in its own thread, as the app does. Null: nothing of it would be imported. */
export async function planRandomImport(random: Random, world: World, store: Store): Promise<PlannedImport | null> {
  const columns = listColumns(random, world);
  const count = random.happens(20) ? random.between(300, 1_300) : random.between(2, 60);
  const lines = Array.from({ length: count }, (_, index) => toLine(random, world, columns, index));
  const header = ['Phone', ...columns.map(({ header: title }) => title)];
  const text = [header, ...lines].map((cells) => `${cells.map(quote).join(',')}\n`).join('');
  const options: ImportOptions = {
    country: 'GB',
    hasHeader: true,
    leavesOutLandlines: random.happens(25),
    keepsWhatIsEmpty: random.happens(75),
    existing: random.happens(80) ? 'update' : 'leave',
  };
  const choices: readonly ColumnChoice[] = [{ kind: 'phone' }, ...columns.map(({ choice }) => choice)];
  const list = random.happens(50) ? undefined : random.pick(world.lists.rows.filter(({ shared }) => !shared));
  const target: ImportTarget =
    list === undefined ? { kind: 'new-list', name: 'Imported' } : { kind: 'list', listId: list.id };

  await using file = await openImportFile({ name: 'contacts.csv', bytes: new TextEncoder().encode(text) }, {});
  let afterId = 0;
  for (let isFirst = true; ; isFirst = false) {
    const portion = await store.listImportContacts({ afterId, limit: MOST_CONTACTS });
    await file.addContacts(portion, isFirst);
    afterId = portion.at(-1)?.id ?? afterId;
    if (portion.length < MOST_CONTACTS) break;
  }
  await file.setNumbers(await store.listImportNumbers({}));
  const settings = { options, choices, listId: list?.id ?? null };
  const { summary } = await file.check(settings, () => undefined);
  if (IMPORTED_VERDICTS.every((verdict) => summary.verdicts[verdict] === 0)) return null;
  const rows: PlannedRow[] = [];
  for (let more = await file.listPlannedRows(0, PORTION); more.length > 0;) {
    rows.push(...more);
    more = await file.listPlannedRows(rows.length, PORTION);
  }
  const { rowsCount, changedValuesCount } = summary;
  const counts = { rowsCount, changedValuesCount };
  const names = { fileName: 'contacts.csv', isPasted: false, headers: header, listName: list?.name ?? 'Imported' };
  return { plan: { ...names, choices, options, target, ...counts }, rows };
}

/** As the app hands them over: portion by portion. */
export async function* toPortions(rows: readonly PlannedRow[]): AsyncGenerator<readonly PlannedRow[]> {
  for (let start = 0; start < rows.length; start += PORTION) {
    yield await Promise.resolve(rows.slice(start, start + PORTION));
  }
}
