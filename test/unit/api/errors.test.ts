import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { toBadResponse, toNotThisService, toStatusError } from '#main/api/errors.ts';
import { AppError } from '#shared/domain/app-error.ts';
import { listFixtures, readFixture, toWireText } from './support/fixtures.ts';

function translate(name: string): AppError {
  const fixture = readFixture(name);
  return toStatusError({ row: fixture.row, status: fixture.status, text: toWireText(fixture), retryAfterMs: null });
}

describe('toStatusError', () => {
  it.each([
    ['sdk/errors/400-fields', 'validation', 'refused', false],
    ['sdk/errors/400-get', 'validation', 'refused', false],
    ['odd/400-bare', 'validation', 'refused', false],
    ['odd/400-without-errors', 'validation', 'refused', false],
    ['sdk/errors/401', 'unauthorized', 'refused', false],
    ['sdk/errors/403', 'forbidden', 'refused', false],
    ['sdk/errors/404', 'not-found', 'refused', false],
    ['sdk/errors/429', 'rate-limited', 'not-accepted', true],
    ['odd/429-empty', 'rate-limited', 'not-accepted', true],
    ['sdk/errors/500', 'server', 'unknown', true],
    ['sdk/errors/503', 'maintenance', 'not-accepted', true],
    ['odd/503-html', 'maintenance', 'unknown', true],
  ])('translates %s to %s, %s', (name, code, outcome, retryable) => {
    expect(translate(name)).toMatchObject({ code, outcome, retryable });
  });

  it.each(['spec', 'sdk'])('hands on the words of a refusal in the shape of the %s', (shape) => {
    expect(translate(`${shape}/errors/400-common`).common).toEqual(['Either text or templateId must be given.']);
    expect(translate(`${shape}/errors/400-fields`)).toMatchObject({
      common: [],
      fields: { status: ['The value you selected is not a valid choice.'] },
    });
  });

  it('hands on the message where there are no other words, but not one that says nothing', () => {
    expect(translate('sdk/errors/404').common).toEqual(['The requested resource doesn’t exist']);
    expect(translate('odd/400-without-errors').common).toEqual([]);
  });

  it.each([
    ['{"message":"Service Unavailable"}', 'unknown'],
    ['{"code":200,"message":"x"}', 'unknown'],
    ['', 'unknown'],
    ['{"code":"503","message":"x"}', 'not-accepted'],
  ])('believes a 503 only with the body of the service: %s is %s', (text, outcome) => {
    expect(toStatusError({ row: 'POST /messages', status: 503, text, retryAfterMs: null }).outcome).toBe(outcome);
  });

  it.each([
    [402, 'validation', 'refused'],
    [405, 'not-found', 'refused'],
    [407, 'offline', 'not-accepted'],
    [408, 'timeout', 'unknown'],
    [422, 'validation', 'refused'],
    [502, 'server', 'unknown'],
    [504, 'server', 'unknown'],
    [599, 'server', 'unknown'],
    [302, 'bad-response', 'unknown'],
  ])('translates %i to %s, %s', (status, code, outcome) => {
    expect(toStatusError({ row: 'POST /messages', status, text: '', retryAfterMs: null })).toMatchObject({
      code,
      outcome,
      status,
    });
  });

  it('reads every error of the fixtures in both shapes alike', () => {
    for (const name of listFixtures('spec/errors')) {
      const other = translate(name.replace('spec/', 'sdk/'));
      const { code, outcome, common, fields } = translate(name);
      expect({ code, outcome, common, fields }).toEqual({
        code: other.code,
        outcome: other.outcome,
        common: other.common,
        fields: other.fields,
      });
    }
  });

  it('keeps the words of the service out of the message, which goes to the log', () => {
    const error = toStatusError({
      row: 'GET /chats/{id}',
      status: 404,
      text: '{"message":"447700900318 secret"}',
      retryAfterMs: null,
    });
    expect(error.message).toBe('GET /chats/{id} was answered with 404');
    expect(inspect(error.cause)).not.toContain('secret');
  });
});

describe('toNotThisService', () => {
  it('takes what pings never give for a stranger', () => {
    const stranger = toNotThisService(toBadResponse('GET /ping', 'the answer is not JSON'));
    expect(stranger).toMatchObject({ code: 'not-this-service', cause: { code: 'bad-response' } });
  });

  it('leaves a wrong key, maintenance and a missing network as they are', () => {
    for (const code of ['unauthorized', 'maintenance', 'offline', 'timeout'] as const) {
      const error = new AppError({ code, message: 'x' });
      expect(toNotThisService(error)).toBe(error);
    }
  });
});
