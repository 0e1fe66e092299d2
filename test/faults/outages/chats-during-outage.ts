/** Chats that the user acts on while the service is away, and customers who write to them meanwhile. */
import { expect } from 'vitest';
import type { SteeredService } from '#main/demo/steering/steered-service.ts';
import type { ChatView, EventPayload, RequestInput, RequestName, RequestOutput } from '#shared/contract/index.ts';
import { OPEN_CHATS } from '#test/support/chat-lists.ts';
import { until } from '#test/support/until.ts';

type Refused = EventPayload<'chats.actionRefused'>;

/** The page of an app, in this process or of another one. */
export interface Page {
  ask<Name extends RequestName>(name: Name, input: RequestInput<Name>): Promise<RequestOutput<Name>>;
  listRefused(): readonly Refused[];
}

let lastRequest = 0;
export const toRequestId = (): string => `outage-${String((lastRequest += 1)).padStart(6, '0')}`;

/** Some chats with one unread text each. */
export class ChatsDuringOutage {
  readonly #service: SteeredService;
  readonly chats: readonly ChatView[];

  private constructor(service: SteeredService, chats: readonly ChatView[]) {
    this.#service = service;
    this.chats = chats;
  }

  /** `used`: ids of chats of earlier tests, which are not used again; the ids of these chats are added. */
  static async open(
    page: Page,
    service: SteeredService,
    { count, used }: { readonly count: number; readonly used: Set<number> },
  ): Promise<ChatsDuringOutage> {
    const { rows } = await page.ask('chats.list', OPEN_CHATS);
    // A number may have a deleted chat too: its texts must come to the open one.
    const isChatOfNumber = ({ id, phone }: ChatView): boolean => service.world.findChatByPhone(phone)?.id === id;
    const picked = rows.filter((chat) => !chat.isBlocked && !used.has(chat.id) && isChatOfNumber(chat)).slice(0, count);
    expect(picked.length).toBe(count);
    for (const { id } of picked) used.add(id);
    const affected = new ChatsDuringOutage(service, picked);
    await affected.#untilRead(page);
    affected.write('Good morning');
    await affected.#untilHere(page);
    return affected;
  }

  /** Marks earlier texts as read, so that only texts of this test are unread. */
  async #untilRead(page: Page): Promise<void> {
    await this.act(page, { kind: 'read', isRead: true });
    await until(async () => {
      expect((await page.ask('outbox.get', {})).counts.actions).toBe(0);
      expect(this.#listAtService().map(({ unread }) => unread)).toEqual(this.chats.map(() => 0));
    });
  }

  async #untilHere(page: Page): Promise<void> {
    await until(async () => {
      await page.ask('sync.tryNow', {});
      const shown = await this.#show(page);
      expect(shown.map((chat) => [chat?.lastText, chat?.unreadCount])).toEqual(
        this.chats.map(() => ['Good morning', 1]),
      );
    });
  }

  async act(page: Page, action: RequestInput<'chats.applyAction'>['action']): Promise<void> {
    const chatIds = this.chats.map(({ id }) => id);
    await page.ask('chats.applyAction', { requestId: toRequestId(), target: { kind: 'chats', chatIds }, action });
  }

  /** Each customer writes once. */
  write(text: string): void {
    for (const { phone } of this.chats) this.#service.receive({ sender: phone, text });
  }

  /** Throws unless the actions on these chats wait. */
  async expectWaiting(page: Page): Promise<void> {
    expect((await page.ask('outbox.get', {})).counts.actions).toBe(this.chats.length);
  }

  /** No unread text is hidden in the app or the service, and the user was told of each superseded action. */
  async expectNothingHidden(page: Page, text: string): Promise<void> {
    const all = <Value>(value: Value): readonly Value[] => this.chats.map(() => value);
    await until(async () => {
      expect(await page.ask('sync.getStatus', {})).toMatchObject({ link: 'online' });
      expect((await page.ask('outbox.get', {})).counts.actions).toBe(0);
      const shown = await this.#show(page);
      expect(shown.map((chat) => [chat?.lastText, chat?.status])).toEqual(all([text, 'active']));
      expect(shown.map((chat) => chat?.unreadCount)).toEqual(this.#listAtService().map(({ unread }) => unread));
    });
    const atService = this.#listAtService();
    expect(atService.map(({ status }) => status)).toEqual(all('a'));
    expect(atService.filter(({ unread }) => unread === 0).map(({ id, phone }) => [id, phone])).toEqual([]);
    await until(() => {
      const told = page.listRefused().filter(({ problem }) => problem.code === 'overtaken');
      expect(told.map(({ chatId }) => chatId)).toEqual(expect.arrayContaining(this.chats.map(({ id }) => id)));
    });
  }

  #listAtService() {
    return this.chats.map(({ id }) => {
      const chat = this.#service.world.chats.find(id);
      if (chat === undefined) throw new Error(`The service has no chat ${String(id)}`);
      return chat;
    });
  }

  #show(page: Page): Promise<readonly (ChatView | null)[]> {
    return Promise.all(this.chats.map(({ id }) => page.ask('chats.find', { chatId: id, phone: null })));
  }
}
