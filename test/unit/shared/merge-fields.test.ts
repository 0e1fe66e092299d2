import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  STANDARD_FIELDS,
  createFill,
  fillFields,
  listFields,
  listUnknownFields,
  splitFields,
  toFieldText,
  toFilledText,
} from '#shared/domain/merge-fields.ts';

const knownFields = [...STANDARD_FIELDS, 'Pet', 'Vet', 'Straße 2'];
const DEBORAH = { 'First name': 'Deborah', 'Last name': 'Okonkwo', Pet: 'Biscuit' };

const content = fc
  .array(
    fc.oneof(
      fc.constantFrom('{', '}', '|', ' ', '{Pet}', '{pet|cat}', '{ Vet }', '{nothing}', '{}', 'Pet'),
      fc.string({ maxLength: 5 }),
    ),
    { maxLength: 20 },
  )
  .map((pieces) => pieces.join(''));

function fill(
  text: string,
  values: Readonly<Record<string, string>>,
  fallbacks: Readonly<Record<string, string>> = {},
) {
  return toFilledText(fillFields(text, { values, fallbacks, knownFields }));
}

describe('a text with fields in braces', () => {
  it('is cut into pieces that make it again', () => {
    fc.assert(
      fc.property(content, (text) => {
        const pieces = splitFields(text);
        expect(pieces.map((piece) => piece.text).join('')).toBe(text);
        for (const piece of pieces) expect(text.startsWith(piece.text, piece.start)).toBe(true);
      }),
    );
  });

  it('tells fields, their fallbacks and plain text apart', () => {
    expect(splitFields('Hi { first name }, {Pet|your | pet}{}{|x}')).toEqual([
      { kind: 'text', text: 'Hi ', start: 0 },
      { kind: 'field', text: '{ first name }', start: 3, field: 'first name', fallback: null },
      { kind: 'text', text: ', ', start: 17 },
      { kind: 'field', text: '{Pet|your | pet}', start: 19, field: 'Pet', fallback: 'your | pet' },
      { kind: 'text', text: '{}{|x}', start: 35 },
    ]);
  });

  it('names its known fields once as the account spells them, and the unknown ones as written', () => {
    const text = '{PET} {Vet} {pet} {visit} {Visit} {strasse 2} {STRAßE 2} {email}';
    expect(listFields(text, knownFields)).toEqual(['Pet', 'Vet', 'Straße 2', 'Email']);
    expect(listUnknownFields(text, knownFields)).toEqual(['visit', 'strasse 2']);
  });

  it('finds a field whose name is written with another form of the same letters', () => {
    expect(listFields('{Zoe\u0308}', ['Zo\u00eb'])).toEqual(['Zo\u00eb']);
  });
});

describe('filling in', () => {
  it('puts values, fallbacks and what is missing in their places', () => {
    const text = 'Hi {first name}, {Pet|your pet} sees {Vet|our vet}, {company name} {email} {sic}.';
    const fallbacks = { email: 'no address', Vet: 'Dr Hollis' };
    expect(fillFields(text, { values: DEBORAH, fallbacks, knownFields })).toEqual([
      { kind: 'text', text: 'Hi ', field: '' },
      { kind: 'value', text: 'Deborah', field: 'First name' },
      { kind: 'text', text: ', ', field: '' },
      { kind: 'value', text: 'Biscuit', field: 'Pet' },
      { kind: 'text', text: ' sees ', field: '' },
      { kind: 'fallback', text: 'our vet', field: 'Vet' },
      { kind: 'text', text: ', ', field: '' },
      { kind: 'missing', text: '{Company name}', field: 'Company name' },
      { kind: 'text', text: ' ', field: '' },
      { kind: 'fallback', text: 'no address', field: 'Email' },
      { kind: 'text', text: ' {sic}.', field: '' },
    ]);
  });

  it('takes a blank value and a blank kept fallback for none, and a blank fallback in the text for nothing', () => {
    expect(fill('{Pet}', { Pet: '  ' })).toBe('{Pet}');
    expect(fill('{Pet}', { Pet: '' }, { Pet: ' ' })).toBe('{Pet}');
    expect(fill('[{Pet|}]', {})).toBe('[]');
  });

  it('keeps a value as it is, also where it has braces', () => {
    expect(fill('{Pet}', { Pet: ' {Vet} ', Vet: 'no' })).toBe(' {Vet} ');
  });

  it('takes the standard field where a custom one has its name, and nothing from what every object has', () => {
    expect(
      fillFields('{EMAIL}', { values: { Email: 'a@b.c', EMAIL: 'no' }, fallbacks: {}, knownFields: ['EMAIL'] }),
    ).toEqual([{ kind: 'value', text: 'a@b.c', field: 'Email' }]);
    const knownHere = ['constructor', '__proto__'];
    expect(
      toFilledText(fillFields('{constructor}{__proto__}', { values: {}, fallbacks: {}, knownFields: knownHere })),
    ).toBe('{constructor}{__proto__}');
  });

  it('leaves a text without known fields as it is', () => {
    fc.assert(
      fc.property(content, (text) => {
        const other = text.replaceAll(/pet|vet/giu, 'x');
        expect(fill(other, DEBORAH)).toBe(other);
      }),
    );
  });

  it('is the same for one person and for many', () => {
    fc.assert(
      fc.property(content, fc.record({ Pet: fc.string(), Vet: fc.string() }), (text, values) => {
        const rules = { fallbacks: { Pet: 'cat' }, knownFields };
        expect(createFill(text, rules)(values)).toEqual(fillFields(text, { ...rules, values }));
      }),
    );
  });

  it('reads back a field that it wrote', () => {
    expect(splitFields(toFieldText('Pet', 'your pet'))).toMatchObject([{ field: 'Pet', fallback: 'your pet' }]);
    expect(splitFields(toFieldText('Pet'))).toMatchObject([{ field: 'Pet', fallback: null }]);
  });
});
