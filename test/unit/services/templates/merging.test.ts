import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { MergeCounter } from '#main/services/templates/merge-pass.ts';
import { createFill, STANDARD_FIELDS, toFilledText } from '#shared/domain/merge-fields.ts';
import { measureText } from '#shared/domain/segments.ts';
import { makeMergeContact, TemplatesOnFakes, toProblem } from './templates-on-fakes.ts';

const TEXT = 'Hi {First name}, {Pet} is ready.';
const ADA = makeMergeContact(1, { 'First name': 'Ada', Pet: 'Bo' });
const NAMELESS = makeMergeContact(2, { Pet: 'Rex' });
const MARYAM = makeMergeContact(3, { 'First name': 'مريم', Pet: 'Lulu' });
const LONGEST = makeMergeContact(4, { 'First name': 'Wilhelmina', Pet: 'Lord Byron and the Duchess' });

let at: TemplatesOnFakes;
beforeEach(() => {
  at = new TemplatesOnFakes();
  at.store.contacts = [ADA, NAMELESS, MARYAM, LONGEST];
});

describe('a text for one person', () => {
  it('has the values of the contact with that number, however it is written', async () => {
    const filled = await at.fill('Hi {first name} {Vet} {sic}', `+${ADA.phone}`, { Vet: 'our vet' });
    expect(filled).toMatchObject({ contactId: 1, name: 'Ada' });
    expect(toFilledText(filled.pieces)).toBe('Hi Ada our vet {sic}');
  });

  it('has the number alone where no contact has it', async () => {
    const filled = await at.fill('{First name} {Phone}', '447700900999');
    expect(filled).toMatchObject({ contactId: null, name: '' });
    expect(filled.pieces.map(({ kind, text }) => [kind, text])).toEqual([
      ['missing', '{First name}'],
      ['text', ' '],
      ['value', '447700900999'],
    ]);
  });

  it('takes the field that was made first of two with one name', async () => {
    at.store.customFields = ['pet', 'Pet'];
    at.store.contacts = [makeMergeContact(1, { pet: 'first', Pet: 'second' })];
    const filled = await at.fill('{PET}', at.store.contacts[0]?.phone ?? '');
    expect(filled.pieces).toEqual([{ kind: 'value', text: 'first', field: 'pet' }]);
  });
});

describe('fields', () => {
  it('come with how many have them, and with the value of a person', async () => {
    const fields = [{ name: 'Pet', isCustom: true, peopleCount: 3 }];
    expect(await at.listFields(null)).toEqual({ fields: [{ ...fields[0], value: null }], contactsCount: 4 });
    expect(await at.listFields(ADA.phone)).toMatchObject({ fields: [{ value: 'Bo' }] });
    expect(await at.listFields('447700900999')).toMatchObject({ fields: [{ value: null }] });
  });

  it('are listed once each, by the first of those that a text cannot tell apart', async () => {
    at.store.mergeFields = ['Pet', 'Vet', 'pet ', 'Pet'];
    const { fields } = await at.listFields(null);
    expect(fields.map(({ name }) => name)).toEqual(['Pet', 'Vet']);
  });
});

describe('a preview', () => {
  it('shows a contact of each kind, the longest text among them', async () => {
    const people = await at.preview(TEXT);
    expect(people.map(({ contactId, isUnicode, isLongest }) => [contactId, isUnicode, isLongest])).toEqual([
      [1, false, false],
      [2, false, false],
      [3, true, false],
      [4, false, true],
    ]);
    expect(people.map(({ length }) => length)).toEqual(
      people.map(({ pieces }) => measureText(toFilledText(pieces)).units),
    );
  });

  it('shows one who is of several kinds once, and no one as Unicode where the text is so by itself', async () => {
    at.store.contacts = [LONGEST, MARYAM];
    expect((await at.preview(`${TEXT} 🐶`)).map(({ contactId }) => contactId)).toEqual([4]);
    at.store.contacts = [];
    expect(await at.preview(TEXT)).toEqual([]);
  });

  it('shows the contacts that are asked for, in that order', async () => {
    const people = await at.preview(TEXT, [4, 1, 77]);
    expect(people.map(({ contactId, isLongest }) => [contactId, isLongest])).toEqual([
      [4, true],
      [1, false],
    ]);
    expect(await at.preview(TEXT, [])).toEqual([]);
  });
});

describe('a text for all contacts', () => {
  it('is counted, with who lacks what and the price of a part', async () => {
    expect(await at.measure(`${TEXT} {Vet} {Oops}`, { Vet: 'us' })).toEqual({
      contactsCount: 4,
      shortest: measureText('Hi Ada, Bo is ready. us {Oops}').units,
      longest: measureText('Hi Wilhelmina, Lord Byron and the Duchess is ready. us {Oops}').units,
      partsCounts: [{ parts: 1, peopleCount: 4 }],
      empty: [
        { field: 'First name', peopleCount: 1, isKnown: true },
        { field: 'Pet', peopleCount: 0, isKnown: true },
        { field: 'Vet', peopleCount: 4, isKnown: true },
        { field: 'Oops', peopleCount: 4, isKnown: false },
      ],
      partPrice: { amount: 0.038, currency: 'GBP' },
    });
  });

  it('is nothing where there is no contact', async () => {
    at.store.contacts = [];
    expect(await at.measure(TEXT)).toMatchObject({ contactsCount: 0, shortest: 0, longest: 0, partsCounts: [] });
  });

  it('is measured for each as the whole text is', () => {
    const value = fc.oneof(fc.constantFrom('', ' ', 'Bo', '€€€', 'مريم', '🐶', 'x'.repeat(150), '\ud83d', '\udc36'));
    const text = fc.array(fc.constantFrom('{Pet}', '{Vet|🐶}', '{First name}', 'x'.repeat(75), '[', 'é', ' '), {
      maxLength: 12,
    });
    const people = fc.array(fc.record({ Pet: value, Vet: value, 'First name': value }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(text, people, (pieces, values) => {
        const content = pieces.join('');
        const rules = { fallbacks: { 'First name': 'there' }, knownFields: [...STANDARD_FIELDS, 'Pet', 'Vet'] };
        const counter = new MergeCounter({ content, ...rules });
        const fill = createFill(content, rules);
        const measures = values.map((one, index) => {
          counter.add(makeMergeContact(index + 1, one));
          return measureText(toFilledText(fill(one)));
        });
        const counts = counter.toCounts();
        expect(counts.shortest).toBe(Math.min(...measures.map(({ units }) => units)));
        expect(counts.longest).toBe(Math.max(...measures.map(({ units }) => units)));
        const byParts = Map.groupBy(measures, ({ parts }) => parts);
        expect([...counts.peopleByParts].toSorted()).toEqual(
          [...byParts].map(([parts, all]) => [parts, all.length]).toSorted(),
        );
        expect(measures[(counts.longestId ?? 0) - 1]?.units).toBe(counts.longest);
      }),
    );
  });

  it('shares one pass with the preview of the same text', async () => {
    await Promise.all([at.measure(TEXT), at.preview(TEXT), at.measure(TEXT)]);
    expect(at.store.pagesCount).toBe(1);
  });

  it('gives way to a newer text, in the middle of a long pass', async () => {
    at.store.contacts = Array.from({ length: 1_600 }, (_, index) => makeMergeContact(index + 1, { Pet: 'Bo' }));
    const older: Promise<unknown>[] = [];
    const newer: Promise<{ contactsCount: number }>[] = [];
    at.store.onPage = () => {
      if (at.store.pagesCount === 2) newer.push(at.measure('{Pet} newer'));
    };
    older.push(toProblem(at.measure('{Pet} older')));
    expect(await older[0]).toMatchObject({ code: 'cancelled' });
    expect(await newer[0]).toMatchObject({ contactsCount: 1_600 });
    // Of the older text two pages at least, of the newer one all four.
    expect(at.store.pagesCount).toBeLessThan(8);
  });

  it('lets others have their turn while one page of a long text is counted', async () => {
    const values = { Pet: '€'.repeat(200) };
    at.store.contacts = Array.from({ length: 400 }, (_, index) => makeMergeContact(index + 1, values));
    let turns = 0;
    let isOver = false;
    const turn = (): void => {
      turns += 1;
      if (!isOver) setImmediate(turn);
    };
    setImmediate(turn);
    await at.measure('{Pet}'.repeat(20));
    isOver = true;
    expect(at.store.pagesCount).toBe(1);
    // 400 texts of 8,000 units are far more than one turn's work.
    expect(turns).toBeGreaterThan(50);
  });
});
