/** The inbox of callbacks, in `owned.db`: an event that was answered with 200 is in here. */
import type { CallbackEvent, CallbackState, KeptCallback } from '#shared/domain/callbacks.ts';
import type { SendId } from '#shared/domain/ids.ts';
import type { Call, Nothing } from './call.ts';

export interface CallbackCommands {
  /**
   * Keeps events, each once by direction, id and letter; one that comes again counts up, and waits once more where it may
   * be news (a minute after it was settled, or after another letter of its message), under a new `seq`. `addedCount`: how
   * many wait now that did not before. Rejects with `rate-limited` while 200,000 wait.
   */
  keepCallbacks: Call<{ readonly events: readonly CallbackEvent[] }, { readonly addedCount: number }>;
  /** What became of them; those settled long ago are forgotten on the way, so that the inbox stays bounded. */
  settleCallbacks: Call<
    {
      readonly settled: readonly { readonly seq: number; readonly state: Exclude<CallbackState, 'waiting'> }[];
      readonly at: number;
    },
    void
  >;
}

export interface CallbackQueries {
  /** Oldest first. */
  listWaitingCallbacks: Call<{ readonly afterSeq: number; readonly limit: number }, readonly KeptCallback[]>;
  /** Newest first, for the event log. */
  listCallbacks: Call<{ readonly limit: number }, readonly KeptCallback[]>;
  /** Messages that callbacks name for these sends by our reference, newest first; what the service refuted is left out. */
  listCallbackMessages: Call<
    { readonly sendIds: readonly SendId[] },
    readonly { readonly sendId: SendId; readonly messageId: number }[]
  >;
  countCallbacks: Call<Nothing, { readonly [State in CallbackState]: number }>;
}
