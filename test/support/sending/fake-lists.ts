import { AppError } from '#shared/domain/app-error.ts';
import type { AppErrorDetails } from '#shared/domain/app-error.ts';
import type { Message, Page, ServiceSend } from '#shared/domain/entities.ts';

type ListName = 'listSends' | 'listOutboundMessages' | 'listMessagesOfSend' | 'getOutboundMessage';
interface Options {
  readonly signal?: AbortSignal;
}

/** What the fake service lists, and the ways in which its lists can fail. Rows in any order; answered newest first. */
export class FakeLists {
  sends: ServiceSend[] = [];
  messages: Message[] = [];
  /** One line for each page that was asked for: `listSends 1`, `listOutboundMessages <900`, `listMessagesOfSend 7`, … */
  readonly asked: string[] = [];
  /** Whether wrappers tell how many pages there are; without it a list ends with an empty page. */
  tellsPages = true;
  /** Pages are held until `release`, or until the caller gives up. */
  isHolding = false;
  /** Called before a page is put together. */
  onPage: (line: string) => void = () => undefined;
  readonly #failing = new Map<ListName, AppError>();
  readonly #held: (() => void)[] = [];

  fail(name: ListName, details: Partial<AppErrorDetails>): void {
    this.#failing.set(name, new AppError({ code: 'offline', message: 'made to fail', ...details }));
  }

  heal(): void {
    this.#failing.clear();
  }

  release(): void {
    this.isHolding = false;
    for (const end of this.#held.splice(0)) end();
  }

  async listSends({ page, limit }: { page: number; limit: number }, options: Options): Promise<Page<ServiceSend>> {
    await this.#enter('listSends', String(page), options);
    return this.#cut(this.sends, { page, limit });
  }

  async listOutboundMessages(
    { limit, lastId }: { limit: number; lastId: number },
    options: Options,
  ): Promise<Page<Message>> {
    await this.#enter('listOutboundMessages', `<${String(lastId)}`, options);
    const rows = this.messages.filter(({ id }) => lastId === 0 || id < lastId);
    return this.#cut(rows, { page: 1, limit });
  }

  async listMessagesOfSend(
    { sessionId, page, limit }: { sessionId: number; page: number; limit: number },
    options: Options,
  ): Promise<Page<Message>> {
    await this.#enter('listMessagesOfSend', String(sessionId), options);
    const rows = this.messages.filter((message) => message.sessionId === sessionId);
    return this.#cut(rows, { page, limit });
  }

  async getOutboundMessage({ messageId }: { messageId: number }, options: Options): Promise<Message> {
    await this.#enter('getOutboundMessage', String(messageId), options);
    const message = this.messages.find(({ id }) => id === messageId);
    if (message === undefined)
      throw new AppError({ code: 'not-found', message: 'no such message', outcome: 'refused' });
    return message;
  }

  #cut<Row extends { readonly id: number }>(
    rows: readonly Row[],
    { page, limit }: { page: number; limit: number },
  ): Page<Row> {
    const items = rows.toSorted((one, other) => other.id - one.id).slice((page - 1) * limit, page * limit);
    return { page, limit, pageCount: this.tellsPages ? Math.ceil(rows.length / limit) : null, items };
  }

  async #enter(name: ListName, what: string, { signal }: Options): Promise<void> {
    this.asked.push(`${name} ${what}`);
    if (this.isHolding) {
      await new Promise<void>((resolve, reject) => {
        this.#held.push(resolve);
        signal?.addEventListener('abort', () => reject(new AppError({ code: 'cancelled', message: 'aborted' })));
      });
    }
    this.onPage(`${name} ${what}`);
    const failure = this.#failing.get(name);
    if (failure !== undefined) throw failure;
  }
}
