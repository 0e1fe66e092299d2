import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DemoOnFakeTimers } from './demo-on-fake-timers.ts';

interface Page {
  readonly page: number;
  readonly limit: number;
  readonly pageCount: number;
  readonly resources: { readonly id: number }[];
}

async function readPage(demo: DemoOnFakeTimers, path: string): Promise<Page> {
  return (await demo.get(path)).body as Page;
}

describe('DEMO-3: paging', () => {
  it.each(['0', '101', '200', '-5', 'many', '2.5', ''])(
    'a limit of "%s" becomes 10 without an error',
    async (limit) => {
      const page = await readPage(new DemoOnFakeTimers(), `/messages?limit=${limit}`);
      expect(page.limit).toBe(10);
      expect(page.resources).toHaveLength(10);
    },
  );

  it.each([1, 100])('a limit of %i is used and echoed', async (limit) => {
    const page = await readPage(new DemoOnFakeTimers(), `/replies?limit=${limit}`);
    expect(page).toMatchObject({ limit, page: 1 });
    expect(page.resources).toHaveLength(limit);
  });

  it('pages together are the whole list, newest first, each row once', async () => {
    const demo = new DemoOnFakeTimers();
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 100 }),
        fc.constantFrom('/replies', '/contacts', '/chats'),
        async (limit, path) => {
          const first = await readPage(demo, `${path}?limit=${limit}`);
          const ids: number[] = [];
          for (let page = 1; page <= first.pageCount; page += 1) {
            ids.push(...(await readPage(demo, `${path}?limit=${limit}&page=${page}`)).resources.map(({ id }) => id));
          }
          expect(ids).toEqual([...new Set(ids)].sort((a, b) => b - a));
          expect(first.pageCount).toBe(Math.ceil(ids.length / limit));
          expect((await readPage(demo, `${path}?limit=${limit}&page=${first.pageCount + 1}`)).resources).toEqual([]);
        },
      ),
      { numRuns: 20 },
    );
  });

  it('lastId goes down through all messages, whatever the page says', async () => {
    const demo = new DemoOnFakeTimers();
    const ids: number[] = [];
    for (let lastId = Number.MAX_SAFE_INTEGER % 10 ** 15; ;) {
      const { resources } = await readPage(demo, `/messages?limit=100&page=7&lastId=${lastId}`);
      if (resources.length === 0) break;
      ids.push(...resources.map(({ id }) => id));
      lastId = ids.at(-1) ?? 0;
    }
    expect(ids).toHaveLength(demo.service.world.outbound.rows.length);
    expect(ids).toEqual([...ids].sort((a, b) => b - a));
  });

  it('a page that is no number is a 400 that names the field', async () => {
    const { status, body } = await new DemoOnFakeTimers().get('/chats?page=first');
    expect(status).toBe(400);
    expect(body).toMatchObject({ message: 'Validation Failed', errors: { fields: { page: [expect.any(String)] } } });
  });
});
