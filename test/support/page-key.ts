/** A page's part at the door of the browser host, for tests without a page; by Node's HMAC, not by the page's own. */
import { createHmac, randomBytes } from 'node:crypto';
import {
  ENTRY_PATH,
  formatSignature,
  pageKeySchema,
  toProofText,
  toSignedText,
  type OpenFrame,
  type PageKey,
  type SignedRequest,
} from '#shared/contract/index.ts';
import * as v from 'valibot';

const toMac = (secret: string, text: string): string => createHmac('sha256', secret).update(text).digest('hex');

/** Trades the token of the address that the terminal shows. Rejects when it opens nothing. */
export async function enterPage(address: string): Promise<PageKey> {
  const { origin, searchParams } = new URL(address);
  const response = await fetch(`${origin}${ENTRY_PATH}`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify({ token: searchParams.get('token') ?? '' }),
  });
  if (!response.ok) throw new Error(`The token was refused with ${String(response.status)}`);
  return v.parse(pageKeySchema, await response.json());
}

export function toSignature({ pageId, secret }: PageKey, signed: SignedRequest): string {
  return formatSignature({ pageId, atMs: signed.atMs, mac: toMac(secret, toSignedText(signed)) });
}

/** What the page answers to main's first frame. */
export function toOpenFrame({ pageId, secret }: PageKey, said: { readonly host: string; readonly mainNonce: string }) {
  const nonce = randomBytes(16).toString('hex');
  const proof = toMac(secret, toProofText({ by: 'page', ...said, pageNonce: nonce }));
  return { type: 'open', pageId, nonce, proof } satisfies OpenFrame;
}

/** Where a page keeps its secret: what an init script puts there lets any page of that origin in. */
export const STORED_AS = 'switchboard.page';
