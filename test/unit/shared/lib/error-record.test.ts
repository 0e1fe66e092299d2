import { describe, expect, it } from 'vitest';
import { toError, toErrorRecord } from '#shared/lib/error-record.ts';

describe('an error that crosses a thread', () => {
  it('keeps name, words, code, stack and every cause', () => {
    const root = Object.assign(new RangeError('out of it'), { code: 'SQLITE_FULL' });
    const error = new TypeError('not so', { cause: root });
    const other = toError(structuredClone(toErrorRecord(error)));
    expect([other.name, other.message, other.stack]).toEqual(['TypeError', 'not so', error.stack]);
    expect(other.cause).toMatchObject({ name: 'RangeError', message: 'out of it', code: 'SQLITE_FULL' });
    expect((other.cause as Error).stack).toBe(root.stack);
    expect((other.cause as Error).cause).toBeUndefined();
  });

  it('ends where causes go round in a circle', () => {
    const error = new Error('round');
    error.cause = error;
    let [depth, current] = [0, toErrorRecord(error)];
    for (; current.cause !== null; current = current.cause) depth += 1;
    expect(depth).toBeLessThan(10);
  });

  it('says nothing of what was thrown that is no error', () => {
    expect(toErrorRecord('call me at nine')).toMatchObject({ name: 'string', message: '', cause: null });
  });
});
