import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { DiskFailure, findDiskKind, toAppError, toDiskKind, toStoredError } from '#main/store/errors.ts';
import { AppError } from '#shared/domain/app-error.ts';

const withCode = (code: string): Error => Object.assign(new Error('words that say nothing'), { code });

function listCauses(error: Error): Error[] {
  return error.cause instanceof Error ? [error.cause, ...listCauses(error.cause)] : [];
}

const listFrames = ({ stack }: Error): string[] => (stack ?? '').split('\n').filter((line) => line.includes(' at '));

function catchError(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}

describe('errors of the disk', () => {
  it.each([
    ['SQLITE_FULL', 'full'],
    ['SQLITE_IOERR_WRITE', 'full'],
    ['SQLITE_READONLY_DBMOVED', 'full'],
    ['EACCES', 'full'],
    ['SQLITE_CORRUPT_VTAB', 'corrupt'],
    ['SQLITE_NOTADB', 'corrupt'],
    ['SQLITE_BUSY_SNAPSHOT', 'busy'],
    ['SQLITE_CONSTRAINT_CHECK', 'logic'],
  ])('are told apart by their code: %s is %s', (code, kind) => {
    expect(toDiskKind(withCode(code))).toBe(kind);
  });

  it('are bugs when nothing is known of them', () => {
    expect([toDiskKind(new Error('SQLITE_FULL')), toDiskKind('full'), toDiskKind(undefined)]).toEqual([
      'logic',
      'logic',
      'logic',
    ]);
  });

  it('come out with code, kind and the name of what failed', () => {
    const error = toAppError(toStoredError(withCode('SQLITE_FULL'), 'createSend'));
    expect([error.code, findDiskKind(error), error.retryable]).toEqual(['disk', 'full', false]);
    expect(error.message).toContain('createSend');
  });

  it('keep their kind and their words when they are translated twice', () => {
    const once = toAppError(toStoredError(new DiskFailure('newer', 'version 9'), 'open'));
    const twice = toAppError(toStoredError(once, 'open'));
    expect([findDiskKind(twice), twice.message]).toEqual(['newer', 'open: version 9']);
  });

  it('leave other failures what they are', () => {
    const error = toAppError(toStoredError(new AppError({ code: 'not-found', message: 'No send x' }), 'updateSend'));
    expect([error.code, findDiskKind(error)]).toEqual(['not-found', undefined]);
  });

  it('keep code, words, stack and causes on the other side of a thread (each cause with its own)', () => {
    const root = withCode('SQLITE_CONSTRAINT');
    const refused = new AppError({
      ...{ code: 'maintenance', message: 'Closed', retryable: true, status: 503, outcome: 'not-accepted' },
      ...{ common: ['Come back'], retryAfterMs: 5, cause: new TypeError('outer', { cause: root }) },
    });
    for (const error of [refused, root]) {
      const stored = toStoredError(error, 'createSend');
      const other = toAppError(structuredClone(stored));
      expect(other.stack).toBe(stored.stack);
      expect(listFrames(other)).not.toEqual([]);
      const causes = listCauses(other);
      expect(causes.at(-1)).toMatchObject({ name: root.name, message: root.message, stack: root.stack });
    }
    const other = toAppError(structuredClone(toStoredError(refused, 'createSend')));
    expect({ ...other }).toEqual({ ...refused });
    expect(listCauses(other).map(({ name, message }) => [name, message])).toEqual([
      ['TypeError', 'outer'],
      ['Error', root.message],
    ]);
    expect(other.stack).toBe(refused.stack);
  });

  it('never quote what was read: a text that is no JSON, or a field that does not fit', () => {
    const text = 'call me at nine';
    const odd = [() => JSON.parse(text) as unknown, () => v.parse(v.object({ a: v.number() }), { a: text })];
    for (const read of odd) {
      const stored = toStoredError(catchError(read), 'getDraft');
      expect(stored.message).toMatch(/^getDraft: (what was read is not valid JSON|a is no number)$/);
      const other = toAppError(stored);
      const all = [other, ...listCauses(other)].flatMap((error) => [error.message, error.stack ?? '']);
      expect(all.join('\n')).not.toContain('call');
      expect(listCauses(other).flatMap(listFrames)).not.toEqual([]);
    }
  });

  it('say which field is wrong on the other side of a thread too', () => {
    const refused = new AppError({ code: 'validation', message: 'No', fields: { file: ['too-many'] } });
    const stored = structuredClone(toStoredError(refused, 'addDraftFile'));
    expect(toAppError(stored)).toMatchObject({ code: 'validation', fields: { file: ['too-many'] } });
  });
});
