import { describe, expect, it } from 'vitest';
import { openInMemory, toSteady } from '#main/store/open.ts';

describe('statements', () => {
  it('keep the values that they compare from the planner, so that they are planned once', () => {
    expect(toSteady('SELECT a FROM t WHERE b = ? AND c >= @from AND d BETWEEN ? AND ? LIMIT ? OFFSET @skip')).toBe(
      'SELECT a FROM t WHERE b = +? AND c >= +@from AND d BETWEEN +? AND +? LIMIT +? OFFSET +@skip',
    );
    expect(toSteady("INSERT INTO t (a, b) VALUES (?, @b) ON CONFLICT (a) DO UPDATE SET b = 'what?'")).toBe(
      "INSERT INTO t (a, b) VALUES (?, @b) ON CONFLICT (a) DO UPDATE SET b = 'what?'",
    );
  });

  it('give back what was bound, of whatever kind', () => {
    const db = openInMemory();
    db.exec('CREATE TABLE t (a TEXT, b INTEGER, c REAL) STRICT');
    db.run('INSERT INTO t (a, b, c) VALUES (@a, @b, @c)', { a: '007', b: 7, c: null });
    db.run('UPDATE t SET a = @a, b = @b, c = @c WHERE a = @former', { a: '+8', b: 2 ** 53 - 1, c: 0.5, former: '007' });
    expect(db.all('SELECT * FROM t WHERE a = ? AND c = ?', ['+8', 0.5])).toEqual([{ a: '+8', b: 2 ** 53 - 1, c: 0.5 }]);
    db.close();
  });
});
