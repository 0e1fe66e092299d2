/** Odd answers about sending: sums as text, maps for arrays, nothing where something was said to be. */
import { describe, expect, it } from 'vitest';
import { decodeAttachment, decodeMmsResource } from '#main/api/wire/messages/attachment.ts';
import { decodeBulk } from '#main/api/wire/messages/bulk.ts';
import { decodePreviews } from '#main/api/wire/messages/preview.ts';
import { addPrices, decodeCountryPrices, decodePrice } from '#main/api/wire/messages/price.ts';
import { decodeTemplate } from '#main/api/wire/messages/template.ts';
import { toAttachmentLink } from '#shared/domain/attachments.ts';
import { readFixture } from '../support/fixtures.ts';

const bodyOf = (name: string): unknown => readFixture(`odd/${name}`).body;

describe('a price', () => {
  it('has its sums from text, and the country from the key where the row leaves it out', () => {
    expect(decodePrice(bodyOf('message-price-texts'))).toEqual({
      isOk: true,
      value: {
        ...{ total: 0.218, partsCount: null },
        countries: [
          { countryId: 'GB', countryName: 'United Kingdom', cost: 0.076 },
          { countryId: 'FR', countryName: '', cost: 0.142 },
        ],
      },
    });
  });

  it('is read from an array with snake keys, and from an empty one', () => {
    expect(decodePrice(bodyOf('message-price-array-snake'))).toMatchObject({
      value: { total: 0.218, countries: [{ countryId: 'GB', countryName: 'United Kingdom', cost: 0.076 }, {}] },
    });
    expect(decodePrice(bodyOf('message-price-empty'))).toEqual({
      isOk: true,
      value: { total: 0, partsCount: 0, countries: [] },
    });
  });

  it('may have an exponent', () => {
    expect(decodePrice({ total: '1.0E-2' })).toMatchObject({ value: { total: 0.01 } });
  });

  it('without a total is none', () => {
    expect(decodePrice({ countries: [] })).toEqual({ isOk: false, path: 'total' });
    expect(decodePrice([])).toMatchObject({ isOk: false });
  });

  it('is added up by country, and what is not known stays unknown', () => {
    const one = {
      ...{ total: 0.1, partsCount: 1 },
      countries: [
        { countryId: 'GB', countryName: '', cost: 0.1 },
        { countryId: 'FR', countryName: 'France', cost: 0.3 },
      ],
    };
    const other = {
      ...{ total: 0.2, partsCount: null },
      countries: [
        { countryId: 'GB', countryName: 'United Kingdom', cost: 0.2 },
        { countryId: 'DE', countryName: 'Germany', cost: null },
      ],
    };
    expect(addPrices(one, other)).toEqual({
      ...{ total: 0.3, partsCount: null },
      countries: [
        { countryId: 'GB', countryName: 'United Kingdom', cost: 0.3 },
        { countryId: 'FR', countryName: 'France', cost: 0.3 },
        { countryId: 'DE', countryName: 'Germany', cost: null },
      ],
    });
  });
});

describe('the prices of countries', () => {
  it('leave out what names no country', () => {
    expect(decodeCountryPrices(bodyOf('message-prices-quirks'))).toEqual({
      isOk: true,
      value: [
        { countryId: 'VE', countryName: 'Venezuela', price: 0.035 },
        { countryId: 'ZZ', countryName: '', price: null },
      ],
    });
  });

  it('are none where nothing in them is a country', () => {
    expect(decodeCountryPrices({ code: 200, message: 'OK' })).toEqual({ isOk: false, path: 'country' });
    expect(decodeCountryPrices([])).toEqual({ isOk: true, value: [] });
  });
});

describe('a preview', () => {
  it('without messages is empty', () => {
    expect(decodePreviews(bodyOf('message-preview-empty'))).toEqual({ isOk: true, value: [] });
    expect(decodePreviews({ messages: null })).toEqual({ isOk: true, value: [] });
  });

  it.each([
    ['a page', (row: object) => ({ page: 1, limit: 10, pageCount: 1, resources: [row] })],
    ['an array', (row: object) => [row]],
    ['an array with holes', (row: object) => ({ messages: { 3: row } })],
  ])('may come as %s', (_what, toBody) => {
    const row = { receiver: '447700900461', text: 'Hello' };
    expect(decodePreviews(toBody(row))).toMatchObject({ isOk: true, value: [{ phone: '447700900461' }] });
  });

  it('of nothing that can be read is none', () => {
    const row = { text: 'to nobody' };
    for (const body of [{ messages: [row] }, { resources: [row] }, [row], { messages: 'soon' }, { code: 200 }, 'soon'])
      expect(decodePreviews(body)).toMatchObject({ isOk: false });
  });
});

describe('a bulk', () => {
  it('keeps an unknown letter as unknown, and anything but a session as none yet', () => {
    const [odd, bare] = (bodyOf('bulks-quirks') as { readonly resources: readonly unknown[] }).resources;
    expect(decodeBulk(odd)).toMatchObject({
      value: { id: 61_003, status: 'unknown', processedCount: null, createdAt: Date.UTC(2026, 10, 20, 11), send: null },
    });
    expect(decodeBulk(bare)).toMatchObject({ isOk: true, value: { id: 61_004, text: '', send: null } });
  });
});

describe('a template', () => {
  it('may lack its date and its name', () => {
    expect(decodeTemplate(bodyOf('template-without-date'))).toEqual({
      isOk: true,
      value: { id: 31_009, name: '', content: 'Hello', modifiedAt: null },
    });
  });
});

describe('an upload', () => {
  it('needs no number of characters, and no resource for a link', () => {
    const body = bodyOf('message-attachment-guide');
    expect(decodeAttachment(body)).toEqual({
      isOk: true,
      value: { href: 'click/Zwcj9k', name: 'card.pdf', sizeBytes: 48_213 },
    });
    expect(decodeMmsResource(body)).toMatchObject({ isOk: false });
  });

  it.each([
    ['https://my.example', 'click/Zwcj9k'],
    ['https://my.example/', '/click/Zwcj9k'],
    ['https://elsewhere.example', 'https://my.example/click/Zwcj9k'],
  ])('below %s, %s is one whole link', (webUrl, href) => {
    expect(toAttachmentLink(webUrl, href)).toBe('https://my.example/click/Zwcj9k');
  });
});
