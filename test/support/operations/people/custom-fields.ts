/** Cases of custom fields and their values. */
import { expect } from 'vitest';
import { customFieldSchema, linkSchema, pageOf } from '#test/unit/api/support/entity-schemas.ts';
import { getContactOf, idOf, NOWHERE } from '../../demo-people.ts';
import { toCase } from '../operation-case.ts';
import type { OperationCase } from '../operation-case.ts';
import { toValueKey } from '#main/demo/state/contact-values.ts';

const user = { priority: 'user' } as const;
const page = { page: 1, limit: 100 } as const;
const PET = 501;
const UNKNOWN = 999;
const DEBORAH = '447700900318';
const VALUE = '  {Phone} "quoted"\n\u{1f407} 0123 ';

export const customFieldCases: readonly OperationCase[] = [
  toCase({
    row: 'GET /customfields',
    fixture: 'customfields',
    request: () => ({ path: '/customfields' }),
    call: (client) => client.listCustomFields(page, user),
    result: pageOf(customFieldSchema),
    works: ({ world }, { items }) => {
      expect(items.map(({ name }) => name)).toEqual(['Pet', 'Insurance', 'Vet', 'Client since']);
      expect(items[0]?.createdAt).toBe(Math.floor((world.fields.rows[0]?.createdAt ?? 0) / 1_000) * 1_000);
    },
  }),
  toCase({
    row: 'POST /customfields',
    fixture: 'customfield-create',
    request: () => ({ path: '/customfields', body: { name: 'Microchip' } }),
    call: (client) => client.createCustomField({ name: 'Microchip' }, user),
    result: linkSchema,
    works: async ({ client, world }, { id }) => {
      expect(world.fields.find(id ?? 0)?.name).toBe('Microchip');
      await client.deleteCustomField({ fieldId: id ?? 0 }, user);
      const next = await client.createCustomField({ name: 'Chip' }, user);
      expect(next.id).toBeGreaterThan(id ?? 0);
    },
    refusals: { 400: (client) => client.createCustomField({ name: ' ' }, user) },
  }),
  toCase({
    row: 'GET /customfields/{id}',
    fixture: 'customfield',
    request: () => ({ path: `/customfields/${PET}` }),
    call: (client) => client.getCustomField({ fieldId: PET }, user),
    result: customFieldSchema,
    works: (_scene, field) => expect(field).toMatchObject({ id: PET, name: 'Pet' }),
    refusals: { 404: (client) => client.getCustomField({ fieldId: UNKNOWN }, user) },
  }),
  toCase({
    row: 'PUT /customfields/{id}',
    fixture: 'customfield-rename',
    request: () => ({ path: `/customfields/${PET}`, body: { name: 'Animal' } }),
    call: (client) => client.renameCustomField({ fieldId: PET, name: 'Animal' }, user),
    result: null,
    works: (setup) => {
      expect(setup.world.fields.find(PET)?.name).toBe('Animal');
      expect(getContactOf(setup, DEBORAH).values[toValueKey(PET)]).toContain('Biscuit');
    },
    refusals: {
      400: (client) => client.renameCustomField({ fieldId: PET, name: '' }, user),
      404: (client) => client.renameCustomField({ fieldId: UNKNOWN, name: 'Animal' }, user),
    },
  }),
  toCase({
    row: 'DELETE /customfields/{id}',
    fixture: 'customfield-delete',
    request: () => ({ path: `/customfields/${PET}` }),
    call: (client) => client.deleteCustomField({ fieldId: PET }, user),
    result: null,
    works: async (setup) => {
      const { client, world } = setup;
      expect(world.fields.find(PET)).toBeUndefined();
      expect(world.contacts.rows.filter(({ values }) => values[toValueKey(PET)] !== undefined)).toEqual([]);
      const deborah = await client.getContact({ contactId: idOf(getContactOf(setup, DEBORAH)) }, user);
      expect(deborah.fields.map(({ name }) => name)).not.toContain('Pet');
    },
    refusals: { 404: (client) => client.deleteCustomField({ fieldId: UNKNOWN }, user) },
  }),
  toCase({
    row: 'PUT /customfields/{id}/update',
    fixture: 'customfield-value',
    request: (setup) => ({
      path: `/customfields/${PET}/update`,
      body: { contactId: String(getContactOf(setup, DEBORAH).id), value: VALUE },
    }),
    call: (client, setup) => {
      const contactId = idOf(getContactOf(setup, DEBORAH));
      return client.setCustomFieldValue({ fieldId: PET, contactId, value: VALUE }, user);
    },
    result: null,
    works: async (setup) => {
      const deborah = getContactOf(setup, DEBORAH);
      expect(deborah.values[toValueKey(PET)]).toBe(VALUE);
      const read = await setup.client.getContact({ contactId: idOf(deborah) }, user);
      const value = setup.shape === 'sdk' ? VALUE : null;
      expect(read.fields.find(({ id }) => id === PET)).toEqual({ id: PET, name: 'Pet', value });
      await setup.client.setCustomFieldValue({ fieldId: PET, contactId: idOf(deborah), value: '' }, user);
      expect(deborah.values[toValueKey(PET)]).toBeUndefined();
    },
    refusals: {
      // No id of a contact at all.
      400: (client) => client.setCustomFieldValue({ fieldId: PET, contactId: Number.NaN as never, value: 'x' }, user),
      404: (client) => client.setCustomFieldValue({ fieldId: PET, contactId: NOWHERE, value: 'x' }, user),
    },
  }),
];
