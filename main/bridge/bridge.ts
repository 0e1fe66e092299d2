/**
 * The window's way into the app, whatever carries it: validate → call a service → envelope. No logic of its own.
 *
 * DISPATCH-1 nothing is thrown across: every request ends in an envelope.
 * DISPATCH-2 no input reaches a service before its schema accepted it.
 * DISPATCH-3 a request that changes something is done once per request id, and no other input passes for it.
 * DISPATCH-4 a bug is logged once, here, and the window learns nothing but that it was one.
 * DISPATCH-5 each request that is refused or fails is told once, with its name and why; never with what it held.
 */
import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { requests, type ContractError, type Reply, type RequestName } from '#shared/contract/index.ts';
import { isAppError, type AppError } from '#shared/domain/app-error.ts';
import type { MediaCache } from '#main/services/files/media-cache.ts';
import type { NumberedEvent } from '#main/services/notices.ts';
import { toUsedIdRefusal } from '#main/services/health/refusals.ts';
import type { Services } from '#main/services/services.ts';
import type { StagedFile } from '#main/services/files/staged-files.ts';
import { BUG, listMisfits, toContractError, toInputError, toSafeStep } from './errors.ts';
import type { Handlers } from './handler-types.ts';
import { createHandlers } from './handlers.ts';
import { Repeats } from './repeats.ts';

/** What a host needs of the app. */
export interface Bridge {
  readonly runId: string;
  /** Number of the last event told. */
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
  /** A failure that nobody expected, met by a host on the app's behalf. */
  reportBug(what: string, error: unknown): void;
  getFile(handle: string): Promise<Reply<StagedFile>>;
  getMedia(mediaId: string): Promise<Reply<Awaited<ReturnType<MediaCache['get']>>>>;
}

/** What a host asks before it ends the app. */
export type QuitGuard = Pick<Services['quitGuard'], 'countUnsent' | 'flush'>;

export interface BridgeOptions {
  /** Whether answers are checked against the contract as well: development and tests. */
  readonly checksAnswers: boolean;
  readonly onBug: (what: string, error: unknown) => void;
  readonly onRefused: (refused: RefusedRequest) => void;
}

/** A request of the window that did not succeed, for a reason that is no bug of main. */
export interface RefusedRequest {
  /** Name of the request; `bytes`, `file` or `media`. */
  readonly operation: string;
  /** As the window is told it. */
  readonly code: string;
  /** Null: its input does not fit the contract. */
  readonly error: AppError | null;
  /** Which fields are refused, by their names; never what was in them. */
  readonly fields: readonly string[];
}

type AnyHandler = (input: unknown) => unknown;

const requestIdSchema = v.object({ requestId: v.string() });
/** A text is on disk under an id that follows from its request's, also after a restart (services/sends.ts). */
const KNOW_THEIR_IDS: ReadonlySet<RequestName> = new Set(['sends.create']);

export function createBridge(services: Services, options: BridgeOptions): Bridge {
  const dispatcher = new Dispatcher(createHandlers(services), options);
  const { notices, files } = services;
  return {
    runId: notices.runId,
    get sequence() {
      return notices.sequence;
    },
    handle: (name, input) => dispatcher.handle(name, input),
    subscribe: (listener) => notices.subscribe(listener),
    reportBug: options.onBug,
    appendBytes: (chunk) => dispatcher.toReply('bytes', () => files.append(chunk)),
    getFile: (handle) => dispatcher.toReply('file', () => files.get(handle)),
    getMedia: (mediaId) => dispatcher.toReply('media', () => services.session.getAccount().media.get(mediaId)),
  };
}

class Dispatcher {
  readonly #handlers: Handlers;
  readonly #options: BridgeOptions;
  readonly #repeats = new Repeats<Reply<unknown>>();

  constructor(handlers: Handlers, options: BridgeOptions) {
    this.#handlers = handlers;
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
    const act = (): Promise<Reply<unknown>> => this.toReply(name, () => this.#answer(name, parsed.output));
    const identified = v.safeParse(requestIdSchema, parsed.output);
    if (!identified.success) return await act();
    const key = `${name} ${identified.output.requestId}`;
    // Of an input that may hold a key only a digest stays in memory.
    const content = createHash('sha256').update(JSON.stringify(parsed.output)).digest('base64');
    const refuse = (): Promise<Reply<unknown>> => this.toReply(name, () => Promise.reject(toUsedIdRefusal()));
    return await this.#repeats.once({ key, content, isRemembered: !KNOW_THEIR_IDS.has(name), act, refuse });
  }

  /** Runs one act; whatever comes out is an envelope. */
  async toReply<Output>(name: string, act: () => Output | Promise<Output>): Promise<Reply<Output>> {
    try {
      return { ok: true, value: await act() };
    } catch (error) {
      if (!isAppError(error)) return this.#toBug(name, error);
      const told = toContractError(error);
      const fields = Object.keys(error.fields).map(toSafeStep);
      this.#options.onRefused({ operation: name, code: told.code, error, fields });
      return { ok: false, error: told };
    }
  }

  async #answer(name: RequestName, input: unknown): Promise<unknown> {
    // The table of handlers is typed name by name; here the name is known only while running.
    const handler = this.#handlers[name] as AnyHandler;
    const value = await handler(input);
    if (this.#options.checksAnswers) checkAnswer(name, value);
    return value;
  }

  #toBug(name: string, error: unknown): { readonly ok: false; readonly error: ContractError } {
    this.#options.onBug(name, error);
    return { ok: false, error: BUG };
  }
}

/** Throws where an answer does not fit, and says where and how; never what was there: it ends up in the log. */
function checkAnswer(name: RequestName, value: unknown): void {
  const checked = v.safeParse(requests[name].output, value);
  if (checked.success) return;
  const misfits = checked.issues.map(
    (issue) => `${v.getDotPath(issue) ?? 'the answer'} is no ${issue.expected ?? issue.type}`,
  );
  throw new Error(`The answer does not fit the contract: ${misfits.join(', ')}`);
}

/** A page that was taken over asks by any name: one that is none says nothing in the log. */
function toLoggedName(name: string): string {
  return /^[\w.]{1,60}$/.test(name) ? name : 'an unknown request';
}

function isRequestName(name: string): name is RequestName {
  return Object.hasOwn(requests, name);
}
