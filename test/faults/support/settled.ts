/** What is left when the storm is over: the app's word beside the service's own list. */
import { expect, vi } from 'vitest';
import type { MessagePage, MessageView } from '#shared/contract/index.ts';
import { steerService, type ServiceAccount } from '#test/e2e/support/programs.ts';
import type { WindowClient } from '#test/support/window-client.ts';
import type { PromisedSend, Promises } from './promises.ts';

const SETTLE = { timeout: 90_000, interval: 250 };
const RESTLESS: readonly string[] = ['held', 'queued', 'sending'];

export interface ChatInService {
  readonly pinned: boolean;
}

export interface SentInService {
  readonly id: number;
  readonly text: string;
}

/** The service's own state of one number. */
export async function readService(account: ServiceAccount, phone: string) {
  const state = await steerService(account, `GET state?phone=${phone}`);
  return { chat: state['chat'] as ChatInService | null, sent: state['sent'] as readonly SentInService[] };
}

/** All lines of the thread with a number, page by page. */
export async function readThread(client: WindowClient, phone: string): Promise<readonly MessageView[]> {
  const chat = await client.get('chats.find', { chatId: null, phone });
  if (chat === null) return [];
  const lines: MessageView[] = [];
  for (let before: { at: number; key: string } | null = null; ;) {
    const page: MessagePage = await client.get('messages.list', { chatId: chat.id, before, limit: 200 });
    lines.unshift(...page.items);
    if (page.older === null) return lines;
    before = page.older;
  }
}

/** Waits until nothing is about to leave any more. */
export async function waitUntilQuiet(client: WindowClient, phones: readonly string[]): Promise<void> {
  await vi.waitFor(async () => {
    await client.get('sync.tryNow', {});
    for (const phone of phones) {
      const restless = (await readThread(client, phone)).filter(({ send }) => RESTLESS.includes(send?.state ?? ''));
      expect(restless.map(({ text, send }) => [text, send])).toEqual([]);
    }
  }, SETTLE);
}

/** Waits until every text whose answer got lost and that the service has was found there. */
export async function waitUntilFound(client: WindowClient, account: ServiceAccount, phones: readonly string[]) {
  await vi.waitFor(async () => {
    for (const phone of phones) {
      const { sent } = await readService(account, phone);
      const lost = (await readThread(client, phone)).filter(
        ({ text, send }) => send?.state === 'checking' && sent.some((message) => message.text === text),
      );
      for (const { send } of lost) if (send !== null) await client.ask('sends.lookNow', { sendId: send.id });
      expect(lost.map(({ text }) => text)).toEqual([]);
    }
  }, SETTLE);
}

/**
 * Where the app's word about its texts to a number and the service's own list differ; empty: nowhere. What is being
 * checked has been looked for: it is not there.
 */
export function listLies(given: {
  readonly promised: readonly PromisedSend[];
  readonly shown: readonly MessageView[];
  readonly sent: readonly SentInService[];
}): string[] {
  return given.promised.flatMap((send) => {
    const lines = given.shown.filter(({ text }) => text === send.text);
    const times = given.sent.filter(({ text }) => text === send.text).length;
    const said = `“${send.text}” (${lines.map((line) => `${line.key} ${line.send?.state ?? 'no send'}`).join(', ')})`;
    const there = `${String(times)} times in the service`;
    if (times > 1) return [`${said} is ${there}`];
    if (send.sendId !== null && lines.length === 0) return [`${said} was promised and is not in the app, ${there}`];
    if (lines.length > 1) return [`${said} stands twice in the app`];
    const [line] = lines;
    if (line === undefined) return times === 0 ? [] : [`${said} is not in the app, ${there}`];
    return isTrue(line, times) ? [] : [`${said} says so, but is ${there}`];
  });
}

function isTrue(line: MessageView, times: number): boolean {
  switch (line.send?.state) {
    case 'accepted':
      return times === 1;
    case 'checking':
    case 'unknown':
    case 'refused':
    case 'not-sent':
      return times === 0;
    default:
      return false;
  }
}

/** Waits until every pin stands in the service as it was last wanted. */
export async function expectPins(account: ServiceAccount, { pins }: Promises): Promise<void> {
  for (const [phone, word] of pins) {
    await vi.waitFor(async () => {
      const { chat } = await readService(account, phone);
      expect(word.possible).toContain(chat?.pinned);
    }, SETTLE);
  }
}
