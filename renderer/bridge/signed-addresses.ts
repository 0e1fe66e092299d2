import { SIGNATURE_PARAMETER, type PageKey } from '#shared/contract/index.ts';
import { toSignature } from './signing.ts';

/** Half of what an address opens for: a picture that is drawn with one has the other half to be fetched. */
const USED_FOR_MS = 5 * 60_000;
const MOST_KEPT = 2_000;

/** What main said when it let this page in. */
export interface Admission {
  readonly key: PageKey;
  readonly epoch: string;
  /** How far main's clock is ahead of this one. */
  readonly aheadMs: number;
}

/**
 * Addresses of pictures and files that open for a few minutes. The same picture keeps its address as long as it may, so
 * that a row that is drawn again does not fetch it again.
 */
export class SignedAddresses {
  readonly #now: () => number;
  readonly #kept = new Map<string, { readonly address: string; readonly atMs: number }>();
  #admission: Admission | null = null;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** From now on main knows this page so; earlier addresses open nothing any more. */
  admit(admission: Admission): void {
    const { key, epoch } = admission;
    if (this.#admission?.epoch !== epoch || this.#admission.key.pageId !== key.pageId) this.#kept.clear();
    this.#admission = admission;
  }

  startEpoch(epoch: string): void {
    if (this.#admission !== null) this.admit({ ...this.#admission, epoch });
  }

  /** A bare path before main has let the page in: it opens nothing. */
  toAddress(path: string): string {
    const now = this.#now();
    const kept = this.#kept.get(path);
    if (kept !== undefined && now >= kept.atMs && now < kept.atMs + USED_FOR_MS) return kept.address;
    const signature = this.sign('GET', path);
    if (signature === null) return path;
    if (this.#kept.size >= MOST_KEPT) this.#kept.clear();
    const address = `${path}?${SIGNATURE_PARAMETER}=${signature}`;
    this.#kept.set(path, { address, atMs: now });
    return address;
  }

  sign(method: 'GET' | 'POST', path: string): string | null {
    if (this.#admission === null) return null;
    const { key, epoch, aheadMs } = this.#admission;
    return toSignature(key, { method, path, epoch, atMs: this.#now() + aheadMs });
  }
}
