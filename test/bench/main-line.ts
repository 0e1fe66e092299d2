import { once } from 'node:events';
import type { Page } from 'playwright';
import { WebSocket } from 'ws';
import * as v from 'valibot';
import { mainFrameSchema, type RequestInput, type RequestName, type RequestOutput } from '#shared/contract/index.ts';

/** The contract beside a page: the same socket, let in by the page's cookie, so that main can be asked without it. */
export class MainLine implements Disposable {
  readonly #socket: WebSocket;
  #lastId = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
  }

  static async open(page: Page): Promise<MainLine> {
    const { origin, host } = new URL(page.url());
    const cookies = await page.context().cookies();
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    const socket = new WebSocket(`ws://${host}/bridge`, { headers: { origin, cookie } });
    await once(socket, 'open');
    return new MainLine(socket);
  }

  /** Null where main refuses, for instance because it does not know the request. */
  ask<Name extends RequestName>(name: Name, input: RequestInput<Name>): Promise<RequestOutput<Name> | null> {
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve, reject) => {
      const receive = (data: Buffer): void => {
        const frame = v.parse(mainFrameSchema, JSON.parse(data.toString('utf8')));
        if (frame.type !== 'reply' || frame.id !== id) return;
        this.#socket.off('message', receive).off('close', reject);
        resolve(frame.reply.ok ? (frame.reply.value as RequestOutput<Name>) : null);
      };
      this.#socket.on('message', receive).on('close', reject);
      this.#socket.send(JSON.stringify({ type: 'request', id, name, input }));
    });
  }

  [Symbol.dispose](): void {
    this.#socket.close();
  }
}
