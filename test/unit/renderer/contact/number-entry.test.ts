import { describe, expect, it } from 'vitest';
import { NumberEntry } from '#renderer/features/contact/number-entry.svelte.ts';

const TOM = 11;

interface Situation {
  readonly home?: { readonly phone: string | null; readonly country: string | null };
  readonly isChecked?: boolean;
}

/** A number of Tom's; Ines, contact 12, has 447700900012. */
function setUp({ home = { phone: null, country: 'GB' }, isChecked = true }: Situation = {}) {
  const asked: string[] = [];
  const number = new NumberEntry({
    contactId: TOM,
    home: () => home,
    findNumber: (phone) => {
      asked.push(phone);
      const known: Readonly<Record<string, number>> = { '447700900011': TOM, '447700900012': 12 };
      return Promise.resolve({ phone, contactId: known[phone] ?? null, name: 'Ines Carvalho', isChecked });
    },
    listCountries: () => Promise.resolve([{ id: 'ES', name: 'Spain' }]),
  });
  return { number, asked };
}

describe('a number without its country code', () => {
  it('is read as one of the account’s country, and completed', async () => {
    const { number } = setUp();
    await number.begin();
    await number.check('07700 900013');
    expect([number.needsCountry, number.country, number.complete]).toEqual([true, 'GB', '447700900013']);
    await number.check('+44 7700 900013');
    expect([number.needsCountry, number.complete]).toEqual([false, '']);
    await number.check('0044 7700 900013');
    expect(number.needsCountry).toBe(false);
  });

  it('is read as one of the country that is chosen, also where numbers there begin with no 0', async () => {
    const { number } = setUp();
    await number.begin();
    expect(number.countries).toEqual([{ id: 'ES', name: 'Spain' }]);
    await number.check('612 345 678');
    number.choose('ES');
    expect(number.parse('612 345 678')).toEqual({ kind: 'possible', phone: '34612345678' });
    expect(number.country).toBe('ES');
    number.choose('');
    expect(number.country).toBe('');
    await number.begin();
    await number.check('07700 900013');
    expect(number.country).toBe('GB');
  });

  it('is one of ten digits in North America', async () => {
    const { number } = setUp({ home: { phone: null, country: 'US' } });
    await number.begin();
    await number.check('212 555 0123');
    expect([number.country, number.complete]).toEqual(['US', '12125550123']);
  });

  it('has no country where the account has none: it must be chosen', async () => {
    const { number } = setUp({ home: { phone: null, country: null } });
    await number.begin();
    await number.check('07700 900013');
    expect(number.parse('07700 900013')).toEqual({ kind: 'impossible', reason: 'no-country' });
    number.choose('GB');
    expect(number.complete).toBe('447700900013');
  });
});

describe('who has a number', () => {
  it('is asked once it is possible; the contact itself does not count', async () => {
    const { number, asked } = setUp();
    await number.begin();
    await number.check('077');
    await number.check('07700 900011');
    expect([asked, number.other]).toEqual([['447700900011'], null]);
    await number.check('07700 900012');
    expect(number.other).toEqual({ contactId: 12, name: 'Ines Carvalho' });
    await number.check('07700 9000');
    expect(number.other).toBeNull();
  });

  it('is not known where the service could not be asked', async () => {
    const { number } = setUp({ isChecked: false });
    await number.begin();
    await number.check('07700 900013');
    expect(number.isUnchecked).toBe(true);
    await number.check('07700 900012');
    expect(number.isUnchecked).toBe(false);
  });
});
