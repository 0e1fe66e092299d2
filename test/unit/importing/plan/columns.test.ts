import { describe, expect, it } from 'vitest';
import { describeColumns, guessHeader } from '#main/importing/plan/describe.ts';
import type { KnownNames } from '#main/importing/plan/columns.ts';
import { findHeaderMeaning } from '#main/importing/plan/headers.ts';
import { ImportRows } from '#main/importing/plan/rows.ts';

const NOTHING_KNOWN: KnownNames = { fields: [], remembered: [] };

function toRows(...cells: readonly (readonly string[])[]): ImportRows {
  const columnCount = Math.max(...cells.map((row) => row.length));
  return new ImportRows(
    cells.map((row, index) => ({ line: index + 1, cells: row })),
    columnCount,
  );
}

/** What each column becomes, in a word: `phone`, `field:3`, `nothing`. */
function match(rows: ImportRows, known: KnownNames = NOTHING_KNOWN, hasHeader = true): readonly string[] {
  return describeColumns(rows, hasHeader, known).map(({ match: { choice, why } }) => {
    if (choice === null) return why;
    const id = choice.kind === 'field' ? `:${choice.fieldId}` : choice.kind === 'new-field' ? `:${choice.name}` : '';
    return `${choice.kind}${id} ${why}`;
  });
}

describe('a header', () => {
  it.each([
    [
      'mobile',
      'Mobile|Mobile no.|Cell|MobilePhone|Mobile Phone Number|Handy|Handynummer|Portable|Tél. portable|Móvil|Cellulare',
    ],
    ['mobile', 'Telefono cellulare|Mobiel|Telemóvel|Telefone celular|Telefon komórkowy|Komórka|携帯電話|手机'],
    [
      'phone',
      'Phone|Telephone|Tel.|Phone Number|Contact number|Telefon|Telefonnummer|Rufnummer|Téléphone|Numéro de téléphone',
    ],
    [
      'phone',
      'Teléfono|Telefono|Numero di telefono|Telefoonnummer|Telefone|Numer telefonu|Phone 1 - Value|Телефон|電話番号',
    ],
    [
      'other-phone',
      'Home tel|Work Phone|Landline|Festnetz|Téléphone fixe|Teléfono fijo|Vaste telefoon|Telefon stacjonarny',
    ],
    [
      'firstName',
      'First|First name|firstName|FIRST_NAME|Given Name|Forename|Vorname|Prénom|Nombre|Nome|Voornaam|Imię|Primeiro nome',
    ],
    [
      'lastName',
      'Last Name|Surname|Family name|Nachname|Familienname|Nom de famille|Apellidos|Cognome|Achternaam|Apelido',
    ],
    ['lastName', 'Sobrenome|Nazwisko|Фамилия'],
    ['fullName', 'Full name|Customer name|Nom complet|Nom et prénom|Nombre completo|Nombre y apellidos|Nome e cognome'],
    ['fullName', 'Volledige naam|Nome completo|Imię i nazwisko|Vor- und Nachname'],
    ['name', 'Name|Naam|Kunde|Cliente'],
    ['email', 'Email|E-mail|E-Mail-Adresse|Email address|Courriel|Adresse e-mail|Correo electrónico|Indirizzo e-mail'],
    ['email', 'E-mailadres|Endereço de e-mail|Adres e-mail|E-mail 1 - Value'],
    [undefined, 'Vet|Notes 2|Pet|Fax|Company|Renewal|Birthday|Phone type|Opt in'],
  ])('means %s: %s', (meaning, headers) => {
    const wrong = headers.split('|').filter((header) => findHeaderMeaning(header) !== meaning);
    expect(wrong).toEqual([]);
  });
});

describe('columns', () => {
  it('are matched by name, each field once, a second phone is left out', () => {
    const rows = toRows(
      ['First', 'Surname', 'Home tel', 'Mobile no.', 'E-mail', 'Email 2', 'Vet'],
      ['Ann', 'Lee', '020 7946 0123', '07700 900318', 'a@example.com', 'b@example.com', 'Hollis'],
    );
    expect(match(rows)).toEqual([
      'firstName same-name',
      'lastName same-name',
      'leave-out second-phone',
      'phone same-name',
      'email same-name',
      'nothing',
      'nothing',
    ]);
  });

  it('are matched by the name of a custom field', () => {
    const rows = toRows(['Phone', 'pet ', 'Ins. ref'], ['07700 900318', 'Rex', 'A1']);
    const fields = [
      { id: 3, name: 'Pet' },
      { id: 4, name: 'Ins ref' },
    ];
    expect(match(rows, { fields, remembered: [] })).toEqual([
      'phone same-name',
      'field:3 same-name',
      'field:4 same-name',
    ]);
  });

  it('are matched as the last time before anything else, where that still exists', () => {
    const rows = toRows(['Mobile', 'Phone', 'Animal', 'Old', 'Vet', 'Notes'], ['07700 900318', '020 7946 0123']);
    const remembered = [
      { header: 'phone', choice: { kind: 'phone' } },
      { header: 'Animal', choice: { kind: 'new-field', name: 'Pet' } },
      { header: 'Old', choice: { kind: 'field', fieldId: 99 } },
      { header: 'Vet', choice: { kind: 'new-field', name: 'Vet' } },
      { header: 'Notes', choice: { kind: 'leave-out' } },
    ] as const;
    expect(match(rows, { fields: [{ id: 3, name: 'Pet' }], remembered })).toEqual([
      'leave-out second-phone',
      'phone last-time',
      'field:3 last-time',
      'nothing',
      'new-field:Vet last-time',
      'leave-out last-time',
    ]);
  });

  it('are matched by content where the header says nothing, with how much of it looks like that', () => {
    const people = Array.from({ length: 50 }, (_, index) => [
      index === 0 ? 'none' : `ann${index}@example.com`,
      `07700 9003${String(index).padStart(2, '0')}`,
      '2026-11-25',
      String(1_000 + index),
    ]);
    const rows = toRows(['A', 'B', 'C', 'D'], ...people);
    expect(match(rows)).toEqual(['email content', 'phone content', 'nothing', 'nothing']);
    expect(describeColumns(rows, true, NOTHING_KNOWN)[0]?.match.percent).toBe(98);
    expect(match(toRows(...people), NOTHING_KNOWN, false)).toEqual([
      'email content',
      'phone content',
      'nothing',
      'nothing',
    ]);
  });

  it('of a phone’s name without numbers are second to one with numbers', () => {
    const rows = toRows(['Mobile', 'Reach me'], ['', '07700 900318'], ['', '07700 900319']);
    expect(match(rows)).toEqual(['leave-out second-phone', 'phone content']);
    expect(match(toRows(['Mobile', 'Notes'], ['', 'x']))).toEqual(['phone same-name', 'nothing']);
  });

  it('with doubled and missing headers have one match for each field', () => {
    const rows = toRows(
      ['Phone', 'Phone', '', '', 'Name', 'Name'],
      ['07700 900318', '07700 900319', 'x', 'y', 'Ann', 'Bea'],
    );
    expect(match(rows)).toEqual([
      'phone same-name',
      'leave-out second-phone',
      'nothing',
      'nothing',
      'fullName same-name',
      'nothing',
    ]);
  });

  it('named “Name” beside a first name are the last name', () => {
    expect(match(toRows(['Name', 'Vorname', 'Handy']))).toEqual([
      'lastName same-name',
      'firstName same-name',
      'phone same-name',
    ]);
    expect(match(toRows(['Full name', 'First name', 'Last name']))[0]).toBe('nothing');
  });

  it('have three samples, and say how many cells have lost digits', () => {
    const rows = new ImportRows(
      [
        { line: 1, cells: ['Phone', 'Name'] },
        { line: 2, cells: ['4.477E+11', ' Ann\nLee '], notes: [{ column: 0, kind: 'digits-lost' }] },
        { line: 4, cells: ['', 'Bea'] },
        { line: 5, cells: ['07700 900318'] },
      ],
      2,
    );
    const [phone, name] = describeColumns(rows, true, NOTHING_KNOWN);
    expect(phone).toMatchObject({ header: 'Phone', samples: ['4.477E+11', '07700 900318', ''], lostDigitsCount: 1 });
    expect(name).toMatchObject({ index: 1, samples: ['Ann Lee', 'Bea', ''], lostDigitsCount: 0 });
  });
});

describe('a first row', () => {
  it.each([
    [
      'that names a column',
      [
        ['Vet', 'Mobile'],
        ['x', '07700 900318'],
      ],
      true,
    ],
    [
      'that has no number where the others have',
      [
        ['who', 'what'],
        ['Ann', '07700 900318'],
      ],
      true,
    ],
    [
      'that has a number',
      [
        ['Phone me', '07700 900318'],
        ['Ann', '07700 900319'],
      ],
      false,
    ],
    ['that has an address', [['Email', 'ann@example.com']], false],
    [
      'that says nothing',
      [
        ['Ann', 'x'],
        ['Bea', 'y'],
      ],
      false,
    ],
    ['that is alone, and names a column', [['Phone', 'Name']], true],
  ] as const)('%s', (_, rows, isHeader) => {
    expect(guessHeader(toRows(...rows))).toBe(isHeader);
  });
});
