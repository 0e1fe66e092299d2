/** Cases of the templates. */
import * as v from 'valibot';
import { expect } from 'vitest';
import { linkSchema, pageOf } from '#test/unit/api/support/entity-schemas.ts';
import { toCase } from '../operation-case.ts';
import type { OperationCase } from '../operation-case.ts';
import type { ClientOnDemo } from '../client-on-demo.ts';

const user = { priority: 'user' } as const;
const NOWHERE = 999_999;
const READY = 31_001;
const MISSED = 31_003;
const words = { name: 'Directions', content: 'We are at 14 Northgate, {First name}.' };

const templateSchema = v.strictObject({
  id: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  name: v.string(),
  content: v.string(),
  modifiedAt: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0))),
});
const templatePageSchema = pageOf(templateSchema);

const idsOf = ({ world }: ClientOnDemo): number[] => world.templates.rows.map(({ id }) => id);

export const templateCases: readonly OperationCase[] = [
  toCase({
    row: 'GET /templates',
    fixture: 'templates',
    request: () => ({ path: '/templates' }),
    call: (client) => client.listTemplates({ page: 1, limit: 3 }, user),
    result: templatePageSchema,
    works: ({ world }, { items, pageCount }) => {
      expect(items.map(({ id }) => id)).toEqual(
        [...world.templates.rows]
          .reverse()
          .map(({ id }) => id)
          .slice(0, 3),
      );
      expect(pageCount).toBe(Math.ceil(world.templates.rows.length / 3));
      expect(items[0]?.modifiedAt).toBeGreaterThan(items[1]?.modifiedAt ?? Infinity);
    },
  }),
  toCase({
    row: 'GET /templates/search',
    fixture: 'templates-search',
    request: () => ({ path: '/templates/search?name=collect' }),
    call: (client) => client.searchTemplates({ page: 1, limit: 10, content: 'HI {FIRST NAME}', name: 'missed' }, user),
    result: templatePageSchema,
    works: async ({ client }, { items }) => {
      expect(items.map(({ id }) => id)).toEqual([MISSED]);
      const some = await client.searchTemplates({ page: 1, limit: 10, templateIds: [READY, MISSED, NOWHERE] }, user);
      expect(some.items.map(({ id }) => id)).toEqual([MISSED, READY]);
    },
  }),
  toCase({
    row: 'GET /templates/{id}',
    fixture: 'template',
    request: () => ({ path: `/templates/${READY}` }),
    call: (client) => client.getTemplate({ templateId: READY }, user),
    result: templateSchema,
    works: ({ world }, { name, content }) => {
      expect(world.templates.find(READY)).toMatchObject({ name, content });
    },
    refusals: { 404: (client) => client.getTemplate({ templateId: NOWHERE }, user) },
  }),
  toCase({
    row: 'POST /templates',
    fixture: 'template-create',
    request: () => ({ path: '/templates', body: words }),
    call: (client) => client.createTemplate(words, user),
    result: linkSchema,
    works: async ({ client }, { id }) => {
      expect(await client.getTemplate({ templateId: id ?? NOWHERE }, user)).toMatchObject(words);
    },
    refusals: { 400: (client) => client.createTemplate({ ...words, content: ' ' }, user) },
  }),
  toCase({
    row: 'PUT /templates/{id}',
    fixture: 'template-update',
    request: () => ({ path: `/templates/${READY}`, body: words }),
    call: (client) => client.updateTemplate({ templateId: READY, ...words }, user),
    result: null,
    works: ({ world, demo }) => {
      expect(world.templates.find(READY)).toMatchObject(words);
      expect(demo.clock.nowAt() - (world.templates.find(READY)?.lastModified ?? 0)).toBeLessThan(60_000);
    },
    refusals: {
      400: (client) => client.updateTemplate({ templateId: READY, name: '', content: 'x' }, user),
      404: (client) => client.updateTemplate({ templateId: NOWHERE, ...words }, user),
    },
  }),
  toCase({
    row: 'DELETE /templates/{id}',
    fixture: 'template-delete',
    request: () => ({ path: `/templates/${READY}` }),
    call: (client) => client.deleteTemplate({ templateId: READY }, user),
    result: null,
    works: (setup) => expect(idsOf(setup)).not.toContain(READY),
    refusals: { 404: (client) => client.deleteTemplate({ templateId: NOWHERE }, user) },
  }),
  toCase({
    row: 'POST /templates/delete',
    fixture: 'templates-delete',
    request: () => ({ path: '/templates/delete', body: { ids: `${READY},${MISSED}`, all: false } }),
    call: (client) => client.deleteTemplates({ templateIds: [READY, MISSED, NOWHERE] }, user),
    result: null,
    works: async (setup) => {
      expect(idsOf(setup).filter((id) => id <= 31_005)).toEqual([31_002, 31_004, 31_005]);
      await setup.client.deleteTemplates({ all: true }, user);
      expect(idsOf(setup)).toEqual([]);
    },
    refusals: {
      400: (client) => client.deleteTemplates({ templateIds: [-1] }, user),
      404: (client) => client.deleteTemplates({ templateIds: [NOWHERE] }, user),
    },
  }),
];
