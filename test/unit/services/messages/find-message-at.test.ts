import { describe, expect, it } from 'vitest';
import { findMessageAt } from '#main/services/messages/find-message-at.ts';
import { toChatId } from '#shared/domain/ids.ts';
import type { Completeness } from '#shared/domain/sync.ts';
import { fail } from '../fakes.ts';

const DAY_MS = 86_400_000;
const AT = 10 * DAY_MS;

interface Setup {
  readonly times: number[];
  known: Completeness;
  /** What reading the day does; by default it cannot be asked. */
  read?: () => void;
  readonly chatId?: number;
}

async function find(setup: Setup) {
  const asked: unknown[] = [];
  const toKey = (at: number): string => `in:${String(at)}`;
  const store = {
    findChat: () => Promise.resolve({ id: setup.chatId ?? 1 }),
    findMessageAt: ({ at }: { readonly at: number }) => {
      const later = setup.times.filter((time) => time >= at).toSorted((one, other) => one - other);
      return Promise.resolve(later[0] === undefined ? null : toKey(later[0]));
    },
    getCompleteness: () => Promise.resolve(setup.known),
    listMessagesAround: ({ key }: { readonly key: string }) =>
      Promise.resolve({ items: [{ key, at: Number(key.slice(3)) }] }),
  };
  const sync = {
    readPeriod: (_chatId: number, period: unknown) => {
      asked.push(period);
      if (setup.read === undefined) return Promise.reject(fail('offline'));
      setup.read();
      return Promise.resolve();
    },
  };
  // What it asks of an account, and nothing else.
  const found = await findMessageAt({ store, sync } as never, toChatId(setup.chatId ?? 1), AT);
  return { ...found, asked };
}

const whole: Completeness = { fromAt: null, upToAt: 30 * DAY_MS, gaps: [] };

describe('the first message from a day on', () => {
  it('is known without a word to the service where everything up to it is here', async () => {
    expect(await find({ times: [AT - 1, AT + 5, AT + 9], known: whole })).toEqual({
      key: `in:${String(AT + 5)}`,
      isCertain: true,
      asked: [],
    });
  });

  it('is none, and that for sure, where everything since then is here', async () => {
    expect(await find({ times: [AT - 1], known: whole })).toEqual({ key: null, isCertain: true, asked: [] });
  });

  it.each<[string, Completeness]>([
    ['begins later', { ...whole, fromAt: AT + 2 * DAY_MS }],
    ['has a gap there', { ...whole, gaps: [{ fromAt: AT - 1, toAt: AT + 20 }] }],
    ['ends before', { ...whole, upToAt: AT - 1 }],
    ['was never read', { ...whole, upToAt: null }],
  ])('is asked for where what is known %s, and not certain where nobody answers', async (_what, known) => {
    const found = await find({ times: [AT + 3 * DAY_MS], known });
    expect(found).toMatchObject({ key: `in:${String(AT + 3 * DAY_MS)}`, isCertain: false });
    expect(found.asked).toEqual([{ fromAt: AT, toAt: AT + DAY_MS }]);
  });

  it('is what the service had of that day', async () => {
    const times = [AT + 3 * DAY_MS];
    const known = { ...whole, fromAt: AT + 2 * DAY_MS };
    const found = await find({ times, known, read: () => times.push(AT + 7) });
    expect(found).toMatchObject({ key: `in:${String(AT + 7)}`, isCertain: true });
  });

  it('is not certain where that day had none and what follows is missing too', async () => {
    const known = { ...whole, fromAt: AT + 2 * DAY_MS };
    const found = await find({ times: [AT + 3 * DAY_MS], known, read: () => undefined });
    expect(found).toMatchObject({ key: `in:${String(AT + 3 * DAY_MS)}`, isCertain: false });
  });

  it('is certain in a chat that only this computer knows', async () => {
    const known = { ...whole, upToAt: null };
    expect(await find({ times: [AT + 1], known, chatId: -44 })).toMatchObject({ isCertain: true, asked: [] });
  });

  it('does not hide a disk that fails', async () => {
    const known = { ...whole, upToAt: null };
    const read = (): never => {
      throw fail('disk');
    };
    await expect(find({ times: [], known, read })).rejects.toMatchObject({ code: 'disk' });
  });
});
