import type { Feature } from '#shared/domain/features.ts';
import { parseBaseUrl } from './address.ts';
import { CALL_LIMITS, Caller } from './call.ts';
import type { CallLimits, CallOptions } from './call.ts';
import { createApiClock } from './clock.ts';
import type { ApiClock } from './clock.ts';
import { createAuthorizer } from './credentials.ts';
import type { AuthForm, Credentials } from './credentials.ts';
import { bindEndpoints } from './endpoints.ts';
import { Gate } from './gate.ts';
import { Knowledge, NO_KNOWLEDGE } from './knowledge.ts';
import type { KnowledgeData } from './knowledge.ts';
import { Limiter } from './limiter.ts';
import type { SlowedNotice } from './limiter.ts';
import { fetchMedia } from './media.ts';
import type { MediaOptions } from './media.ts';
import { ClockSkew } from './network/clock-skew.ts';
import { probe } from './probe.ts';
import { RightsCaller } from './rights.ts';
import { Service } from './service.ts';
import type { BadRows } from './service.ts';
import type { TooLarge } from './smaller-pages.ts';
import { createTransport } from './transport.ts';
import type { Transport, TransportOptions } from './transport.ts';

export interface ServiceClientOptions extends TransportOptions {
  /** As a person typed it; the path of the interface may be in it. */
  readonly baseUrl: string;
  /** Address of the service's web application, for pictures; null: not known. */
  readonly webUrl: string | null;
  readonly credentials: Credentials;
  /** The form that a former `probe` found; the specification's own unless told. */
  readonly authForm?: AuthForm | undefined;
  /** Most requests per second, 50 unless told. */
  readonly ratePerSecond?: number;
  readonly limits?: Partial<CallLimits>;
  /** Everything waits, because the service asked for it. */
  readonly onSlowed?: (notice: SlowedNotice) => void;
  /** Rows of a page that could not be read and were left out. */
  readonly onBadRows?: (bad: BadRows) => void;
  /** An answer was larger than allowed and is asked for in smaller pages; of a single row: it is left out. */
  readonly onTooLarge?: (what: TooLarge) => void;
  /** What `onLearned` told last, kept by the caller. */
  readonly knowledge?: KnowledgeData | undefined;
  /** Something was learned about the service: keep it for the next client of this account. */
  readonly onLearned?: ((data: KnowledgeData) => void) | undefined;
  readonly clock?: ApiClock;
  /** Another way to the service than the network, such as one in the same process. */
  readonly transport?: Transport;
}

export type ServiceClient = ReturnType<typeof createServiceClient>;

/**
 * The client of one account at one service. Opens nothing until the first call. Every method throws `AppError` and
 * nothing else.
 * @throws AppError `validation` when an address is none
 */
export function createServiceClient(options: ServiceClientOptions) {
  const baseUrl = parseBaseUrl(options.baseUrl);
  const webUrl = options.webUrl === null || options.webUrl === '' ? null : parseBaseUrl(options.webUrl, 'webUrl');
  const clock = options.clock ?? createApiClock();
  const transport = options.transport ?? createTransport(options);
  const limiter = new Limiter({ ...options, clock });
  const authorizer = createAuthorizer(baseUrl.origin, options.credentials, options.authForm);
  const skew = new ClockSkew();
  const gate = new Gate({ baseUrl, transport, limiter, authorizer, clock, skew });
  const caller = new Caller({ baseUrl, gate, clock, limits: { ...CALL_LIMITS, ...options.limits } });
  const knowledge = new Knowledge({
    data: options.knowledge ?? NO_KNOWLEDGE,
    now: () => clock.epochNow(),
    onLearned: options.onLearned ?? (() => undefined),
  });
  const { onBadRows = () => undefined, onTooLarge = () => undefined } = options;
  const service = new Service(new RightsCaller(caller, clock), knowledge, { onBadRows, onTooLarge });
  return {
    ...bindEndpoints(service),
    probe: (call: CallOptions) => probe(service, authorizer, call),
    fetchMedia: (href: string, media?: MediaOptions) => fetchMedia({ gate, baseUrl, webUrl }, href, media),
    /** Until when everything waits, epoch ms; null when nothing does. */
    get slowedUntil(): number | null {
      return limiter.slowedUntil;
    },
    /** How far the service's clock is ahead of this computer's, ms; null: not known yet. */
    get clockSkewMs(): number | null {
      return skew.ms;
    },
    /** What this service is known not to have: the app does not offer it. */
    get absentFeatures(): readonly Feature[] {
      return knowledge.absent;
    },
    /** A person wants everything checked anew, and what was missing asked for again. */
    forgetAbsences: () => knowledge.forgetAbsences(),
    /** A person asks now whether the service is open again. */
    endMaintenance: () => limiter.endMaintenance(),
    /** Ends what is under way and refuses what comes later. */
    async dispose(): Promise<void> {
      limiter.dispose();
      await transport.dispose();
    },
  };
}
