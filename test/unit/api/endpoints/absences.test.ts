/** Which refusals hide a feature, and which only say that a thing is missing. */
import { describe, expect, it } from 'vitest';
import type { CallRequest } from '#main/api/call.ts';
import { toChatId } from '#shared/domain/ids.ts';
import { toPhoneKey } from '#shared/domain/phones.ts';
import { createScripted, refuse } from '../support/scripted-endpoints.ts';
import type { ScriptedAnswer } from '../support/scripted-endpoints.ts';

const user = { priority: 'user' } as const;
const page = { page: 1, limit: 10 } as const;
const DONE = { status: 204 } as const;
const toMissing = (status = 404): ScriptedAnswer => ({ status, body: { code: status, message: 'No' } });

/** A service that says 404 where `isMissing`. */
const createLacking = (isMissing: (request: CallRequest) => boolean) =>
  createScripted((request) => (isMissing(request) ? toMissing() : DONE));

type Client = ReturnType<typeof createScripted>['client'];

describe('a feature with a collection', () => {
  it.each<[string, string, (client: Client) => Promise<unknown>]>([
    ['templates', '/templates', (client) => client.listTemplates(page, user)],
    [
      'schedules',
      '/schedules',
      (client) => client.listSchedules({ ...page, status: 'all', orderBy: 'id', direction: 'asc' }, user),
    ],
    ['notification-settings', '/user/notification/inbound', (client) => client.getInboundNotification(user)],
    ['statistics', '/stats/messaging', (client) => client.listMessagingStatistics({ by: 'off' }, user)],
  ])('%s is missing where %s is', async (feature, path, ask) => {
    const { client, knowledge } = createLacking((request) => request.path === path);
    await expect(ask(client)).rejects.toMatchObject({ code: 'not-found' });
    expect(knowledge.absent).toEqual([feature]);
  });

  it.each<[string, (client: Client) => Promise<unknown>]>([
    ['a page of templates beyond the last', (client) => client.listTemplates({ ...page, page: 2 }, user)],
    ['a search among templates', (client) => client.searchTemplates({ ...page, name: 'a' }, user)],
    ['a new template', (client) => client.createTemplate({ name: 'a', content: 'b' }, user)],
    [
      'a search among schedules',
      (client) => client.searchSchedules({ ...page, status: 'all', orderBy: 'id', direction: 'asc' }, user),
    ],
    ['thresholds', (client) => client.listBalanceThresholds(user)],
    ['the warning of a low balance', (client) => client.getBalanceNotification(user)],
    ['totals', (client) => client.getMessagingTotals(user)],
    ['a further stretch of the history', (client) => client.listHistory({ limit: 10, lastId: 5 }, user)],
  ])('is not missing where %s cannot be had', async (_what, ask) => {
    const { client, knowledge } = createLacking(({ path }) => path !== '/ping');
    await expect(ask(client)).rejects.toMatchObject({ code: 'not-found' });
    expect(knowledge.absent).toEqual([]);
  });
});

describe('pinning', () => {
  const chosen = { chatIds: [toChatId(7)] };

  it.each<[string, (client: Client) => Promise<unknown>]>([
    ['one chat', (client) => client.pinChat({ chatId: toChatId(7), isPinned: true }, user)],
    ['chats', (client) => client.pinChats(chosen, user)],
    ['all chats', (client) => client.pinChats({ all: true }, user)],
    ['chats no more', (client) => client.unpinChats(chosen, user)],
  ])('is asked for with nothing at /chats/pin by whoever fails to pin %s', async (_what, pin) => {
    const { client, knowledge, calls } = createLacking(({ path }) => /\/chats\/(un)?pin/.test(path));
    await expect(pin(client)).rejects.toMatchObject({ status: 404 });
    expect(knowledge.absent).toEqual(['pinning']);
    expect(calls.slice(1).map(({ path, body }) => [path, body])).toEqual([
      ['/ping', undefined],
      ['/chats/pin', {}],
    ]);
  });

  it('of many is not asked for at their own place, where no ids could be read as all', async () => {
    const { client, knowledge, calls } = createScripted(({ path }) => {
      if (path.endsWith('/bulk')) return toMissing();
      return path === '/ping' ? DONE : refuse('id');
    });
    await expect(client.unpinChats(chosen, user)).rejects.toMatchObject({ status: 404 });
    await expect(client.pinChats(chosen, user)).rejects.toMatchObject({ status: 404 });
    expect(knowledge.absent).toEqual([]);
    expect(calls.filter(({ path }) => path.endsWith('/bulk')).map(({ body }) => body?.['ids'])).toEqual(['7', '7']);
  });
});

describe('resubscribing', () => {
  const phone = toPhoneKey('447700900318');
  const toListed = (...phones: readonly string[]): ScriptedAnswer => {
    const resources = phones.map((one, at) => ({
      id: at + 1,
      phone: one,
      unsubscribeTime: '2026-07-01T08:00:00+0000',
    }));
    return { status: 200, body: { page: 1, limit: 100, pageCount: 1, resources } };
  };

  /** A service that answers resubscribing as told, and lists who is unsubscribed. */
  const create = (answer: (body: CallRequest['body']) => ScriptedAnswer, listed: ScriptedAnswer) =>
    createScripted((request) => {
      if (request.path === '/contacts/resubscribe') return answer(request.body);
      return request.path === '/unsubscribers' ? listed : DONE;
    });

  it('is missing where a number that is unsubscribed cannot be found any more than none', async () => {
    const { client, knowledge } = create(() => toMissing(), toListed('447700900111', phone));
    await expect(client.resubscribePhone({ phone }, user)).rejects.toMatchObject({ status: 404 });
    expect(knowledge.absent).toEqual(['resubscribing']);
  });

  it.each<[string, ScriptedAnswer]>([
    ['is not unsubscribed', toListed('447700900111')],
    ['may be unsubscribed, nobody knows', { status: 500 }],
  ])('is there where the number %s, whatever the service says to none', async (_what, listed) => {
    const { client, knowledge } = create(() => toMissing(), listed);
    await expect(client.resubscribePhone({ phone }, user)).rejects.toMatchObject({ status: 404 });
    expect(knowledge.absent).toEqual([]);
  });

  it('is there where a missing number is refused as such', async () => {
    const { client, knowledge } = create((body) => (body?.['phone'] ? toMissing() : refuse('phone')), toListed(phone));
    await expect(client.resubscribePhone({ phone }, user)).rejects.toMatchObject({ status: 404 });
    expect(knowledge.absent).toEqual([]);
  });

  it('is missing where its place takes no such request at all', async () => {
    const { client, knowledge } = create(() => toMissing(405), toListed());
    await expect(client.resubscribePhone({ phone }, user)).rejects.toMatchObject({ status: 405 });
    expect(knowledge.absent).toEqual(['resubscribing']);
  });
});
