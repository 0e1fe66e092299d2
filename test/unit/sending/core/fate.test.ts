import { describe, expect, it } from 'vitest';
import { classifySendFailure, classifyUploadFailure } from '#main/sending/core/fate.ts';
import { AppError } from '#shared/domain/app-error.ts';

describe('classifySendFailure', () => {
  it.each([
    ['offline', 'not-accepted', 'again'],
    ['timeout', 'not-accepted', 'again'],
    ['maintenance', 'not-accepted', 'again'],
    ['rate-limited', 'not-accepted', 'again'],
    ['rate-limited', 'unknown', 'again'],
    ['cancelled', 'not-accepted', 'again'],
    ['offline', 'unknown', 'checking'],
    ['timeout', 'unknown', 'checking'],
    ['maintenance', 'unknown', 'checking'],
    ['server', 'unknown', 'checking'],
    ['bad-response', 'unknown', 'checking'],
    ['cancelled', 'unknown', 'checking'],
    ['validation', 'refused', 'refused'],
    ['forbidden', 'refused', 'refused'],
    ['not-found', 'refused', 'refused'],
    ['not-this-service', 'refused', 'refused'],
    ['unauthorized', 'refused', 'key'],
  ] as const)('%s with outcome %s means %s', (code, outcome, fate) => {
    expect(classifySendFailure(new AppError({ code, outcome, message: code }))).toBe(fate);
  });
});

describe('classifyUploadFailure', () => {
  it.each([
    ['offline', 'not-accepted', 'again'],
    ['offline', 'unknown', 'again'],
    ['timeout', 'unknown', 'again'],
    ['maintenance', 'unknown', 'again'],
    ['rate-limited', 'not-accepted', 'again'],
    ['server', 'unknown', 'again'],
    ['bad-response', 'unknown', 'again'],
    ['not-this-service', 'refused', 'again'],
    ['disk', 'unknown', 'again'],
    ['validation', 'not-accepted', 'refused'],
    ['validation', 'refused', 'refused'],
    ['forbidden', 'refused', 'refused'],
    ['not-found', 'refused', 'refused'],
    ['unauthorized', 'refused', 'key'],
  ] as const)('%s with outcome %s means %s: an upload may be made twice', (code, outcome, fate) => {
    expect(classifyUploadFailure(new AppError({ code, outcome, message: code }))).toBe(fate);
  });
});
