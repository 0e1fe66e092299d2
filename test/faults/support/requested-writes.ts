/** What the app was asked to write, and which of it it acknowledged: only unanswered writes may be missing afterwards. */
import { toStableId } from '#main/platform/ids.ts';
import type { ServiceAccount } from '#test/e2e/support/programs.ts';
import type { Random } from '#test/support/random.ts';

export interface RequestedSend {
  readonly requestId: string;
  /** The id that the app derives from the request, so that unanswered sends can be found too. */
  readonly sendId: string;
  readonly phone: string;
  readonly text: string;
  readonly fileIds: readonly string[];
  /** False: the app was killed before it answered, so the send may exist or not. */
  isAnswered: boolean;
  /** Whether the user discarded it; `asked`: the app did not answer. */
  discard: 'no' | 'asked' | 'answered';
}

export function createRequestedSend(
  given: Pick<RequestedSend, 'requestId' | 'phone' | 'text' | 'fileIds'>,
): RequestedSend {
  const sendId = toStableId(`send\n${given.requestId}`, 20);
  return { ...given, sendId, isAnswered: false, discard: 'no' };
}

/** A file that the app added to a draft. */
export interface RequestedFile {
  readonly fileId: string;
  readonly name: string;
  readonly bytes: Buffer;
}

/** A value that is written repeatedly: it holds the last acknowledged value, or one requested after it. */
export class LastWrite<Value> {
  #possible: readonly Value[];

  constructor(atFirst: Value) {
    this.#possible = [atFirst];
  }

  asked(value: Value): void {
    this.#possible = [...this.#possible, value];
  }

  answered(value: Value): void {
    this.#possible = [value];
  }

  get possible(): readonly Value[] {
    return this.#possible;
  }
}

export class RequestedWrites {
  readonly sends: RequestedSend[] = [];
  readonly files: RequestedFile[] = [];
  /** By number. */
  readonly drafts = new Map<string, LastWrite<string>>();
  /** Whether a chat is pinned, by number. */
  readonly pins = new Map<string, LastWrite<boolean>>();
  /** Ids of inbound messages that the service took in. */
  readonly inbound: number[] = [];

  get answered(): readonly RequestedSend[] {
    return this.sends.filter(({ isAnswered }) => isAnswered);
  }
}

/** One run of the app, and what was requested in all runs so far. */
export interface RunContext {
  readonly account: ServiceAccount;
  readonly requested: RequestedWrites;
  readonly random: Random;
  /** Number of the run; makes texts unique. */
  readonly run: number;
}
