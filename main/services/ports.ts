/**
 * What the use cases ask of the parts that an open account is made of. `main/app.ts` joins the real parts to these;
 * tests put in their own.
 */
import type { AuthForm } from '#main/api/credentials.ts';
import type { KnowledgeData } from '#main/api/knowledge.ts';
import type { Media } from '#main/api/media.ts';
import type { ProbeResult } from '#main/api/probe.ts';
import type { Outbox } from '#main/sending/create-outbox.ts';
import type { Feature } from '#shared/domain/features.ts';
import type { KeyringAnswer } from '#shared/domain/keyring.ts';
import type { SendingService } from '#main/sending/ports.ts';
import type { Store, StoreOptions } from '#main/store/api.ts';
import type { Sync } from '#main/sync/create-sync.ts';
import type { CallOptions, SyncSink, SyncSource } from '#main/sync/ports.ts';
import type { PhoneKey } from '#shared/domain/ids.ts';
import type { Pause } from './live-status.ts';

/** Who signs in where. */
export interface Credentials {
  readonly baseUrl: string;
  readonly webUrl: string;
  readonly username: string;
  readonly apiKey: string;
}

/** The same where the key is not at hand: what is kept here can be read, and nothing goes to the service. */
export type AccountCredentials = Omit<Credentials, 'apiKey'> & { readonly apiKey: string | null };

/** The messaging service for one account. Throws `AppError` and nothing else. */
export interface AccountClient extends SyncSource, Omit<SendingService, 'findChatByPhone' | 'listOutboundMessages'> {
  /** What the service is known not to have. */
  readonly absentFeatures: readonly Feature[];
  probe(options: CallOptions): Promise<ProbeResult>;
  /** A person asks now whether the service is open again: nothing waits any more for the end of its maintenance. */
  endMaintenance(): void;
  fetchMedia(href: string, options: { readonly signal: AbortSignal }): Promise<Media>;
  dispose(): Promise<void>;
}

/** Makers of the parts, in the order in which they are needed. */
export interface AccountParts {
  createClient(account: {
    /** Without a key every call is refused here as the service would refuse it, and none leaves this computer. */
    readonly credentials: AccountCredentials;
    readonly authForm: AuthForm | undefined;
    /** What was learned about this service before. */
    readonly knowledge: KnowledgeData;
    /** Something more was learned: keep it. */
    readonly onLearned: (knowledge: KnowledgeData) => void;
    /** The service asked for a pause, and everything waits. */
    readonly onPaused: (pause: Pause) => void;
  }): AccountClient;
  openStore(options: StoreOptions): Promise<Store>;
  createSync(needs: { readonly source: AccountClient; readonly store: Store; readonly sink: SyncSink }): Sync;
  createOutbox(needs: {
    readonly service: AccountClient;
    readonly store: Store;
    /** The service took a message to this number. */
    readonly onAccepted: (phone: PhoneKey) => void;
    /** It refused the key, and everything waits. */
    readonly onKeyRefused: () => void;
  }): Outbox;
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
  readonly secrets: SecretStore | null;
}

/** The desktop's place for secrets. Each answer comes in the end, and none throws. */
export interface SecretStore {
  find(account: string, isExpected: boolean): Promise<KeyringAnswer>;
  save(account: string, secret: string): Promise<KeyringAnswer>;
  remove(account: string, isExpected: boolean): Promise<KeyringAnswer>;
  dispose(): void;
}
