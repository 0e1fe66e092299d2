import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findDiskKind } from '#main/store/errors.ts';
import { openForWriting } from '#main/store/open.ts';
import { markDamaged, toFilePaths } from '#main/store/paths.ts';
import { createStore } from '#main/store/store.ts';
import { toChatId, toContactId } from '#shared/domain/ids.ts';
import { isFull } from '#test/support/full-counts.ts';
import { NOON, buildChat, buildFile, buildMessage, buildSend, phoneOf } from '#test/unit/store/builders.ts';
import { createStoreHarness } from './store-harness.ts';

const PAGE_BYTES = 4_096;
const DAY_MS = 86_400_000;
/** Enough for several pages of each table that is damaged. */
const SENDS = isFull ? 200 : 100;
/** What years leave in the history of texts. */
const OLD_EVENTS = isFull ? 150_000 : 30_000;
const GARBAGE = Buffer.alloc(PAGE_BYTES, 0xa5);

function overwrite(path: string, at: number, bytes: Buffer): void {
  const file = openSync(path, 'r+');
  writeSync(file, bytes, 0, bytes.length, at);
  closeSync(file);
}

/** Numbers of the pages that hold rows of a table. */
function listLeaves(path: string, table: string): number[] {
  const db = openForWriting(path, 'NORMAL');
  const sql = `SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf' ORDER BY pageno`;
  const pages = db.all<{ pageno: number }>(sql, [table]).map(({ pageno }) => pageno);
  db.close();
  return pages;
}

describe('a store that finds its files damaged', () => {
  const { open, createFolder } = createStoreHarness();

  async function fill(folder: string, sends: number): Promise<void> {
    const { store } = await open(folder);
    await store.commitChats({ chats: [buildChat(1)] });
    await store.commitMessages({ messages: [buildMessage('in:1')], source: 'page' });
    await store.saveDraft({ phone: phoneOf(1), text: 'Half a', at: NOON });
    const text = 'A text that is long enough to fill pages. '.repeat(10);
    await Promise.all(
      Array.from({ length: sends }, (_, index) => store.createSend({ send: buildSend(`s${index}`, { text }) })),
    );
    await store.dispose();
  }

  it('starts a new cache, keeps the old file, says so, and loses nothing that is owned (STORE-13)', async () => {
    const folder = createFolder();
    await fill(folder, 1);
    writeFileSync(toFilePaths(folder).cache, 'this is no database, whatever its name says'.repeat(200));
    const { store, notices } = await open(folder);
    expect(notices.map(({ kind }) => kind)).toEqual(['cache-rebuilt']);
    const [notice] = notices;
    expect(notice?.kind === 'cache-rebuilt' && existsSync(notice.movedTo)).toBe(true);
    expect(await store.countMessages({})).toBe(0);
    expect(await store.findSend({ sendId: buildSend('s0').id })).not.toBeNull();
  });

  it('starts a new cache after damage was met while it was open', async () => {
    const folder = createFolder();
    await fill(folder, 0);
    markDamaged(folder);
    const first = await open(folder);
    expect(first.notices.map(({ kind }) => kind)).toEqual(['cache-rebuilt']);
    await first.store.dispose();
    expect((await open(folder)).notices).toEqual([]);
  });

  it('notices damage in the middle of its work and gets over it at the next opening', async () => {
    const folder = createFolder();
    const { store } = await open(folder);
    const messages = Array.from({ length: 400 }, (_, index) => buildMessage(`in:${index}`));
    await store.commitMessages({ messages, source: 'page' });
    await store.dispose();
    const { cache, damageMark } = toFilePaths(folder);
    for (const page of listLeaves(cache, 'messages')) overwrite(cache, (page - 1) * PAGE_BYTES, GARBAGE);
    const { store: damaged, notices: none } = await open(folder);
    expect(none).toEqual([]);
    const failure: unknown = await damaged
      .commitMessages({ messages, source: 'page' })
      .catch((error: unknown) => error);
    expect([findDiskKind(failure), existsSync(damageMark)]).toEqual(['corrupt', true]);
    await damaged.dispose();
    const { store: after, notices } = await open(folder);
    expect(notices.map(({ kind }) => kind)).toEqual(['cache-rebuilt']);
    expect((await after.commitMessages({ messages, source: 'page' })).newKeys).toHaveLength(400);
  });

  it('saves owned rows around a damaged page (STORE-13)', async () => {
    const folder = createFolder();
    await fill(folder, SENDS);
    const { owned } = toFilePaths(folder);
    const leaves = listLeaves(owned, 'sends');
    expect(leaves.length).toBeGreaterThan(5);
    const victim = leaves[Math.floor(leaves.length / 2)] ?? 0;
    overwrite(owned, (victim - 1) * PAGE_BYTES, GARBAGE);
    const { store, notices } = await open(folder);
    const [notice] = notices;
    expect(notice?.kind).toBe('owned-salvaged');
    const sends = await store.listSends({ states: ['queued'] });
    expect(sends.length).toBeGreaterThan(SENDS * 0.75);
    expect(sends.length).toBeLessThan(SENDS);
    expect((await store.findChat({ chatId: toChatId(1), phone: null }))?.draft).toBe('Half a');
    expect(notice?.kind === 'owned-salvaged' && notice.rows >= sends.length).toBe(true);
  });

  it('has a row of the ledger for every text whose send or history could be saved (STORE-13, STORE-24)', async () => {
    const folder = createFolder();
    await fill(folder, SENDS);
    const { owned } = toFilePaths(folder);
    for (const table of ['ledger', 'sends', 'send_events']) {
      const leaves = listLeaves(owned, table);
      overwrite(owned, ((leaves[Math.floor(leaves.length / 3)] ?? 0) - 1) * PAGE_BYTES, GARBAGE);
    }
    const { store, notices } = await open(folder);
    expect(notices.map(({ kind }) => kind)).toEqual(['owned-salvaged']);
    const filter = { query: '', outcome: null, fromAt: null, toAt: null };
    const { rows } = await store.listLedger({ filter, before: null, limit: SENDS });
    const sends = await store.listSends({ states: ['queued'] });
    expect(sends.length).toBeLessThan(SENDS);
    expect(rows.length).toBeGreaterThan(sends.length);
    const known = new Map(rows.map((row) => [row.sendId, row]));
    for (const { id, text } of sends) expect(known.get(id)?.text).toBe(text);
    expect(await store.countLedger({ filter: { ...filter, query: 'long enough' } })).toMatchObject({
      count: rows.length,
    });
  });

  it('saves the files of drafts and of texts with them (STORE-13, STORE-26)', async () => {
    const folder = createFolder();
    const { store: before } = await open(folder);
    for (const name of ['a', 'b']) await before.addDraftFile({ phone: phoneOf(1), file: buildFile(name), at: NOON });
    await before.createSend({ send: buildSend('s', { files: [buildFile('b')] }) });
    await before.dispose();
    const { owned } = toFilePaths(folder);
    const [leaf = 0] = listLeaves(owned, 'settings');
    overwrite(owned, (leaf - 1) * PAGE_BYTES, GARBAGE);
    const { store, notices } = await open(folder);
    expect(notices.map(({ kind }) => kind)).toEqual(['owned-salvaged']);
    expect((await store.getDraft({ phone: phoneOf(1) })).files.map(({ id }) => id)).toEqual(['a']);
    expect((await store.findSend({ sendId: buildSend('s').id }))?.files).toEqual([buildFile('b')]);
  });

  it('has every text that was lost from its table looked for, and lets none leave by itself (STORE-13)', async () => {
    const folder = createFolder();
    await fill(folder, SENDS);
    const { owned } = toFilePaths(folder);
    const leaves = listLeaves(owned, 'sends');
    overwrite(owned, ((leaves[Math.floor(leaves.length / 2)] ?? 0) - 1) * PAGE_BYTES, GARBAGE);
    const { store } = await open(folder);
    const lost = await store.listSends({ states: ['checking'] });
    expect(lost.length).toBeGreaterThan(0);
    expect(lost.length + (await store.listSends({ states: ['queued'] })).length).toBe(SENDS);
    const filter = { query: '', outcome: null, fromAt: null, toAt: null };
    const { byOutcome } = await store.countLedger({ filter });
    expect(byOutcome).toMatchObject({ open: SENDS - lost.length, checking: lost.length });
  });

  it('lets no text leave without its files where only those were lost (STORE-13, STORE-26)', async () => {
    const folder = createFolder();
    const { store: before } = await open(folder);
    for (const name of ['a', 'b']) await before.addDraftFile({ phone: phoneOf(1), file: buildFile(name), at: NOON });
    const files = [buildFile('b'), buildFile('a')];
    await before.createSend({ send: buildSend('s', { files }) });
    await before.setFileUploaded({ fileId: buildFile('a').id, href: 'click/a' });
    await before.dispose();
    const { owned } = toFilePaths(folder);
    for (const table of ['files', 'settings']) {
      for (const leaf of listLeaves(owned, table)) overwrite(owned, (leaf - 1) * PAGE_BYTES, GARBAGE);
    }
    const { store, notices } = await open(folder);
    expect(notices.map(({ kind }) => kind)).toEqual(['owned-salvaged']);
    expect((await store.findSend({ sendId: buildSend('s').id }))?.files).toEqual([
      buildFile('b'),
      { ...buildFile('a'), href: 'click/a' },
    ]);
    expect(await store.listNeededFileIds({})).toHaveLength(2);
  });

  it('saves them from a ledger of years, too (STORE-13)', async () => {
    const folder = createFolder();
    await fill(folder, 1);
    const { owned } = toFilePaths(folder);
    const ledger = openForWriting(owned, 'NORMAL');
    const insert = 'INSERT INTO send_events (send_id, at, state, detail) VALUES (?, ?, ?, ?)';
    ledger.transaction(() => {
      for (let count = 0; count < OLD_EVENTS; count += 1) ledger.run(insert, [`s${count}`, NOON, 'queued', '{}']);
    });
    ledger.close();
    const leaves = listLeaves(owned, 'send_events');
    overwrite(owned, ((leaves[leaves.length - 2] ?? 0) - 1) * PAGE_BYTES, GARBAGE);
    const { store, notices } = await open(folder);
    const [notice] = notices;
    expect(notice?.kind === 'owned-salvaged' && notice.rows).toBeGreaterThan(OLD_EVENTS - 1_000);
    expect(await store.findSend({ sendId: buildSend('s0').id })).not.toBeNull();
  });

  it.each([
    ['had begun to save', (owned: string) => writeFileSync(`${owned}.saving`, 'half')],
    ['had copied the damaged file', (owned: string) => copyFileSync(owned, `${owned}.damaged-before`)],
  ])('saves them after an earlier run %s and was killed (STORE-13)', async (_when, leave) => {
    const folder = createFolder();
    await fill(folder, SENDS);
    const { owned } = toFilePaths(folder);
    const leaves = listLeaves(owned, 'sends');
    overwrite(owned, ((leaves[Math.floor(leaves.length / 2)] ?? 0) - 1) * PAGE_BYTES, GARBAGE);
    leave(owned);
    const { store } = await open(folder);
    expect((await store.listSends({ states: ['queued'] })).length).toBeGreaterThan(SENDS * 0.75);
    expect(existsSync(`${owned}.saving`)).toBe(false);
  });

  it.each([true, false])(
    'takes what an earlier run had saved before it was killed (STORE-13), log gone: %s',
    async (isLogGone) => {
      const [whole, damaged] = [createFolder(), createFolder()];
      await fill(whole, 20);
      await fill(damaged, 1);
      const { owned } = toFilePaths(damaged);
      renameSync(toFilePaths(whole).owned, `${owned}.saved`);
      writeFileSync(owned, 'no database'.repeat(1_000));
      if (!isLogGone) writeFileSync(`${owned}-wal`, 'the log of the damaged file');
      const { store } = await open(damaged);
      expect(await store.listSends({ states: ['queued'] })).toHaveLength(20);
      expect(existsSync(`${owned}.saved`)).toBe(false);
    },
  );

  it('opens with an empty owned file when nothing of the old one can be read, and keeps that', async () => {
    const folder = createFolder();
    await fill(folder, 1);
    writeFileSync(toFilePaths(folder).owned, 'no database'.repeat(1_000));
    const { store, notices } = await open(folder);
    expect(notices).toMatchObject([{ kind: 'owned-salvaged', rows: 0 }]);
    expect(await store.countMessages({})).toBe(1);
  });

  describe('where commits of the owned file were lost without a trace in it', () => {
    /** One text waits in the databases; their logs say that it has left. The store is left open. */
    async function leave(folder: string): Promise<void> {
      const { store } = await open(folder);
      await store.createSend({ send: buildSend('abc', { createdAt: NOON - 3 * DAY_MS }) });
      const note = { kind: 'add-note', contactId: toContactId(1), noteId: -1, text: 'Once' } as const;
      const { changeIds } = await store.applyPeopleChanges({ changes: [note], at: NOON, dueAt: NOON });
      for (const path of [toFilePaths(folder).owned, toFilePaths(folder).cache]) {
        const db = openForWriting(path, 'FULL');
        expect(db.get('PRAGMA wal_checkpoint(TRUNCATE)')).toMatchObject({ busy: 0 });
        db.close();
      }
      const sendId = buildSend('abc').id;
      await store.updateSend({ sendId, patch: { state: 'sending', attempts: 1, attemptedAt: NOON } });
      await store.updateSend({ sendId, patch: { state: 'accepted', messageId: 7 } });
      await store.beginPeopleChanges({ changeIds: changeIds.flatMap((id) => id ?? []) });
    }

    it.each([
      ['the databases and the mark are left', ['owned.db', 'cache.db', 'owned.db.commits']],
      ['the databases alone are left', ['owned.db', 'cache.db']],
      ['the owned file and the mark are left', ['owned.db', 'owned.db.commits']],
      ['the owned file and the cache with its log are left', ['owned.db', 'cache.db', 'cache.db-wal']],
    ])('what waits to leave is looked for first, from when it was written (%s)', async (_what, names) => {
      const [lived, found] = [createFolder(), createFolder()];
      await leave(lived);
      for (const name of names) copyFileSync(join(lived, name), join(found, name));
      const { store, notices } = await open(found);
      expect(notices.map(({ kind }) => kind)).toEqual(['owned-salvaged']);
      expect(await store.findSend({ sendId: buildSend('abc').id })).toMatchObject({
        ...{ state: 'sending', attempts: 1, attemptedAt: NOON - 3 * DAY_MS, afterMessageId: null },
      });
      expect(await store.listPeopleChanges({})).toMatchObject([{ change: { text: 'Once' }, attempts: 1 }]);
    });

    it.each(['refused', 'not-sent'] as const)(
      'what stands as %s is looked for too: it may have left since',
      async (state) => {
        const [lived, found] = [createFolder(), createFolder()];
        const sendId = buildSend('abc').id;
        const { store } = await open(lived);
        await store.createSend({ send: buildSend('abc') });
        await store.updateSend({ sendId, patch: { state: 'sending', attempts: 1, attemptedAt: NOON } });
        await store.updateSend({ sendId, patch: { state } });
        const db = openForWriting(toFilePaths(lived).owned, 'FULL');
        expect(db.get('PRAGMA wal_checkpoint(TRUNCATE)')).toMatchObject({ busy: 0 });
        db.close();
        await store.updateSend({ sendId, patch: { state: 'queued' } });
        await store.updateSend({ sendId, patch: { state: 'accepted', messageId: 7 } });
        for (const name of ['owned.db', 'owned.db.commits']) copyFileSync(join(lived, name), join(found, name));
        const again = await open(found);
        expect(await again.store.findSend({ sendId })).toMatchObject({
          state: 'sending',
          attempts: 1,
          attemptedAt: NOON,
        });
      },
    );

    it('that is told once, and texts that are written then wait to leave as ever', async () => {
      const [lived, found] = [createFolder(), createFolder()];
      await leave(lived);
      copyFileSync(join(lived, 'owned.db'), join(found, 'owned.db'));
      const { store } = await open(found);
      await store.createSend({ send: buildSend('def') });
      await store.dispose();
      const again = await open(found);
      expect(again.notices).toEqual([]);
      expect(await again.store.listSends({ states: ['queued'] })).toHaveLength(1);
    });

    it('is not suspected where nothing was lost, after a kill or a mark that was never there', async () => {
      const [lived, found] = [createFolder(), createFolder()];
      const { store } = await open(lived);
      await store.createSend({ send: buildSend('abc') });
      for (const name of readdirSync(lived)) copyFileSync(join(lived, name), join(found, name));
      const killed = await open(found);
      expect(killed.notices).toEqual([]);
      await killed.store.dispose();
      const owned = openForWriting(toFilePaths(found).owned, 'FULL');
      owned.run(`DELETE FROM meta WHERE key = 'store.hasCommitMark'`);
      owned.close();
      rmSync(toFilePaths(found).commitMark);
      const older = await open(found);
      expect(older.notices).toEqual([]);
      expect(await older.store.listSends({ states: ['queued'] })).toHaveLength(1);
      await older.store.dispose();
      expect(existsSync(toFilePaths(found).commitMark)).toBe(true);
    });

    it.each([
      ['is garbage', (path: string) => writeFileSync(path, 'garbage')],
      [
        'is a folder',
        (path: string) => {
          rmSync(path);
          mkdirSync(join(path, 'within'), { recursive: true });
        },
      ],
    ])('is suspected once where the mark %s', async (_what, spoil) => {
      const folder = createFolder();
      await fill(folder, 1);
      spoil(toFilePaths(folder).commitMark);
      const { store, notices } = await open(folder);
      expect(notices.map(({ kind }) => kind)).toEqual(['owned-salvaged']);
      expect(await store.listSends({ states: ['sending'] })).toHaveLength(1);
      await store.dispose();
      expect((await open(folder)).notices).toEqual([]);
    });
  });

  it('refuses files of a newer version of the app, and leaves them as they are (STORE-14)', async () => {
    const folder = createFolder();
    await fill(folder, 1);
    for (const path of [toFilePaths(folder).owned, toFilePaths(folder).cache]) {
      const db = openForWriting(path, 'NORMAL');
      const version = db.get<{ user_version: number }>('PRAGMA user_version')?.user_version ?? 0;
      db.exec('PRAGMA user_version = 99');
      const names = readdirSync(folder).toSorted();
      const refused: unknown = await createStore({ folder, now: () => NOON }).catch((error: unknown) => error);
      expect(findDiskKind(refused)).toBe('newer');
      expect(readdirSync(folder).toSorted()).toEqual(names);
      db.exec(`PRAGMA user_version = ${version}`);
      db.close();
    }
    expect((await open(folder)).notices).toEqual([]);
  });

  it('shows unsent messages and unconfirmed actions again after the cache was deleted (STORE-1)', async () => {
    const folder = createFolder();
    const first = await open(folder);
    await first.store.commitChats({ chats: [buildChat(1)] });
    const pin = { action: { kind: 'pin', isPinned: true }, at: NOON, dueAt: NOON } as const;
    await first.store.applyActions({ chatIds: [toChatId(1)], ...pin });
    await first.store.createSend({ send: buildSend('abc', { phone: phoneOf(2) }) });
    await first.store.dispose();
    rmSync(toFilePaths(folder).cache);
    const { store } = await open(folder);
    const chat = await store.findChat({ chatId: null, phone: phoneOf(2) });
    expect(chat).toMatchObject({ lastText: 'Text of abc', lastSendState: 'queued' });
    await store.commitChats({ chats: [buildChat(1)] });
    expect((await store.findChat({ chatId: toChatId(1), phone: null }))?.isPinned).toBe(true);
  });

  it('brings the cache up to an action that was written down just before a crash (STORE-1)', async () => {
    const folder = createFolder();
    await fill(folder, 0);
    const owned = openForWriting(toFilePaths(folder).owned, 'FULL');
    owned.run('INSERT INTO pending_actions (chat_id, kind, action, created_at) VALUES (?, ?, ?, ?)', [
      ...[1, 'status', JSON.stringify({ kind: 'status', status: 'closed' }), NOON],
    ]);
    owned.close();
    const { store } = await open(folder);
    expect((await store.findChat({ chatId: toChatId(1), phone: null }))?.status).toBe('closed');
  });
});
