/** A large file of contacts, and the account that it is checked against: how each row comes out is known beforehand. */
import { writeXlsx } from 'hucre/xlsx';
import type { Store } from '#main/store/api.ts';
import type { ColumnChoice, RowVerdict } from '#shared/domain/imports.ts';
import { toListId } from '#shared/domain/ids.ts';
import { toPhoneKey } from '#shared/domain/phones.ts';
import { buildContact } from '#test/unit/store/builders.ts';

/** Contacts of one commit. */
const SLICE = 500;
const PET_FIELD = 1;

const HEADERS = ['First name', 'Surname', 'Mobile', 'E-mail', 'Company', 'Town', 'Newsletter', 'Pet'];
export const CHOICES: readonly (ColumnChoice | null)[] = [
  ...[{ kind: 'firstName' } as const, { kind: 'lastName' } as const, { kind: 'phone' } as const],
  ...[{ kind: 'email' } as const, { kind: 'new-field', name: 'Company' } as const, null, null],
  { kind: 'field', fieldId: PET_FIELD },
];
export const FIELDS = [{ id: PET_FIELD, name: 'Pet' }];

/** British mobile numbers, from 0 on. */
const toDigits = (index: number): string => `74${String(index).padStart(8, '0')}`;
const toFirstName = (index: number): string => `First${index}`;
const toLastName = (index: number): string => `Last ${index % 977}`;
const toEmail = (index: number): string => `person${index}@example.com`;
const toPet = (index: number): string => `Dog number ${index % 4_001}`;

/** Contacts 1 to `count`, each with a value of its own and on a list. */
export async function fillContacts(store: Store, count: number): Promise<void> {
  for (let first = 0; first < count; first += SLICE) {
    const contacts = Array.from({ length: Math.min(SLICE, count - first) }, (_, at) => {
      const index = first + at;
      return buildContact(index + 1, {
        phone: toPhoneKey(`44${toDigits(index)}`),
        ...{ firstName: toFirstName(index), lastName: toLastName(index), email: toEmail(index) },
        fields: [{ id: PET_FIELD, name: 'Pet', value: toPet(index) }],
        lists: [{ id: toListId(1 + (index % 20)), name: `List ${1 + (index % 20)}` }],
      });
    });
    await store.commitContacts({ contacts });
  }
}

/** What row `index` of the file becomes beside so many contacts. Half of those that exist have another name. */
function toVerdict(index: number, contacts: number): RowVerdict {
  if (index % 1_000 === 999) return 'invalid';
  if (index % 100 === 50) return 'duplicate';
  return index < contacts ? 'update' : 'new';
}

export function countVerdicts(rows: number, contacts: number): ReadonlyMap<RowVerdict, number> {
  const verdicts = Array.from({ length: rows }, (_, index) => toVerdict(index, contacts));
  return new Map([...Map.groupBy(verdicts, (verdict) => verdict)].map(([verdict, all]) => [verdict, all.length]));
}

/** With a header, in the forms in which people write numbers. */
function toTable(rows: number, contacts: number): string[][] {
  const body = Array.from({ length: rows }, (_, index) => {
    const verdict = toVerdict(index, contacts);
    const digits = verdict === 'invalid' ? '12345' : toDigits(verdict === 'duplicate' ? index - 1 : index);
    const phone = index % 3 === 0 ? `+44 ${digits}` : `0${digits.slice(0, 4)} ${digits.slice(4)}`;
    return [
      ...[`${toFirstName(index)}${verdict === 'update' ? ' Ann' : ''}`, toLastName(index), phone, toEmail(index)],
      ...['Some company & sons', 'High Street; Town', index % 2 === 0 ? 'yes' : 'no', toPet(index)],
    ];
  });
  return [HEADERS, ...body];
}

export function toCsv(rows: number, contacts: number): Uint8Array {
  const lines = toTable(rows, contacts).map((cells) => cells.join(','));
  return new TextEncoder().encode(lines.join('\n'));
}

export function toXlsx(rows: number, contacts: number): Promise<Uint8Array> {
  return writeXlsx({ sheets: [{ name: 'Contacts', rows: toTable(rows, contacts) }] });
}
