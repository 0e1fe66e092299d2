/** Waits, after all faults, until the app and the service match. */
import { expect, vi } from 'vitest';
import type { MessagePage, MessageView } from '#shared/contract/index.ts';
import { steerService, type ServiceAccount } from '#test/e2e/support/programs.ts';
import type { WindowClient } from '#test/support/window-client.ts';
import type { DemoService } from '#main/demo/service.ts';
import { listCacheFaults } from './account-files.ts';
import type { RequestedWrites } from './requested-writes.ts';

const SETTLE = { timeout: 300_000, interval: 250 };
const LEAVING: readonly string[] = ['held', 'queued', 'sending'];

export interface ChatInService {
  readonly pinned: boolean;
}

export interface SentInService {
  readonly id: number;
  readonly text: string;
  readonly status: string;
  readonly parts: number;
  readonly price: number;
  readonly referenceId: string | null;
}

/** The service's own state of one number. */
export async function readService(account: ServiceAccount, phone: string) {
  const state = await steerService(account, `GET state?phone=${phone}`);
  return { chat: state['chat'] as ChatInService | null, sent: state['sent'] as readonly SentInService[] };
}

/** All lines of the thread with a number. */
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

/** Waits until no text is held, queued or being sent. */
export async function waitUntilQuiet(client: WindowClient, phones: readonly string[]): Promise<void> {
  await vi.waitFor(async () => {
    await client.get('sync.tryNow', {});
    for (const phone of phones) {
      const leaving = (await readThread(client, phone)).filter(({ send }) => LEAVING.includes(send?.state ?? ''));
      expect(leaving.map(({ text, send }) => [text, send])).toEqual([]);
    }
  }, SETTLE);
}

/** Whether a message of the service is that text; links to its files follow on further lines. */
const isOf = (text: string, message: SentInService): boolean => text.split('\n')[0] === message.text.split('\n')[0];

/** Waits until the app found every text whose answer was lost and that the service has. */
export async function waitUntilFound(client: WindowClient, account: ServiceAccount, phones: readonly string[]) {
  await vi.waitFor(async () => {
    for (const phone of phones) {
      const { sent } = await readService(account, phone);
      const lost = (await readThread(client, phone)).filter(
        ({ text, send }) => send?.state === 'checking' && sent.some((message) => isOf(text, message)),
      );
      for (const { send } of lost) if (send !== null) await client.ask('sends.lookNow', { sendId: send.id });
      expect(lost.map(({ text }) => text)).toEqual([]);
    }
  }, SETTLE);
}

/** Waits until every chat is pinned in the service as last requested. */
export async function expectPins(account: ServiceAccount, { pins }: RequestedWrites): Promise<void> {
  for (const [phone, lastWrite] of pins) {
    await vi.waitFor(async () => {
      const { chat } = await readService(account, phone);
      expect(lastWrite.possible).toContain(chat?.pinned);
    }, SETTLE);
  }
}

/** Starts a full check and waits until the cache equals the service in every field. */
export async function waitUntilEqual(client: WindowClient, dataFolder: string, demo: DemoService): Promise<void> {
  await client.get('sync.checkEverything', {});
  await vi.waitFor(async () => expect(await listCacheFaults(dataFolder, demo)).toEqual([]), SETTLE);
}
