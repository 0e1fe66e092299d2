/** Templates of the service and of this computer, and what contacts have for their fields. */
import type { TemplateView } from '#shared/contract/index.ts';
import type { PhoneKey } from '#shared/domain/ids.ts';
import { STANDARD_FIELDS } from '#shared/domain/merge-fields.ts';
import type { StandardField } from '#shared/domain/merge-fields.ts';
import { toDisplayName } from '#shared/domain/names.ts';
import type { MergeContact, OwnTemplate, TemplateExtras } from '../api/templates.ts';
import { parseFields } from '../json.ts';
import type { ReadDb } from '../open.ts';
import { toTemplate } from '../rows/collection-rows.ts';
import type { TemplateColumns } from '../rows/collection-rows.ts';
import type { ContactColumns } from '../rows/contact-row.ts';
import { toOwnTemplate, toTemplateExtras } from '../rows/template-row.ts';
import type { OwnTemplateColumns, TemplateExtrasRow } from '../rows/template-row.ts';
import type { Query } from './query.ts';

export const listOwnTemplates: Query<'listOwnTemplates'> = (db) =>
  db.all<OwnTemplateColumns>('SELECT * FROM own_templates').map(toOwnTemplate).sort(byName);

export const listTemplateExtras: Query<'listTemplateExtras'> = (db) =>
  db.all<TemplateExtrasRow>('SELECT * FROM template_extras ORDER BY key').map(toTemplateExtras);

/** As people read names: SQLite knows no alphabet but that of English. */
function byName<Id extends string | number>(
  one: { readonly name: string; readonly id: Id },
  other: { readonly name: string; readonly id: Id },
): number {
  return one.name.localeCompare(other.name) || (one.id < other.id ? -1 : 1);
}

export const listTemplateViews: Query<'listTemplateViews'> = (db) => {
  const extras = new Map(listTemplateExtras(db, {}, 0).map((one) => [one.key, one]));
  const service = db.all<TemplateColumns>('SELECT * FROM templates').map(toTemplate).sort(byName);
  return [
    ...service.map((template) => toView('service', template, extras)),
    ...listOwnTemplates(db, {}, 0).map((template) => toView('computer', template, extras)),
  ];
};

function toView(
  keeper: TemplateView['keeper'],
  template: Pick<OwnTemplate, 'name' | 'content'> & {
    readonly id: string | number;
    readonly modifiedAt: number | null;
  },
  known: ReadonlyMap<string, TemplateExtras>,
): TemplateView {
  const { id, name, content, modifiedAt } = template;
  const key = `${keeper === 'service' ? 'service' : 'own'}:${id}`;
  const extras = known.get(key);
  return {
    ...{ key, keeper, name, content, modifiedAt },
    ...{ shortcut: extras?.shortcut ?? '', fallbacks: { ...extras?.fallbacks } },
    ...{ usedCount: extras?.usedCount ?? 0, lastUsedAt: extras?.lastUsedAt ?? null },
  };
}

type StandardColumn = 'first_name' | 'last_name' | 'company' | 'phone' | 'email';

const COLUMNS: Readonly<Record<StandardField, StandardColumn>> = {
  'First name': 'first_name',
  'Last name': 'last_name',
  'Company name': 'company',
  Phone: 'phone',
  Email: 'email',
};

/** Blank is none, as where a text is filled in. For the query-plan test too, like those below. */
export const COUNT_STANDARD = `
  SELECT count(*) AS contacts, ${Object.values(COLUMNS)
    .map((column) => `count(*) FILTER (WHERE trim(${column}) <> '') AS ${column}`)
    .join(', ')} FROM contacts NOT INDEXED`;
/** Most contacts have no value at all. */
export const ALL_FIELDS = `SELECT fields FROM contacts NOT INDEXED WHERE fields <> '[]'`;
/**
 * An entry as `toContactColumns` writes it whose value is not blank: a hundred thousand contacts are counted three times as fast as
 * by a look into the JSON of each.
 */
const WITH_VALUE = /"id":(-?\d+),"name":"(?:[^"\\]|\\.)*","value":"(?:\s|\\[nrtf])*(?:[^"\\\s]|\\[^nrtf])/g;

function countCustom(db: ReadDb): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const { fields } of db.iterate<{ fields: string }>(ALL_FIELDS)) {
    for (const [, text] of fields.matchAll(WITH_VALUE)) {
      const id = Number(text);
      counts.set(id, (counts.get(id) ?? 0) + 1);
    }
  }
  return counts;
}

export const countMergeFields: Query<'countMergeFields'> = (db) => {
  type Counts = Readonly<Record<StandardColumn | 'contacts', number>>;
  const counts = db.get<Counts>(COUNT_STANDARD);
  const people = countCustom(db);
  const custom = db.all<{ id: number; name: string }>('SELECT id, name FROM custom_fields ORDER BY name, id');
  return {
    fields: [
      ...STANDARD_FIELDS.map((name) => ({ name, isCustom: false, peopleCount: counts?.[COLUMNS[name]] ?? 0 })),
      ...custom.map(({ id, name }) => ({ name, isCustom: true, peopleCount: people.get(id) ?? 0 })),
    ],
    contactsCount: counts?.contacts ?? 0,
  };
};

const MERGED = 'id, phone, first_name, last_name, company, email, fields';

type MergedRow = Pick<ContactColumns, 'id' | 'phone' | StandardColumn | 'fields'>;

/** Of several contacts with one number the one whose name its chat shows. */
const OF_PHONE = `
  SELECT ${MERGED} FROM contacts WHERE phone = @phone
  ORDER BY id IS NOT (SELECT contact_id FROM people WHERE people.phone = @phone), is_shared, id LIMIT 1`;

export const findMergeContact: Query<'findMergeContact'> = (db, { phone }) => {
  const row = db.get<MergedRow>(OF_PHONE, { phone });
  return row === undefined ? null : toMergeContact(row, null);
};

export const MERGED_AFTER = `SELECT ${MERGED} FROM contacts NOT INDEXED WHERE id > @after ORDER BY id LIMIT @limit`;
const MERGED_AMONG = `
  SELECT ${MERGED} FROM contacts
  WHERE id IN (SELECT value FROM json_each(@ids)) AND id > @after ORDER BY id LIMIT @limit`;

export const listMergeContacts: Query<'listMergeContacts'> = (db, { after, limit, fields, contactIds }) => {
  const wanted = new Set(fields);
  return listRows(db, { after, limit, contactIds }).map((row) => toMergeContact(row, wanted));
};

function listRows(
  db: ReadDb,
  { after, limit, contactIds }: { after: number; limit: number; contactIds: readonly number[] | undefined },
): MergedRow[] {
  if (contactIds === undefined) return db.all<MergedRow>(MERGED_AFTER, { after, limit });
  return db.all<MergedRow>(MERGED_AMONG, { after, limit, ids: JSON.stringify(contactIds) });
}

/** Of a custom field that is called like a standard one, the standard one counts; of two that share a name, the first. */
function toMergeContact(row: MergedRow, wanted: ReadonlySet<string> | null): MergeContact {
  const values: Record<string, string> = {};
  const set = (name: string, value: string | null): void => {
    const isWanted = wanted === null || wanted.has(name);
    if (isWanted && value !== null && value.trim() !== '' && !Object.hasOwn(values, name)) define(values, name, value);
  };
  for (const name of STANDARD_FIELDS) set(name, row[COLUMNS[name]]);
  const standard = new Set<string>(STANDARD_FIELDS);
  const isAsked = wanted === null || [...wanted].some((name) => !standard.has(name));
  if (isAsked && row.fields !== '[]') {
    for (const { name, value } of parseFields(row.fields)) if (!standard.has(name)) set(name, value);
  }
  return {
    contactId: row.id,
    name: toDisplayName({ firstName: row.first_name, lastName: row.last_name, company: row.company }),
    phone: row.phone as PhoneKey,
    values,
  };
}

/** A field may have any name, `__proto__` among them. */
function define(values: Record<string, string>, name: string, value: string): void {
  Object.defineProperty(values, name, { value, enumerable: true, configurable: true, writable: true });
}
