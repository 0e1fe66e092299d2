/** What the app said yes to, and what it was asked and never answered: the measure of what may be missing afterwards. */
import { toStableId } from '#main/platform/ids.ts';
import type { ServiceAccount } from '#test/e2e/support/programs.ts';
import type { Random } from '#test/support/random.ts';

export interface RequestedSend {
  readonly requestId: string;
  /** As the app makes it of the request, so that also what was never answered can be looked for. */
  readonly sendId: string;
  readonly phone: string;
  readonly text: string;
  readonly fileIds: readonly string[];
  /** False: the app was killed before it answered, so both are right, that it is there and that it is not. */
  isAnswered: boolean;
  /** Whether a person took it out of the outbox; `asked`: perhaps. */
  discard: 'no' | 'asked' | 'answered';
}

export function createRequestedSend(
  given: Pick<RequestedSend, 'requestId' | 'phone' | 'text' | 'fileIds'>,
): RequestedSend {
  const sendId = toStableId(`send\n${given.requestId}`, 20);
  return { ...given, sendId, isAnswered: false, discard: 'no' };
}

/** A file that a draft took. */
export interface RequestedFile {
  readonly fileId: string;
  readonly name: string;
  readonly bytes: Buffer;
}

/** One value that is changed again and again: the last answered one stands, or one that was asked for after it. */
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

/** One life of the app, and what was promised in all of them. */
export interface RunContext {
  readonly account: ServiceAccount;
  readonly requested: RequestedWrites;
  readonly random: Random;
  /** Which life of the app this is: makes texts differ. */
  readonly run: number;
}
