import { describe, expect, it } from 'vitest';
import type { AccountClient } from '#main/services/ports.ts';
import { tellKeyFromRight } from '#main/services/session/key-or-right.ts';
import { AppError, type AppErrorCode } from '#shared/domain/app-error.ts';
import { toPhoneKey } from '#shared/domain/phones.ts';
import { ACCOUNT } from '../fakes.ts';

const REQUEST = {
  ...{ phone: toPhoneKey('447700900001'), text: 'Hello', from: null },
  ...{ referenceId: 'a', createChat: false },
};
const refusal = (code: AppErrorCode): AppError =>
  new AppError({ code, message: code, status: 401, outcome: 'refused', common: ['Not allowed'] });

function createClient(sent: AppError, account: AppError | null): AccountClient {
  const client: Partial<AccountClient> = {
    sendMessage: () => Promise.reject(sent),
    getUser: () => (account === null ? Promise.resolve(ACCOUNT) : Promise.reject(account)),
  };
  return tellKeyFromRight(client as AccountClient);
}

const send = (client: AccountClient): Promise<unknown> =>
  client.sendMessage(REQUEST, { priority: 'sending' }).catch((error: unknown) => error);

describe('a 401 to a text', () => {
  it('refuses that text, in the words of the service, where the key still opens the account', async () => {
    expect(await send(createClient(refusal('unauthorized'), null))).toMatchObject({
      ...{ code: 'forbidden', outcome: 'refused', status: 401, common: ['Not allowed'] },
    });
  });

  it.each(['unauthorized', 'offline'] as const)('is about the key where the account answers %s', async (code) => {
    const said = refusal('unauthorized');
    expect(await send(createClient(said, refusal(code)))).toBe(said);
  });

  it('is asked about nowhere else', async () => {
    const said = refusal('validation');
    expect(await send(createClient(said, null))).toBe(said);
  });
});
