/** Which of the two documented shapes answers take. */
export type Shape = 'spec' | 'sdk';

/** Role of the signed-in user: parent, administrator sub-account, regular sub-account. */
export type Role = 'P' | 'A' | 'U';

/** What can be switched while the service runs. */
export interface RuntimeSettings {
  shapes: Shape;
  /** Answers become as odd as real services have been seen to be. */
  quirks: boolean;
  /** Groups of operations (see the rows' `group`) that answer 404, as on services that never had them. */
  absent: string[];
  /** Requests accepted in any sliding second. */
  perSecond: number;
  /** Requests to the stricter routes accepted in any sliding second, all of them together. */
  strictPerSecond: number;
  /** Look-ups accepted in any sliding second, of numbers and of addresses together. */
  lookupsPerSecond: number;
  /** Whether people write and answer by themselves. */
  live: boolean;
  /** Divides the delays of letters, answers, bulks and imports; times that somebody chose stay. */
  speed: number;
  /** By how much the clock that answers show is ahead, behind when below zero. */
  skewMs: number;
  /** Where pictures and links live; known once the service listens. */
  webUrl: string;
}
