import { describe, expect, it } from 'vitest';
import type { CallAnswer, CallOptions, CallRequest } from '#main/api/call.ts';
import { RightsCaller } from '#main/api/rights.ts';
import { AppError } from '#shared/domain/app-error.ts';
import type { AppErrorCode } from '#shared/domain/app-error.ts';

const TEAM: CallRequest = { row: 'GET /subaccounts', method: 'GET', path: '/subaccounts' };
const USER: CallRequest = { row: 'GET /user', method: 'GET', path: '/user' };
const OPTIONS: CallOptions = { priority: 'backfill' };
const GOOD: CallAnswer = { status: 200, text: '{"id":7}' };

const fail = (code: AppErrorCode): AppError =>
  new AppError({ code, message: code, status: code === 'unauthorized' ? 401 : null, common: ['No right'] });

/** A service that refuses everything with `said`, and answers the account with `account`. */
function createService(said: AppError, account: () => Promise<CallAnswer>) {
  const asked: string[] = [];
  const call = ({ row }: CallRequest): Promise<CallAnswer> => {
    asked.push(row);
    return row === USER.row ? account() : Promise.reject(said);
  };
  return { asked, caller: new RightsCaller({ call }) };
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

  it('is asked about once by all that meet it together, and again by those who come later', async () => {
    const { asked, caller } = createService(fail('unauthorized'), () => Promise.resolve(GOOD));
    const refused = await Promise.all(Array.from({ length: 20 }, () => refusalOf(caller)));
    expect(new Set(refused.map((error) => (error as AppError).code))).toEqual(new Set(['forbidden']));
    expect(asked.filter((row) => row === USER.row)).toHaveLength(1);
    await refusalOf(caller);
    expect(asked.filter((row) => row === USER.row)).toHaveLength(2);
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
