/**
 * The page's way into the app, over any transport: validate → dispatch to the handler of the request → envelope.
 *
 * DISPATCH-1 nothing is thrown across: every request ends in an envelope.
 * DISPATCH-2 no input reaches a service before its schema accepted it.
 * DISPATCH-3 a request that changes something is done once per request id; the id is refused with any other input.
 * DISPATCH-4 a bug is logged once, here, and the page learns only that it was a bug.
 * DISPATCH-5 each request that is refused or fails is reported once, with its name and why; never with its values.
 */
import { createHash } from 'node:crypto';
import * as v from 'valibot';
import {
  requests,
  type ContractError,
  type Reply,
  type RequestInput,
  type RequestName,
  type SettingsView,
} from '#shared/contract/index.ts';
import { isAppError, type AppError } from '#shared/domain/app-error.ts';
import type { MediaCache } from '#main/services/files/media-cache.ts';
import type { StagedFile } from '#main/services/files/staged-files.ts';
import type { NumberedEvent } from '#main/services/event-bus.ts';
import { openLink } from '#main/services/host/host.ts';
import { toUsedIdRefusal } from '#main/services/refusals.ts';
import { handlers } from '#main/services/requests.ts';
import type { Handlers } from '#main/services/handler-types.ts';
import type { Services } from '#main/services/services.ts';
import { BUG, listMisfits, toContractError, toInputError, toSafeStep } from './errors.ts';
import { IdempotencyCache } from './idempotency-cache.ts';

/** What a host carries between its pages and the app. */
export interface Bridge extends HostAccess {
  readonly runId: string;
  /** Number of the last event. */
  readonly sequence: number;
  handle(name: string, input: unknown): Promise<Reply<unknown>>;
  /** Returns its own undo. */
  subscribe(listener: (event: NumberedEvent) => void): () => void;
  /** Bytes of a staged file. */
  appendBytes(chunk: {
    readonly handle: string;
    readonly offset: number;
    readonly bytes: Uint8Array;
  }): Promise<Reply<{ readonly receivedBytes: number }>>;
  /** Logs an unexpected failure that the host met. */
  reportBug(what: string, error: unknown): void;
  getFile(handle: string): Promise<Reply<StagedFile>>;
  getMedia(mediaId: string): Promise<Reply<Awaited<ReturnType<MediaCache['get']>>>>;
}

/** What a host asks for itself, without envelopes. Nothing here rejects: a failure is logged as that of a request is. */
export interface HostAccess {
  /** Null where they cannot be read. */
  findSettings(): Promise<SettingsView | null>;
  saveSettings(changes: Partial<SettingsView>): Promise<void>;
  /** Opens an address outside the app if that cannot start a program. */
  openLink(url: string): Promise<void>;
  /** Whether any page is visible and has the focus. */
  setActivity(activity: RequestInput<'host.setActivity'>): void;
}

/** What a host asks before it ends the app. */
export type QuitGuard = Pick<Services['quitGuard'], 'countUnsent' | 'flush'>;

export interface BridgeOptions {
  /** Whether answers are checked against the contract as well: development and tests. */
  readonly checksAnswers: boolean;
  /** Those of the contract unless a test brings its own. */
  readonly handlers?: Handlers;
  readonly onBug: (what: string, error: unknown) => void;
  readonly onRefused: (refused: RefusedRequest) => void;
}

/** A request that failed for a reason that is no bug of main. */
export interface RefusedRequest {
  /** Name of the request; `bytes`, `file` or `media`. */
  readonly operation: string;
  /** The code that the page gets. */
  readonly code: string;
  /** Null: the input does not fit the contract. */
  readonly error: AppError | null;
  /** Names of the fields that are refused; never their values. */
  readonly fields: readonly string[];
}

type AnyHandler = (services: Services, input: unknown) => unknown;

const requestIdSchema = v.object({ requestId: v.string() });
/** Requests whose id is on the disk with what they did, also after a restart (`services/sending/sends.ts`). */
const KNOW_THEIR_IDS: ReadonlySet<RequestName> = new Set(['sends.create']);

export function createBridge(services: Services, options: BridgeOptions): Bridge {
  const dispatcher = new Dispatcher(services, options);
  const { events, files, session } = services;
  return {
    runId: events.runId,
    get sequence() {
      return events.sequence;
    },
    handle: (name, input) => dispatcher.handle(name, input),
    subscribe: (listener) => events.subscribe(listener),
    reportBug: options.onBug,
    appendBytes: (chunk) => dispatcher.toReply('bytes', () => files.append(chunk)),
    getFile: (handle) => dispatcher.toReply('file', () => files.get(handle)),
    getMedia: (mediaId) => dispatcher.toReply('media', () => session.getAccount().media.get(mediaId)),
    ...createHostAccess(services, dispatcher),
  };
}

function createHostAccess({ settings, host, connection }: Services, dispatcher: Dispatcher): HostAccess {
  return {
    async findSettings() {
      const reply = await dispatcher.toReply('settings.get', () => settings.get());
      return reply.ok ? reply.value : null;
    },
    async saveSettings(changes) {
      await dispatcher.toReply('settings.set', () => settings.set(changes));
    },
    async openLink(url) {
      await dispatcher.toReply('host.openLink', () => openLink(host, url));
    },
    setActivity: (activity) => connection.setActivity(activity),
  };
}

class Dispatcher {
  readonly #services: Services;
  readonly #options: BridgeOptions;
  readonly #cache = new IdempotencyCache<Reply<unknown>>();

  constructor(services: Services, options: BridgeOptions) {
    this.#services = services;
    this.#options = options;
  }

  async handle(name: string, input: unknown): Promise<Reply<unknown>> {
    if (!isRequestName(name)) return this.#toBug(toLoggedName(name), new Error('The contract has no such request'));
    const parsed = v.safeParse(requests[name].input, input);
    if (!parsed.success) {
      this.#options.onRefused({
        operation: name,
        code: 'validation',
        error: null,
        fields: listMisfits(parsed.issues),
      });
      return { ok: false, error: toInputError(parsed.issues) };
    }
    const answer = (): Promise<Reply<unknown>> => this.toReply(name, () => this.#answer(name, parsed.output));
    const identified = v.safeParse(requestIdSchema, parsed.output);
    if (!identified.success) return await answer();
    const key = `${name} ${identified.output.requestId}`;
    // An input may hold an API key: only its digest stays in memory.
    const content = createHash('sha256').update(JSON.stringify(parsed.output)).digest('base64');
    const refuse = (): Promise<Reply<unknown>> => this.toReply(name, () => Promise.reject(toUsedIdRefusal()));
    return await this.#cache.once({ key, content, isRemembered: !KNOW_THEIR_IDS.has(name), answer, refuse });
  }

  /** Wraps the outcome of any work into an envelope. */
  async toReply<Output>(name: string, work: () => Output | Promise<Output>): Promise<Reply<Output>> {
    try {
      return { ok: true, value: await work() };
    } catch (error) {
      if (!isAppError(error)) return this.#toBug(name, error);
      const problem = toContractError(error);
      const fields = Object.keys(error.fields).map(toSafeStep);
      this.#options.onRefused({ operation: name, code: problem.code, error, fields });
      return { ok: false, error: problem };
    }
  }

  async #answer(name: RequestName, input: unknown): Promise<unknown> {
    // The table is typed request by request; here the name is known at run time only.
    const handler = (this.#options.handlers ?? handlers)[name] as AnyHandler;
    const value = await handler(this.#services, input);
    if (this.#options.checksAnswers) checkAnswer(name, value);
    return value;
  }

  #toBug(name: string, error: unknown): { readonly ok: false; readonly error: ContractError } {
    this.#options.onBug(name, error);
    return { ok: false, error: BUG };
  }
}

/** Throws where an answer does not fit, and names the place; never the value, since the error is logged. */
function checkAnswer(name: RequestName, value: unknown): void {
  const checked = v.safeParse(requests[name].output, value);
  if (checked.success) return;
  const misfits = checked.issues.map(
    (issue) => `${v.getDotPath(issue) ?? 'the answer'} is no ${issue.expected ?? issue.type}`,
  );
  throw new Error(`The answer does not fit the contract: ${misfits.join(', ')}`);
}

/** A hijacked page may send any name: only what looks like one of a request is logged. */
function toLoggedName(name: string): string {
  return /^[\w.]{1,60}$/.test(name) ? name : 'an unknown request';
}

function isRequestName(name: string): name is RequestName {
  return Object.hasOwn(requests, name);
}
