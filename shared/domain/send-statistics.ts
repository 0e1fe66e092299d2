/** How the messages of one send stand, from `GET /sessions/{id}/stat`: numbers of messages. */
export interface SendStatistics {
  readonly all: number;
  /** On their way: sent, not yet delivered. */
  readonly sent: number;
  readonly delivered: number;
  /** Acknowledged or kept by an operator. */
  readonly accepted: number;
  readonly rejected: number;
  readonly failed: number;
  readonly scheduled: number;
}
