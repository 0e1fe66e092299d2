/**
 * Who may come in: a token from the terminal is traded once for a page secret; from then on the page proves that it has it.
 *
 * GATE-1 a token opens once. The next one is made when it is asked for, and there is never more than one.
 * GATE-2 tokens and proofs are compared as digests, in constant time.
 * GATE-3 the pages let in are bounded, in number and in days without a visit: the one that was away longest has to ask
 *        again, one that is connected only where all of them are.
 * GATE-4 a signed address opens one path for ten minutes, and none that was signed before the account last changed.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';
import {
  NO_EPOCH,
  pageKeySchema,
  toProofText,
  toSignedText,
  type PageKey,
  type Signature,
} from '#shared/contract/index.ts';

const MOST_PAGES = 20;
const FORGOTTEN_AFTER_MS = 30 * 24 * 60 * 60_000;
const ADDRESS_OPENS_FOR_MS = 10 * 60_000;
/** The page learns main's clock over the line, which takes a moment. */
const CLOCKS_DIFFER_BY_MS = 5_000;

/** What outlives a run: a page that was left open finds the next one again. */
export const keptPagesSchema = v.array(v.object({ ...pageKeySchema.entries, seenAt: v.number() }));
export type KeptPages = v.InferOutput<typeof keptPagesSchema>;

export interface GateNeeds {
  readonly createToken: () => string;
  readonly now: () => number;
  /** Of earlier runs, the one that came first first. */
  readonly kept: KeptPages;
  readonly keep: (pages: KeptPages) => void;
}

interface Proof {
  readonly pageId: string;
  readonly host: string;
  readonly mainNonce: string;
  readonly pageNonce: string;
}

export class Gate {
  readonly #needs: GateNeeds;
  #pages: KeptPages;
  /** The lines of those that are connected, by what ends them. */
  readonly #lines = new Map<() => void, string>();
  #token: string | null = null;
  #epoch: string;

  constructor(needs: GateNeeds) {
    this.#needs = needs;
    this.#epoch = needs.createToken();
    const since = needs.now() - FORGOTTEN_AFTER_MS;
    this.#pages = needs.kept.filter(({ seenAt }) => seenAt > since).slice(-MOST_PAGES);
  }

  /** The token that is good at the moment. */
  get token(): string {
    this.#token ??= this.#needs.createToken();
    return this.#token;
  }

  isGood(token: string): boolean {
    return this.#token !== null && isEqual(token, this.#token);
  }

  /** Spends the token for what the page keeps; undefined for a spent or wrong one. */
  enter(token: string): PageKey | undefined {
    if (!this.isGood(token)) return undefined;
    this.#token = null;
    const key = { pageId: this.#needs.createToken(), secret: this.#needs.createToken() };
    this.#makeRoom();
    this.#pages = [...this.#pages, { ...key, seenAt: this.#needs.now() }];
    this.#needs.keep(this.#pages);
    return key;
  }

  /** What main proves itself with to a page that proved itself; undefined where the page did not. */
  prove(page: Proof, proof: string): string | undefined {
    const known = this.#find(page.pageId);
    if (known === undefined || !isEqual(proof, toMac(known.secret, toProofText({ by: 'page', ...page }))))
      return undefined;
    this.#see(page.pageId);
    return toMac(known.secret, toProofText({ by: 'main', ...page }));
  }

  /** The page is connected until the returned end; `onForgotten` ends its line when main knows it no more. */
  attend(pageId: string, onForgotten: () => void): () => void {
    this.#lines.set(onForgotten, pageId);
    return () => {
      if (this.#lines.delete(onForgotten)) this.#see(pageId);
    };
  }

  isSigned(request: { readonly method: string; readonly path: string }, signature: Signature | undefined): boolean {
    if (signature === undefined) return false;
    const { atMs, mac } = signature;
    const now = this.#needs.now();
    const isInTime = atMs > now - ADDRESS_OPENS_FOR_MS && atMs < now + CLOCKS_DIFFER_BY_MS;
    const known = this.#find(signature.pageId);
    if (!isInTime || known === undefined) return false;
    return isEqual(mac, toMac(known.secret, toSignedText({ ...request, epoch: this.#epoch, atMs })));
  }

  /** Whether a page of ours asks, whenever it signed that: all that it learns is this. */
  isKnown(request: { readonly method: string; readonly path: string }, signature: Signature | undefined): boolean {
    const known = signature === undefined ? undefined : this.#find(signature.pageId);
    if (signature === undefined || known === undefined) return false;
    const { atMs, mac } = signature;
    return isEqual(mac, toMac(known.secret, toSignedText({ ...request, epoch: NO_EPOCH, atMs })));
  }

  /** What signatures are made for at the moment: another one in each run and for each account. */
  get epoch(): string {
    return this.#epoch;
  }

  /** What was signed until now opens nothing any more. */
  startEpoch(): void {
    this.#epoch = this.#needs.createToken();
  }

  #see(pageId: string): void {
    this.#pages = this.#pages.map((one) => (one.pageId === pageId ? { ...one, seenAt: this.#needs.now() } : one));
    this.#needs.keep(this.#pages);
  }

  #makeRoom(): void {
    if (this.#pages.length < MOST_PAGES) return;
    const connected = new Set(this.#lines.values());
    const [last] = this.#pages.toSorted(
      (one, other) =>
        Number(connected.has(one.pageId)) - Number(connected.has(other.pageId)) || one.seenAt - other.seenAt,
    );
    this.#pages = this.#pages.filter((page) => page !== last);
    for (const [end, pageId] of [...this.#lines]) if (pageId === last?.pageId) end();
  }

  #find(pageId: string): PageKey | undefined {
    return this.#pages.find((page) => isEqual(page.pageId, pageId));
  }
}

function toMac(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('hex');
}

function isEqual(one: string, other: string): boolean {
  return timingSafeEqual(digest(one), digest(other));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
