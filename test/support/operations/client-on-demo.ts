/** The API client against a demo service on a local port, for one test. */
import { createServiceClient } from '#main/api/client.ts';
import type { ServiceClient } from '#main/api/client.ts';
import { listen } from '#main/demo/listen.ts';
import type { Listening } from '#main/demo/listen.ts';
import type { DemoOptions } from '#main/demo/service.ts';
import type { Shape } from '#main/demo/settings.ts';
import type { Chat, Contact, ContactList } from '#main/demo/state/model.ts';
import { createSteeredService } from '#main/demo/steering/steered-service.ts';
import type { SteeredService } from '#main/demo/steering/steered-service.ts';

export const COUNTS = { chats: 40, messages: 400, contacts: 60 };

/** A raw HTTP request whose answer has the shape of the operation's fixture. */
export interface RawRequest {
  /** Below /api/v2, with its query. */
  readonly path: string;
  /** JSON body. */
  readonly body?: unknown;
  /** Multipart body instead of a JSON one. */
  readonly form?: FormData;
}

export interface RawAnswer {
  readonly status: number;
  readonly contentType: string | null;
  /** Decoded JSON, undefined for anything else. */
  readonly body: unknown;
}

export class ClientOnDemo {
  readonly demo: SteeredService;
  readonly shape: Shape;
  readonly client: ServiceClient;
  readonly listening: Listening;

  constructor(parts: Pick<ClientOnDemo, 'demo' | 'shape' | 'client' | 'listening'>) {
    this.demo = parts.demo;
    this.shape = parts.shape;
    this.client = parts.client;
    this.listening = parts.listening;
  }

  get world(): SteeredService['world'] {
    return this.demo.world;
  }

  /** Removes groups of operations from the service. */
  withoutGroups(...groups: readonly string[]): void {
    this.demo.settings.absent = [...groups];
  }

  /** An open chat with messages of both directions. */
  get chat(): Chat {
    return getFirst(this.world.chats.rows, (chat) => chat.status === 'a' && /^\d+$/.test(chat.phone));
  }

  /** A contact of the account's own. */
  get contact(): Contact {
    return getFirst(this.world.contacts.rows, ({ userId, blocked }) => userId === undefined && !blocked);
  }

  /** A list of the account's own that has members. */
  get list(): ContactList {
    const { account } = this.world;
    return getFirst(
      this.world.lists.rows,
      ({ id, userId }) => userId === account.id && this.world.membersCount(id) > 0,
    );
  }

  /** Sends a raw HTTP request without the client. */
  async ask(method: string, { path, body, form }: RawRequest): Promise<RawAnswer> {
    const { username, apiKey } = this.demo;
    const headers = { 'x-tm-username': username, 'x-tm-key': apiKey };
    const payload = form ?? (body === undefined ? null : JSON.stringify(body));
    const answer = await fetch(`${this.listening.baseUrl}/api/v2${path}`, {
      method,
      headers: form === undefined && payload !== null ? { ...headers, 'content-type': 'application/json' } : headers,
      body: payload,
    });
    const contentType = answer.headers.get('content-type');
    const text = await answer.text();
    return {
      status: answer.status,
      contentType,
      body: contentType === 'application/json' ? JSON.parse(text) : undefined,
    };
  }

  async dispose(): Promise<void> {
    await this.client.dispose();
    await this.listening.dispose();
    await this.demo.dispose();
  }
}

/** Starts both. Dispose of it. */
export async function openClientOnDemo(shape: Shape, options: DemoOptions = {}): Promise<ClientOnDemo> {
  const demo = createSteeredService({ ...COUNTS, seed: 7, shapes: shape, ...options });
  const listening = await listen(demo);
  const { baseUrl, webUrl } = listening;
  const { username, apiKey } = demo;
  const client = createServiceClient({
    ...{ baseUrl, webUrl, userAgent: 'Switchboard/test' },
    credentials: { username, apiKey },
  });
  return new ClientOnDemo({ demo, shape, client, listening });
}

function getFirst<T>(rows: readonly T[], fits: (row: T) => boolean): T {
  const found = rows.find(fits);
  if (found === undefined) throw new Error('The demo has none of that kind');
  return found;
}
