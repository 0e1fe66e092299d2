import { describe, expect, it } from 'vitest';
import { createMerge } from '#main/demo/rules/merge.ts';
import type { Contact } from '#main/demo/state/model.ts';

const PHONE = '447700900318';
const contact: Contact = {
  ...{ id: 1, firstName: 'Deborah', lastName: '', email: '', phone: PHONE, company: '', phoneType: 1 },
  ...{ favorited: false, blocked: false, listIds: [], tagIds: [], avatar: null },
  values: { f501: 'Biscuit', f502: 'Rex' },
};
const fields = [
  { id: 501, name: 'Pet', createdAt: 0 },
  { id: 502, name: ' pet ', createdAt: 1 },
];

describe('merge fields', () => {
  it('are replaced by the data of the contact, unknown ones stay', () => {
    const merge = createMerge('Hi {First name}{last name}, {pet} {Colour}', fields);
    expect(merge(PHONE, contact)).toBe('Hi Deborah, Biscuit {Colour}');
  });

  it('are nothing where there is no contact, but for the number', () => {
    const merge = createMerge('Hi {First name}, {Pet} of {phone} is {Colour}', fields);
    expect(merge('447700900461', undefined)).toBe('Hi ,  of 447700900461 is {Colour}');
  });

  it('of two with one name are filled from the one that was made first, even where it is empty', () => {
    const merge = createMerge('{Pet}', fields);
    expect(merge(PHONE, contact)).toBe('Biscuit');
    expect(merge(PHONE, { ...contact, values: { f502: 'Rex' } })).toBe('');
  });

  it('that somebody is called are not filled in again', () => {
    expect(createMerge('{First name}', fields)(PHONE, { ...contact, firstName: '{Phone}' })).toBe('{Phone}');
  });
});
