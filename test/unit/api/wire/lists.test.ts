import { describe, expect, it } from 'vitest';
import { decodeBlockedContact } from '#main/api/wire/people/blocked-contact.ts';
import { decodeImportProgress } from '#main/api/wire/people/import-progress.ts';
import { decodeContactIds } from '#main/api/wire/people/list.ts';
import { decodeUnsubscriber } from '#main/api/wire/people/unsubscriber.ts';
import { toPage, toValue, readFixture } from '../support/fixtures.ts';

describe('decodeContactIds', () => {
  const idsOf = (body: unknown) => toValue(decodeContactIds(body, { page: 1, limit: 100 })).items;

  it('reads an array, one with holes, a page, and contacts instead of their ids', () => {
    expect(idsOf(readFixture('spec/list-member-ids').body)).toEqual([220004, 220017, 220418]);
    expect(idsOf(readFixture('odd/list-member-ids-texts').body)).toEqual([220004, 220418]);
    expect(idsOf({ page: 1, resources: [7, '8'] })).toEqual([7, 8]);
    expect(idsOf([{ id: 7 }, { id: '8' }])).toEqual([7, 8]);
    expect(idsOf([])).toEqual([]);
  });

  it('takes neither nothing nor a part of what was said for the members of a list', () => {
    const wrong = [
      [null],
      ['x', {}],
      { code: 404 },
      {},
      null,
      'ids',
      7,
      { resources: 'x' },
      [7, null],
      [7, 'x'],
      [7, -1],
    ];
    for (const body of wrong) expect(decodeContactIds(body, { page: 1, limit: 100 })).toMatchObject({ isOk: false });
  });
});

describe('decodeUnsubscriber', () => {
  it.each(['spec', 'sdk'])('reads rows with and without a name in the shape of the %s', (shape) => {
    const [named, nameless] = toPage(`${shape}/unsubscribers`, decodeUnsubscriber).page.items;
    expect(named).toEqual({
      ...{ id: 6003, phone: '447700900510', firstName: 'Gwendolyn', lastName: 'Achterberg' },
      unsubscribedAt: Date.UTC(2026, 10, 1, 10, 30),
    });
    expect(nameless).toMatchObject({ id: 6002, firstName: '', lastName: '' });
  });

  it('reads the odd: ids as text, a plus, another form of time, nulls', () => {
    const { page } = toPage('odd/unsubscribers-quirks', decodeUnsubscriber);
    expect(page).toMatchObject({ page: 1, limit: 10, pageCount: 1 });
    expect(page.items).toEqual([
      ...[{ id: 6003, phone: '447700900510', firstName: '', lastName: '', unsubscribedAt: 1793529000000 }],
      ...[{ id: 6002, phone: '', firstName: '', lastName: '', unsubscribedAt: null }],
    ]);
  });
});

describe('decodeImportProgress', () => {
  it.each([
    [0, 'waiting'],
    [1, 'waiting'],
    [2, 'unknown'],
    [3, 'working'],
    [4, 'with-errors'],
    ['5', 'completed'],
    [6, 'unknown'],
    [null, 'unknown'],
  ])('calls status %j %s', (status, state) => {
    expect(toValue(decodeImportProgress({ status, processed: '12' }))).toEqual({ state, importedCount: 12 });
  });

  it('is none where nothing of it was said: whoever waits for the end would wait for ever', () => {
    for (const body of [{}, { id: 7 }, [], null, 5]) expect(decodeImportProgress(body)).toMatchObject({ isOk: false });
  });

  it('reads a status as text, as services have been seen to write it', () => {
    expect(toValue(decodeImportProgress(readFixture('odd/import-progress-texts').body))).toEqual({
      state: 'waiting',
      importedCount: 0,
    });
  });
});

describe('decodeBlockedContact', () => {
  it('knows that the contact is blocked where its shape does not say so', () => {
    const { body } = readFixture('spec/contact-blocked');
    expect(body).not.toHaveProperty('blocked');
    expect(toValue(decodeBlockedContact(body)).isBlocked).toBe(true);
  });
});
