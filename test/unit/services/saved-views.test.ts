import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SavedViews } from '#main/services/chats/saved-views.ts';
import type { SavedView } from '#shared/contract/index.ts';
import { createFakeSession, SIGN_IN, type FakeSession } from './fakes.ts';

const view = (name: string): Omit<SavedView, 'id'> & { id: null } => ({
  id: null,
  name,
  icon: 'star',
  scope: { shelf: 'open', marks: ['unread'], listId: null },
  sort: 'waiting',
  keys: null,
});

describe('saved views', () => {
  let folder: string;
  let fake: FakeSession;
  let kept: SavedView[];
  let told: number;
  let views: SavedViews;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'sb-views-'));
    fake = createFakeSession(folder);
    [kept, told] = [[], 0];
    fake.fakes.store = {
      listViews: () => Promise.resolve(kept),
      saveView: ({ view: saved }) => {
        kept = [...kept.filter(({ id }) => id !== saved.id), saved];
        return Promise.resolve();
      },
      removeView: ({ id }) => {
        const isRemoved = kept.some((one) => one.id === id);
        kept = kept.filter((one) => one.id !== id);
        return Promise.resolve({ isRemoved });
      },
      orderViews: ({ ids }) => {
        kept = ids.flatMap((id) => kept.filter((one) => one.id === id));
        return Promise.resolve();
      },
    };
    await fake.session.signIn(SIGN_IN);
    let last = 0;
    const notices = { viewsChanged: () => void (told += 1) };
    views = new SavedViews({ session: fake.session, notices, createId: () => `view-${String((last += 1))}` });
  });
  afterEach(async () => {
    await fake.session.dispose();
    await rm(folder, { recursive: true, force: true });
  });

  it('are kept under an id of their own, changed under the same, and told', async () => {
    const [saved] = await views.save({ view: view('VIPs') });
    expect(saved).toEqual({ ...view('VIPs'), id: 'view-1' });
    expect(await views.save({ view: { ...view('Best'), id: 'view-1' } })).toMatchObject([
      { id: 'view-1', name: 'Best' },
    ]);
    expect(told).toBe(2);
  });

  it('are thirty at most, also when two are saved at once', async () => {
    for (let count = 0; count < 29; count += 1) await views.save({ view: view(`View ${String(count)}`) });
    const both = await Promise.allSettled([views.save({ view: view('A') }), views.save({ view: view('B') })]);
    expect(both).toMatchObject([
      { status: 'fulfilled' },
      { status: 'rejected', reason: { code: 'validation', fields: { view: ['too-many'] } } },
    ]);
    expect(kept).toHaveLength(30);
    // One that is there already can be changed all the same.
    expect(await views.save({ view: { ...view('Changed'), id: 'view-3' } })).toHaveLength(30);
  });

  it('that are not there are neither changed nor removed, and nobody is told', async () => {
    await expect(views.save({ view: { ...view('X'), id: 'gone' } })).rejects.toMatchObject({ code: 'not-found' });
    await expect(views.remove('gone')).rejects.toMatchObject({ code: 'not-found' });
    expect(told).toBe(0);
  });

  it('are put in an order of all of them, and of no others', async () => {
    await views.save({ view: view('A') });
    await views.save({ view: view('B') });
    expect(await views.order(['view-2', 'view-1'])).toMatchObject([{ name: 'B' }, { name: 'A' }]);
    for (const ids of [['view-1'], ['view-1', 'view-1'], ['view-1', 'view-3']]) {
      await expect(views.order(ids)).rejects.toMatchObject({ code: 'validation', fields: { ids: ['not-all'] } });
    }
    expect(await views.remove('view-2')).toMatchObject([{ name: 'A' }]);
  });
});
