/**
 * The pages that may use the app: each trades a token from the terminal once for a page secret, and from then on proves that
 * it has it.
 *
 * PAGES-1 a token opens once. The next one is created on demand, and there is never more than one.
 * PAGES-2 tokens and proofs are compared as digests, in constant time.
 * PAGES-3 the number of pages and the days without a visit are bounded: of too many, the page that was away longest has to
 *         enter again, a connected one only where all are connected.
 * PAGES-4 a signed address opens one path for ten minutes, and none that was signed before the account last changed.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import path from 'node:path';
import * as v from 'valibot';
import {
  NO_EPOCH,
  pageKeySchema,
  toProofText,
  toSignedText,
  type PageKey,
  type Signature,
} from '#shared/contract/index.ts';
import { findJson, saveJson } from '#main/platform/files.ts';

const MAX_PAGES = 20;
const FORGET_AFTER_MS = 30 * 24 * 60 * 60_000;
const SIGNATURE_VALID_FOR_MS = 10 * 60_000;
/** The page learns main's clock over the connection, which takes a moment. */
const MAX_CLOCK_SKEW_MS = 5_000;

/** Kept across runs: a page that was left open reconnects to the next run. */
const keptPagesSchema = v.array(v.object({ ...pageKeySchema.entries, seenAt: v.number() }));
export type KeptPages = v.InferOutput<typeof keptPagesSchema>;

export interface BrowserSessionsNeeds {
  readonly createToken: () => string;
  readonly now: () => number;
  /** Pages of earlier runs, the oldest first. */
  readonly kept: KeptPages;
  readonly keep: (pages: KeptPages) => void;
}

interface Proof {
  readonly pageId: string;
  readonly host: string;
  readonly mainNonce: string;
  readonly pageNonce: string;
}

export class BrowserSessions {
  readonly #needs: BrowserSessionsNeeds;
  #pages: KeptPages;
  /** The page of each connection, by the function that ends it. */
  readonly #connections = new Map<() => void, string>();
  #token: string | null = null;
  #epoch: string;

  constructor(needs: BrowserSessionsNeeds) {
    this.#needs = needs;
    this.#epoch = needs.createToken();
    const since = needs.now() - FORGET_AFTER_MS;
    this.#pages = needs.kept.filter(({ seenAt }) => seenAt > since).slice(-MAX_PAGES);
  }

  /** The token that opens the app now. */
  get token(): string {
    this.#token ??= this.#needs.createToken();
    return this.#token;
  }

  isGood(token: string): boolean {
    return this.#token !== null && isEqual(token, this.#token);
  }

  /** Trades the token for the key that the page keeps; undefined for a spent or wrong one. */
  enter(token: string): PageKey | undefined {
    if (!this.isGood(token)) return undefined;
    this.#token = null;
    const key = { pageId: this.#needs.createToken(), secret: this.#needs.createToken() };
    this.#makeRoom();
    this.#pages = [...this.#pages, { ...key, seenAt: this.#needs.now() }];
    this.#needs.keep(this.#pages);
    return key;
  }

  /** Main's own proof for a page that proved itself; undefined where it did not. */
  prove(page: Proof, proof: string): string | undefined {
    const known = this.#find(page.pageId);
    if (known === undefined || !isEqual(proof, toMac(known.secret, toProofText({ by: 'page', ...page }))))
      return undefined;
    this.#see(page.pageId);
    return toMac(known.secret, toProofText({ by: 'main', ...page }));
  }

  /** The page is connected until the returned function is called; `onForgotten` ends its connection when the page is forgotten. */
  attend(pageId: string, onForgotten: () => void): () => void {
    this.#connections.set(onForgotten, pageId);
    return () => {
      if (this.#connections.delete(onForgotten)) this.#see(pageId);
    };
  }

  isSigned(request: { readonly method: string; readonly path: string }, signature: Signature | undefined): boolean {
    if (signature === undefined) return false;
    const { atMs, mac } = signature;
    const now = this.#needs.now();
    const isInTime = atMs > now - SIGNATURE_VALID_FOR_MS && atMs < now + MAX_CLOCK_SKEW_MS;
    const known = this.#find(signature.pageId);
    if (!isInTime || known === undefined) return false;
    return isEqual(mac, toMac(known.secret, toSignedText({ ...request, epoch: this.#epoch, atMs })));
  }

  /** Whether the signature is of a known page, however old it is: the answer reveals nothing else. */
  isKnown(request: { readonly method: string; readonly path: string }, signature: Signature | undefined): boolean {
    const known = signature === undefined ? undefined : this.#find(signature.pageId);
    if (signature === undefined || known === undefined) return false;
    const { atMs, mac } = signature;
    return isEqual(mac, toMac(known.secret, toSignedText({ ...request, epoch: NO_EPOCH, atMs })));
  }

  /** Signatures are made for one epoch: each run and each account has its own. */
  get epoch(): string {
    return this.#epoch;
  }

  /** Invalidates every signature made until now. */
  startEpoch(): void {
    this.#epoch = this.#needs.createToken();
  }

  #see(pageId: string): void {
    this.#pages = this.#pages.map((one) => (one.pageId === pageId ? { ...one, seenAt: this.#needs.now() } : one));
    this.#needs.keep(this.#pages);
  }

  #makeRoom(): void {
    if (this.#pages.length < MAX_PAGES) return;
    const connected = new Set(this.#connections.values());
    const [last] = this.#pages.toSorted(
      (one, other) =>
        Number(connected.has(one.pageId)) - Number(connected.has(other.pageId)) || one.seenAt - other.seenAt,
    );
    this.#pages = this.#pages.filter((page) => page !== last);
    for (const [end, pageId] of [...this.#connections]) if (pageId === last?.pageId) end();
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

/**
 * The page secrets in the data folder, readable by this user only, so that a page that was left open reconnects to the next
 * run on its port. A program that can read this file can read the messages beside it.
 */
export class PagesFile {
  readonly #file: string;
  readonly #onBug: (error: unknown) => void;
  #saving: Promise<void> = Promise.resolve();

  constructor(dataFolder: string, onBug: (error: unknown) => void) {
    this.#file = path.join(dataFolder, 'pages.json');
    this.#onBug = onBug;
  }

  async read(): Promise<KeptPages> {
    return (await findJson(this.#file, keptPagesSchema)) ?? [];
  }

  /** One after another. A page whose secret could not be saved has to enter again after a restart, nothing worse. */
  save(pages: KeptPages): void {
    this.#saving = this.#saving.then(() => saveJson(this.#file, pages)).catch((error: unknown) => this.#onBug(error));
  }

  /** Resolves when all is on disk. */
  async settle(): Promise<void> {
    await this.#saving;
  }
}
