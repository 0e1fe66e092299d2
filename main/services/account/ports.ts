/** What an open account is made of. `main/app.ts` passes the real parts; tests pass their own. */
import type { AuthForm } from '#main/api/credentials.ts';
import type { UploadSource } from '#main/api/uploads/upload.ts';
import type { KnowledgeData } from '#main/api/knowledge.ts';
import type { Media } from '#main/api/media.ts';
import type { ProbeResult } from '#main/api/probe.ts';
import type { Outbox } from '#main/sending/create-outbox.ts';
import type { Feature } from '#shared/domain/features.ts';
import type { UploadingNews } from '#main/sending/drivers/outbox-parts.ts';
import type { SendingFiles, SendingService } from '#main/sending/ports.ts';
import type { Store, StoreOptions } from '#main/store/api.ts';
import type { Sync } from '#main/sync/create-sync.ts';
import type { Receiver, ReceiverOptions } from '#main/webhooks/ports.ts';
import type { Tunnels } from '#main/webhooks/tunnel/ports.ts';
import type {
  AccountAtService,
  AccountChanges,
  CallbackFormat,
  CallbackSettings,
  InboundNotification,
} from '#shared/domain/account.ts';
import type { CallOptions } from '#main/sync/calls.ts';
import type { SyncSink, SyncSource } from '#main/sync/ports.ts';
import type { PhoneKey } from '#shared/domain/ids.ts';
import type { PeopleService } from '#main/services/contacts/ports.ts';
import type { Probe } from '#main/services/live-updates/tunnel-check.ts';
import type { ImportService } from '#main/services/importing/ports.ts';
import type { LookupService } from '#main/services/lookups/ports.ts';
import type { ScheduleService, TimeZoneService } from '#main/services/schedules/ports.ts';
import type { TemplateService } from '#main/services/templates/ports.ts';
import type { Pause } from '#main/services/health/connection-status.ts';

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
export type AccountClient = AccountService & ScheduleService;

/** What the service itself sends about incoming texts. Every method throws `AppError` and nothing else. */
export interface ServiceNoticeService {
  /** Throws `not-found` where the service has no such settings. */
  getInboundNotification(options: CallOptions): Promise<InboundNotification>;
  /** Throws `validation` with the fields `alertEmail1` … `alertEmail3`. */
  setInboundNotification(query: Omit<InboundNotification, 'isOnForCalls'>, options: CallOptions): Promise<void>;
}

/** The user whose account it is. Every method throws `AppError` and nothing else. */
export interface ProfileService {
  getUser(options: CallOptions): Promise<AccountAtService>;
  /** Replaces what it names. Throws `validation` with its fields. */
  updateUser(query: AccountChanges, options: CallOptions): Promise<void>;
  /** Throws `validation`. */
  uploadUserAvatar(query: { readonly image: UploadSource }, options: CallOptions): Promise<void>;
  deleteUserAvatar(options: CallOptions): Promise<void>;
}

interface AccountService
  extends
    Omit<SyncSource, 'getUser'>,
    PeopleService,
    TemplateService,
    Pick<ImportService, 'getImportProgress' | 'importContacts' | 'listContactsOfList'>,
    Omit<LookupService, 'getUser' | 'listOutboundMessages'>,
    ServiceNoticeService,
    ProfileService,
    TimeZoneService,
    Omit<SendingService, 'findChatByPhone' | 'getOutboundMessage' | 'listOutboundMessages' | 'listSends'> {
  /** What the service is known not to have. */
  readonly absentFeatures: readonly Feature[];
  probe(options: CallOptions): Promise<ProbeResult>;
  /** A person asks now whether the service is open again: nothing waits any more for the end of its maintenance. */
  endMaintenance(): void;
  fetchMedia(href: string, options: { readonly signal: AbortSignal }): Promise<Media>;
  /** Where the service tells of news. Throws `not-found` where it lets nobody read that, `forbidden` where not this user. */
  getCallbackSettings(options: CallOptions): Promise<CallbackSettings>;
  /** Replaces all three; the service asks each address and refuses one that does not answer, `validation` with its field. */
  setCallbackSettings(
    query: CallbackSettings & { readonly format: CallbackFormat },
    options: CallOptions,
  ): Promise<void>;
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
    readonly files: SendingFiles;
    /** Where links of files lead. */
    readonly webUrl: string;
    readonly onUploading: (progress: UploadingNews) => void;
    /** The service took a message to this number. */
    readonly onAccepted: (phone: PhoneKey) => void;
    /** It refused the key, and everything waits. */
    readonly onKeyRefused: () => void;
  }): Outbox;
  /** Listens for callbacks. Rejects where it cannot, as when the port is taken. */
  createReceiver(options: ReceiverOptions): Promise<Receiver>;
  /** Opens nothing until it is asked. */
  createProbe(): Probe;
  /** Ways from outside to the receiver. */
  readonly tunnels: Tunnels;
}

/** The embedded demo service, mounted on a port of its own while it is needed. */
export interface DemoService {
  readonly credentials: Credentials;
  dispose(): Promise<void>;
}
