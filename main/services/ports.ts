/**
 * What the use cases ask of the parts that an open account is made of. `main/app.ts` joins the real parts to these;
 * tests put in their own.
 */
import type { SendingService } from '#main/sending/ports.ts';
import type { Store, StoreOptions } from '#main/store/api.ts';
import type { SyncSink, SyncSource } from '#main/sync/ports.ts';
import type { ChatId, SendId } from '#shared/domain/ids.ts';
import type { Send } from '#shared/domain/sends.ts';
import type { SyncStatus } from '#shared/domain/sync.ts';

/** Who signs in where; addresses already normalised. */
export interface Credentials {
  readonly baseUrl: string;
  readonly webUrl: string;
  readonly username: string;
  readonly apiKey: string;
}

export interface MediaBytes {
  readonly bytes: Uint8Array;
  /** What the service called it; null when it said nothing. */
  readonly mimeType: string | null;
}

/** The messaging service for one account. Throws `AppError` and nothing else. */
export interface ServiceClient extends SyncSource, Omit<SendingService, 'findChatByPhone'> {
  /** Whether this address is the service and the key is good: `not-this-service`, `unauthorized`, `offline`, … */
  probe(options: { readonly signal: AbortSignal }): Promise<void>;
  fetchMedia(
    query: { readonly href: string; readonly maxBytes: number },
    options: { readonly signal: AbortSignal },
  ): Promise<MediaBytes>;
  dispose(): Promise<void>;
}

/** The running synchronisation of one account. */
export interface AccountSync {
  start(): void;
  getStatus(): SyncStatus;
  /** Ends the wait and asks the service at once. */
  tryNow(): void;
  /** A person looks at this chat: it goes first. */
  openChat(chatId: ChatId): void;
  /** One more page of this chat's past into the store. */
  fetchOlder(chatId: ChatId): Promise<{ readonly isCompleteBefore: boolean }>;
  /** An action was written down: confirm it with the service. */
  actionsChanged(): void;
  setActivity(activity: { readonly isVisible: boolean; readonly isFocused: boolean }): void;
  dispose(): Promise<void>;
}

/** The outbox of one account. */
export interface AccountOutbox {
  start(): void;
  /** On disk when it resolves; leaves as soon as it may. */
  create(send: Send): Promise<void>;
  /** Throws `not-found` when there is nothing to send again. */
  retry(sendId: SendId): Promise<void>;
  /** Throws `not-found` when it has left already or never was. */
  discard(sendId: SendId): Promise<{ readonly text: string }>;
  /** The service answers again: what waits need not wait longer. */
  wake(): void;
  dispose(): Promise<void>;
}

/** Makers of the parts, in the order in which they are needed. */
export interface AccountParts {
  openStore(options: StoreOptions): Promise<Store>;
  createClient(credentials: Credentials): ServiceClient;
  createSync(needs: { readonly source: ServiceClient; readonly store: Store; readonly sink: SyncSink }): AccountSync;
  createOutbox(needs: { readonly service: ServiceClient; readonly store: Store }): AccountOutbox;
}

/** The embedded demo service, mounted on a port of its own while it is needed. */
export interface DemoService {
  readonly credentials: Credentials;
  dispose(): Promise<void>;
}

/** What the use cases ask of the desktop; the host answers. */
export interface Desktop {
  readonly kind: 'browser' | 'electron';
  openLink(url: string): Promise<boolean>;
  readonly secrets: {
    find(account: string): Promise<string | null>;
    save(account: string, secret: string): Promise<void>;
    remove(account: string): Promise<void>;
  } | null;
}
