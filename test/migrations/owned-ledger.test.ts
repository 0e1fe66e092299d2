import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LEDGER_BEHIND } from '#main/store/fill-ledger.ts';
import { migrate } from '#main/store/migrate.ts';
import { ownedMigrations } from '#main/store/migrations/list.ts';
import { openInMemory } from '#main/store/open.ts';
import type { WriteDb } from '#main/store/open.ts';
import { toInsert } from '#main/store/rows/sql.ts';
import { toSendColumns } from '#main/store/rows/send-row.ts';
import type { Send } from '#shared/domain/sends.ts';
import { NOON, buildSend } from '#test/unit/store/builders.ts';

const PROBLEM = { code: 'validation', detail: 'No', fields: { phone: ['odd'] }, at: NOON };

describe('0007 of owned.db', () => {
  let db: WriteDb;
  beforeEach(() => {
    db = openInMemory();
    migrate(db, { migrations: ownedMigrations, upTo: 6 });
  });
  afterEach(() => db.close());
  const goOn = (): void => migrate(db, { migrations: ownedMigrations });

  /** A row and events as the version before it wrote them. */
  function insertSend(send: Send): void {
    const { sent_text: _text, own_reference: _own, price_predicted: _price, ...columns } = toSendColumns(send);
    const row = { ...columns, placed_at: send.createdAt };
    db.run(toInsert('sends', Object.keys(row)), row);
  }
  const tell = (id: string, state: string, detail: object | string): void => {
    const json = typeof detail === 'string' ? detail : JSON.stringify(detail);
    db.run('INSERT INTO send_events (send_id, at, state, detail) VALUES (?, ?, ?, ?)', [id, NOON, state, json]);
  };
  function tellIntent(send: Send): void {
    const { id, state, sentText: _text, files: _files, ownReference: _own, pricePredicted: _price, ...intent } = send;
    tell(id, state, intent);
  }
  const read = (): object[] =>
    db.all<object>(
      `SELECT send_id, phone, text, state, outcome, created_at, left_at, accepted_at, attempts, message_id, files_count
       FROM ledger ORDER BY seq`,
    );

  it('gives every text that is there its row, as it stands', () => {
    const accepted = buildSend('a', {
      ...{ state: 'accepted', from: 'KwikPet', attemptedAt: NOON + 1, acceptedAt: NOON + 2, attempts: 2 },
      ...{ messageId: 50, sessionId: 4, partsPredicted: 3 },
    });
    const refused = buildSend('b', { state: 'refused', problem: PROBLEM, createdAt: NOON + 9, text: 'Zoë’s LAST' });
    for (const send of [accepted, refused]) {
      insertSend(send);
      tellIntent(send);
    }
    goOn();
    const none = { left_at: null, accepted_at: null, message_id: null, files_count: 0, attempts: 0 };
    const { phone } = accepted;
    expect(read()).toEqual([
      {
        ...{ ...none, send_id: 'a', phone, text: 'Text of a', state: 'accepted', outcome: 'sent', created_at: NOON },
        ...{ left_at: NOON + 1, accepted_at: NOON + 2, attempts: 2, message_id: 50 },
      },
      {
        ...{ ...none, send_id: 'b', phone, text: 'Zoë’s LAST', state: 'refused', outcome: 'stopped' },
        created_at: NOON + 9,
      },
    ]);
    expect(db.all('SELECT sender, session_id, parts_predicted, problem, haystack FROM ledger ORDER BY seq')).toEqual([
      { sender: 'KwikPet', session_id: 4, parts_predicted: 3, problem: null, haystack: `text of a\n${phone}` },
      {
        ...{ sender: null, session_id: null, parts_predicted: 1, problem: JSON.stringify(PROBLEM) },
        haystack: `zoe's last\n${phone}`,
      },
    ]);
    expect(db.get('SELECT count(*) AS n FROM send_events')).toEqual({ n: 2 });
  });

  it('tells of texts that were taken out what their history says of them', () => {
    tellIntent(buildSend('gone', { text: 'Never left', createdAt: NOON - 5 }));
    tell('gone', 'sending', { state: 'sending', attempts: 1, attemptedAt: NOON });
    tell('gone', 'refused', { state: 'refused', problem: PROBLEM });
    tell('gone', 'discarded', { state: 'refused' });
    goOn();
    expect(read()).toMatchObject([
      {
        ...{ send_id: 'gone', text: 'Never left', state: 'discarded', outcome: 'discarded', created_at: NOON - 5 },
        ...{ left_at: NOON, attempts: 1 },
      },
    ]);
    expect(db.get('SELECT problem FROM ledger')).toEqual({ problem: JSON.stringify(PROBLEM) });
  });

  it('knows that a text was sent whose message is gone at the service', () => {
    tellIntent(buildSend('a'));
    tell('a', 'accepted', { state: 'accepted', acceptedAt: NOON + 1, messageId: 50 });
    tell('a', 'deleted', { messageId: 50 });
    goOn();
    expect(read()).toMatchObject([{ state: 'accepted', outcome: 'sent', message_id: 50, accepted_at: NOON + 1 }]);
  });

  it('reads past what cannot be read, and says nothing of a text of which nothing is known', () => {
    tellIntent(buildSend('a'));
    tell('a', 'refused', '{"attempts":"many","attemptedAt":7}');
    tell('a', 'discarded', 'no json');
    tell('lost', 'refused', { state: 'refused' });
    goOn();
    expect(read()).toMatchObject([{ send_id: 'a', state: 'discarded', attempts: 0, left_at: 7 }]);
  });

  it('keeps the row of a text whose history is lost', () => {
    insertSend(buildSend('a', { state: 'unknown' }));
    goOn();
    expect(read()).toMatchObject([{ send_id: 'a', outcome: 'checking' }]);
  });

  it.each([0, 1])('asks for what the cache knows of their messages, of %i texts', (count) => {
    if (count > 0) insertSend(buildSend('a', { state: 'accepted', messageId: 50 }));
    goOn();
    const mark = db.get<{ value: string }>('SELECT value FROM meta WHERE key = ?', [LEDGER_BEHIND]);
    expect(mark?.value).toBe(count === 0 ? undefined : 'yes');
  });

  it('keeps a file with a draft or with a text, never with both or none', () => {
    goOn();
    const file = { id: 'f', position: 0, name: 'a.png', mime_type: 'image/png', size_bytes: 1, created_at: NOON };
    const insert = (said: { phone?: string; send_id?: string }): unknown => {
      const row = { ...file, phone: null, send_id: null, ...said };
      return db.run(toInsert('files', Object.keys(row)), row);
    };
    expect(() => insert({})).toThrow(/CHECK/);
    expect(() => insert({ phone: '44', send_id: 'a' })).toThrow(/CHECK/);
    insert({ phone: '44' });
    expect(() => insert({ send_id: 'a' })).toThrow(/UNIQUE/);
  });
});
