/** What is made of refusals whose words stand in an odd place. */
import { describe, expect, it } from 'vitest';
import { readErrorBody } from '#main/api/wire/error-body.ts';

const wordsOf = (body: unknown) => {
  const { common, fields } = readErrorBody(body);
  return { common, fields };
};
const TITLE = { title: ['Too long'] };

describe('the words of a refusal', () => {
  it.each([
    ['below fields', { errors: { fields: TITLE } }],
    ['below errors alone', { errors: TITLE }],
    ['in a list with holes', { errors: { fields: { title: { 0: 'Too long' } } } }],
    ['in a list with holes below errors alone', { errors: { common: [], title: { 3: 'Too long' } } }],
    ['alone, not in a list', { errors: { title: 'Too long' } }],
  ])('about a field stand %s', (_where, body) => {
    expect(wordsOf({ code: 400, message: 'Validation Failed', ...body })).toEqual({ common: [], fields: TITLE });
  });

  it('about one field stand in both places', () => {
    const errors = { fields: TITLE, title: ['Taken'], name: ['Blank'] };
    expect(wordsOf({ errors })).toEqual({ common: [], fields: { title: ['Too long', 'Taken'], name: ['Blank'] } });
  });

  it('about all of it stand in a list with holes as well', () => {
    expect(wordsOf({ errors: { common: { 1: 'No credit' } } })).toEqual({ common: ['No credit'], fields: {} });
    expect(wordsOf({ errors: { 1: 'No credit' } })).toEqual({ common: ['No credit'], fields: {} });
  });

  it('are the message where a field is named without any', () => {
    const body = { code: 400, message: 'Name is taken', errors: { fields: { title: [] } } };
    expect(wordsOf(body)).toEqual({ common: ['Name is taken'], fields: { title: [] } });
  });

  it('are none where what stands below errors is no text', () => {
    const errors = { code: null, nested: { deep: ['x'] }, list: [{}], common: null, fields: null };
    expect(wordsOf({ errors })).toEqual({ common: [], fields: {} });
  });
});
