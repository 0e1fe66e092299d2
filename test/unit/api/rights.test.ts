import { describe, expect, it } from 'vitest';
import type { CallAnswer, CallOptions, CallRequest } from '#main/api/call.ts';
import { ANSWER_HOLDS_MS, RightsCaller } from '#main/api/rights.ts';
import { AppError } from '#shared/domain/app-error.ts';
import type { AppErrorCode } from '#shared/domain/app-error.ts';
import { FakeClock, settle } from './support/fake-clock.ts';

const TEAM: CallRequest = { row: 'GET /subaccounts', method: 'GET', path: '/subaccounts' };
const USER: CallRequest = { row: 'GET /user', method: 'GET', path: '/user' };
const OPTIONS: CallOptions = { priority: 'backfill' };
const GOOD: CallAnswer = { status: 200, text: '{"id":7}' };

const fail = (code: AppErrorCode): AppError =>
  new AppError({ code, message: code, status: code === 'unauthorized' ? 401 : null, common: ['No right'] });

/** A service that refuses everything with `said`, and answers the account with `account`. */
function createService(said: AppError, account: () => Promise<CallAnswer>) {
  const asked: string[] = [];
  const questions: CallOptions[] = [];
  const clock = new FakeClock();
  const call = ({ row }: CallRequest, options: CallOptions): Promise<CallAnswer> => {
    asked.push(row);
    if (row !== USER.row) return Promise.reject(said);
    questions.push(options);
    return account();
  };
  return { asked, questions, clock, caller: new RightsCaller({ call }, clock) };
}

const refusalOf = (caller: RightsCaller, request = TEAM, options = OPTIONS): Promise<unknown> =>
  caller.call(request, options).catch((error: unknown) => error);

describe('a 401', () => {
  it('is a missing right, in the words of the service, where the key opens the account', async () => {
    const { caller } = createService(fail('unauthorized'), () => Promise.resolve(GOOD));
    expect(await refusalOf(caller)).toMatchObject({
      ...{ code: 'forbidden', status: 401, outcome: 'refused', retryable: false, common: ['No right'] },
    });
  });

  it.each(['unauthorized', 'offline', 'maintenance', 'timeout', 'rate-limited'] as const)(
    'stays what the service said where the account is answered with %s',
    async (code) => {
      const said = fail('unauthorized');
      const { caller } = createService(said, () => Promise.reject(fail(code)));
      expect(await refusalOf(caller)).toBe(said);
    },
  );

  it.each(['GET /ping', 'GET /user'])('to %s is about the key, and asks nothing', async (row) => {
    const said = fail('unauthorized');
    const { asked, caller } = createService(said, () => Promise.reject(said));
    expect(await refusalOf(caller, { ...USER, row })).toBe(said);
    expect(asked).toEqual([row]);
  });

  it.each([
    ['good', () => Promise.resolve(GOOD), 'forbidden'],
    ['bad', () => Promise.reject(fail('unauthorized')), 'unauthorized'],
  ])('is asked about once by all that meet it within ten seconds where the key is %s', async (_key, account, code) => {
    const { clock, questions, caller } = createService(fail('unauthorized'), account);
    const refused = await Promise.all(Array.from({ length: 20 }, () => refusalOf(caller)));
    for (let more = 0; more < 10; more += 1) refused.push(await refusalOf(caller));
    clock.sleepIn(ANSWER_HOLDS_MS - 1);
    refused.push(await refusalOf(caller));
    expect(new Set(refused.map((error) => (error as AppError).code))).toEqual(new Set([code]));
    expect(questions).toHaveLength(1);
    clock.sleepIn(1);
    await refusalOf(caller);
    expect(questions).toHaveLength(2);
  });

  it.each(['offline', 'maintenance'] as const)('is asked about again where the answer was %s', async (code) => {
    let isThere = false;
    const { caller } = createService(fail('unauthorized'), () =>
      isThere ? Promise.resolve(GOOD) : Promise.reject(fail(code)),
    );
    expect(await refusalOf(caller)).toMatchObject({ code: 'unauthorized' });
    isThere = true;
    expect(await refusalOf(caller)).toMatchObject({ code: 'forbidden' });
  });

  it('is asked about as urgently as the call was, and nobody waits behind those who are less so', async () => {
    const { questions, caller } = createService(fail('unauthorized'), () => new Promise(() => undefined));
    for (const priority of ['backfill', 'backfill', 'sync', 'user', 'user'] as const)
      void refusalOf(caller, TEAM, { priority });
    await settle();
    expect(questions.map(({ priority }) => priority)).toEqual(['backfill', 'sync', 'user']);
  });

  it('keeps nobody who stops waiting', async () => {
    const said = fail('unauthorized');
    const { caller } = createService(said, () => new Promise(() => undefined));
    const controller = new AbortController();
    const refused = refusalOf(caller, TEAM, { ...OPTIONS, signal: controller.signal });
    controller.abort();
    expect(await refused).toBe(said);
  });
});

describe('any other refusal', () => {
  it.each(['validation', 'not-found', 'forbidden', 'offline'] as const)('%s is nobody to ask about', async (code) => {
    const said = fail(code);
    const { asked, caller } = createService(said, () => Promise.resolve(GOOD));
    expect(await refusalOf(caller)).toBe(said);
    expect(asked).toEqual([TEAM.row]);
  });
});
