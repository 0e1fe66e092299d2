import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SHARED } from '#main/store/queries/shared-messages.ts';
import { toChatId } from '#shared/domain/ids.ts';
import { StoreInOneThread } from '../store-in-one-thread.ts';
import { MINUTE_MS, NOON, buildChat, buildMessage, phoneOf } from '../builders.ts';

const PICTURE = { name: 'a.png', mimeType: 'image/png', sizeBytes: 9, url: 'https://x.test/a', previewUrl: null };
const CHAT = toChatId(1);

describe('what was shared in a chat', () => {
  let store: StoreInOneThread;
  beforeEach(() => {
    store = new StoreInOneThread();
    store.run('commitChats', { chats: [buildChat(1), buildChat(2)] });
  });
  afterEach(() => store.close());

  const write = (id: number, text: string, changes: Partial<Parameters<typeof buildMessage>[1]> = {}): void => {
    const at = NOON + id * MINUTE_MS;
    store.run('commitMessages', { messages: [buildMessage(`in:${id}`, { at, text, ...changes })], source: 'page' });
  };
  const list = (limit = 10, before: { at: number; key: string } | null = null) => {
    const page = store.ask('listSharedMessages', { chatId: CHAT, before, limit });
    return { keys: page?.items.map(({ key }) => key), older: page?.older ?? null };
  };

  it('are texts with files or addresses of the web, newest first, and no others', () => {
    write(1, 'Here', { files: [PICTURE] });
    write(2, 'See northgate.example/forms/1.pdf');
    write(3, 'Either/or, 24/7, 1/2 and call 020 7946 0321');
    write(4, 'www.kwikpet.example');
    write(5, 'https://x.example/1', { phone: phoneOf(2) });
    expect(list()).toEqual({ keys: ['in:4', 'in:2', 'in:1'], older: null });
  });

  it('come page by page, each once', () => {
    for (let id = 1; id <= 5; id += 1) write(id, `https://x.example/${id}`, { at: NOON });
    const first = list(2);
    expect(first).toEqual({ keys: ['in:5', 'in:4'], older: { at: NOON, key: 'in:4' } });
    const second = list(2, first.older);
    expect(second.keys).toEqual(['in:3', 'in:2']);
    expect(list(2, second.older)).toEqual({ keys: ['in:1'], older: null });
  });

  it('are read along the thread, without being sorted', () => {
    const plan = store.reader.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${SHARED}`, {
      ...{ phone: phoneOf(1), at: 1, sequence: 'in', id: 1 },
    });
    expect(plan.map(({ detail }) => detail)).toEqual([
      expect.stringMatching(/^SEARCH messages USING INDEX messages_by_phone \(phone=\?/u),
    ]);
  });

  it('of a chat that is not there are nothing', () => {
    expect(store.ask('listSharedMessages', { chatId: toChatId(9), before: null, limit: 1 })).toBeNull();
  });
});
