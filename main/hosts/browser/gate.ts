/**
 * Who may come in: a token from the terminal is spent once for a cookie; from then on the cookie is the key.
 *
 * GATE-1 a token opens once. The next one is made when it is asked for, and there is never more than one.
 * GATE-2 only digests are compared, in constant time.
 * GATE-3 the browsers let in are bounded: the one that came first has to ask again.
 */
import { createHash, timingSafeEqual } from 'node:crypto';

const MOST_BROWSERS = 20;

export class Gate {
  readonly #createToken: () => string;
  readonly #admitted: Buffer[] = [];
  #token: string | null = null;

  constructor(createToken: () => string) {
    this.#createToken = createToken;
  }

  /** The token that is good at the moment. */
  get token(): string {
    this.#token ??= this.#createToken();
    return this.#token;
  }

  /** The value of the cookie for whoever brings the token; undefined for a spent or wrong one. */
  findAdmission(token: string): string | undefined {
    if (this.#token === null || !timingSafeEqual(digest(token), digest(this.#token))) return undefined;
    this.#token = null;
    const admission = this.#createToken();
    this.#admitted.push(digest(admission));
    if (this.#admitted.length > MOST_BROWSERS) this.#admitted.shift();
    return admission;
  }

  isAdmitted(admission: string | undefined): boolean {
    if (admission === undefined) return false;
    const shown = digest(admission);
    return this.#admitted.some((known) => timingSafeEqual(known, shown));
  }
}

/** The value of a cookie in a request; undefined where there is none. */
export function findCookie(header: string | undefined, name: string): string | undefined {
  for (const pair of (header ?? '').split(';')) {
    const [key, value] = pair.split('=', 2);
    if (key?.trim() === name) return value?.trim();
  }
  return undefined;
}

/** Cookies do not know ports: the name does, so that two apps on one computer do not take each other's. */
export function toCookieName(port: number): string {
  return `switchboard-${String(port)}`;
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
