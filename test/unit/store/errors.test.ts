import { describe, expect, it } from 'vitest';
import { DiskFailure, findDiskKind, toAppError, toDiskKind, toStoredError } from '#main/store/errors.ts';
import { AppError } from '#shared/domain/app-error.ts';

const withCode = (code: string): Error => Object.assign(new Error('words that say nothing'), { code });

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

  it('say which field is wrong on the other side of a thread too', () => {
    const refused = new AppError({ code: 'validation', message: 'No', fields: { file: ['too-many'] } });
    const stored = structuredClone(toStoredError(refused, 'addDraftFile'));
    expect(toAppError(stored)).toMatchObject({ code: 'validation', fields: { file: ['too-many'] } });
  });
});
