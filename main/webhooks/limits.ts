/** What the receiver bears. Far above what an account makes, far below what would hurt. */
export interface ReceiverLimits {
  readonly bodyBytes: number;
  /** Of one batch: more cannot be events, which take a hundred bytes and more each. */
  readonly records: number;
  /** A request has to be here as a whole by then, and so has the first byte of a connection. */
  readonly patienceMs: number;
  /** A connection on which nothing happens for so long is ended, whatever it waits for. */
  readonly silenceMs: number;
  /** How long a connection stays open for the next callback. */
  readonly keepAliveMs: number;
  /** The one that has waited longest gives way to one more. */
  readonly connections: number;
  /** Events a second for good, and at once. */
  readonly perSecond: number;
  readonly burst: number;
  /** Events that wait for the disk. */
  readonly mostWaiting: number;
  readonly mostTogether: number;
}

export const RECEIVER_LIMITS: ReceiverLimits = {
  bodyBytes: 65_536,
  records: 1_000,
  patienceMs: 10_000,
  silenceMs: 20_000,
  keepAliveMs: 5_000,
  connections: 256,
  perSecond: 2_000,
  burst: 4_000,
  mostWaiting: 10_000,
  mostTogether: 250,
};
