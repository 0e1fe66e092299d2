import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { until } from '#test/support/until.ts';
import { fail } from '../fakes.ts';
import { DraftsOnFakes } from './drafts-on-fakes.ts';
import { CONTACT, FakeStore } from './fake-account.ts';
import { FakeFile } from './fake-file.ts';

describe('how long drafts of imports stay', () => {
  let at: DraftsOnFakes;
  beforeEach(async () => {
    at = await DraftsOnFakes.create();
  });
  afterEach(() => at.dispose());

  it('IMPORTS-3: keep the file on the disk while they are there, and end the one before', async () => {
    const first = await at.openChecked();
    expect(
      await Promise.all(
        (await at.listKept()).map((name) => readFile(path.join(at.dataFolder, 'staged', name), 'utf8')),
      ),
    ).toEqual(['Name,Mobile']);
    const second = await at.openChecked();
    expect(second.draftId).not.toBe(first.draftId);
    expect(first.file.isDisposed).toBe(true);
    expect(await at.listKept()).toHaveLength(1);
    await at.drafts.discard(second.draftId);
    expect(await at.drafts.find()).toBeNull();
    expect(second.file.isDisposed).toBe(true);
    expect(await at.listKept()).toEqual([]);
    expect(at.fake.listenersCount).toBe(0);
  });

  it('IMPORTS-2: go when another account is opened, and stay while the same one is opened again', async () => {
    const { file, draftId } = await at.openChecked();
    at.accountFolder = null;
    at.isReopening = true;
    at.tell('session.changed');
    at.accountFolder = '/accounts/ada';
    at.isReopening = false;
    at.tell('session.changed');
    expect((await at.find()).draftId).toBe(draftId);
    at.accountFolder = '/accounts/ben';
    expect(await at.drafts.find()).toBeNull();
    await expect(
      at.drafts.read(draftId, (draft) => draft.listRows({ kind: 'all' }, { start: 0, limit: 1 })),
    ).rejects.toMatchObject({ code: 'not-found' });
    at.tell('session.changed');
    await until(() => expect(file.isDisposed).toBe(true));
    await until(async () => expect(await at.listKept()).toEqual([]));
  });

  it('check once more when their account is open again, where it was closed in the midst of a check', async () => {
    const { file, draftId } = await at.openChecked();
    const { store } = at.fake;
    at.fake = new FakeStore();
    at.fake.store.listImportContacts = () => Promise.reject(fail('disk'));
    await at.drafts.changeToView(draftId, (draft) => draft.configure({ options: { country: 'IE' } }));
    await until(async () => expect((await at.find()).problem).toMatch(/couldn’t check the rows/));
    expect(file.checks).toHaveLength(1);
    at.fake.store.listImportContacts = store.listImportContacts;
    at.tell('session.changed');
    await until(() => expect(file.checks).toHaveLength(2));
    file.finish();
    await until(async () => expect(await at.find()).toMatchObject({ problem: null, checkedCount: null }));
    at.tell('session.changed');
    expect((await at.find()).checkedCount).toBeNull();
  });

  it('check against the contacts of the store that the account has after it was opened again', async () => {
    const { file, draftId } = await at.openChecked();
    at.fake = new FakeStore();
    at.fake.contacts = [{ ...CONTACT, id: 8 }];
    await at.drafts.changeToView(draftId, (draft) => draft.configure({ options: { country: 'IE' } }));
    await until(() => expect(file.checks).toHaveLength(2));
    expect(file.checks.at(-1)?.contactIds).toEqual([8]);
  });

  it('end what waits for their thread as not found when they are discarded', async () => {
    const { file, draftId } = await at.openChecked();
    const reading = at.drafts.read(draftId, async (draft) => {
      await at.drafts.discard(draftId);
      return await draft.listRows({ kind: 'all' }, { start: 0, limit: 1 });
    });
    await expect(reading).rejects.toMatchObject({ code: 'not-found' });
    expect(file.isDisposed).toBe(true);
  });

  it('are made of rows that a run could not import, with its columns and its list', async () => {
    const file = new FakeFile({ rowCount: 2 });
    file.looksLikeHeader = false;
    at.sources = [file];
    const options = { country: 'IE', hasHeader: true, leavesOutLandlines: true, keepsWhatIsEmpty: false } as const;
    const view = await at.drafts.openRejected(
      { name: 'clients.csv', bytes: new TextEncoder().encode('a,b') },
      {
        importId: 3,
        choices: [{ kind: 'lastName' }, { kind: 'phone' }],
        options: { ...options, existing: 'leave' },
        target: { kind: 'list', listId: 5 },
      },
    );
    expect(view).toMatchObject({
      ...{
        fileName: 'clients.csv',
        repairsImportId: 3,
        hasChanges: false,
        target: { kind: 'list', listId: 5 },
        sizeBytes: 3,
      },
      options: { country: 'IE', existing: 'leave', keepsWhatIsEmpty: false, leavesOutLandlines: true },
    });
    expect(view.columns.map(({ choice }) => choice?.kind)).toEqual(['lastName', 'phone']);
    expect(at.opened[0]?.text).toBe('a,b');
  });

  it('do not keep the app from ending while a file is read', async () => {
    at.isReadForever = true;
    const opening = at.drafts.open({ handle: await at.stage(), isPasted: false });
    await until(() => expect(at.opened).toHaveLength(1));
    await Promise.all([expect(opening).rejects.toMatchObject({ code: 'cancelled' }), at.drafts.dispose()]);
    expect(await at.listKept()).toEqual([]);
  });
});
