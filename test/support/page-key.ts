/** The page's part of the sign-in to the browser host, for tests without a page. It uses Node's HMAC, not the page's own. */
import { createHmac, randomBytes } from 'node:crypto';
import * as v from 'valibot';
import {
  type PageKey,
  ENTRY_PATH,
  formatSignature,
  pageKeySchema,
  toProofText,
  toSignedText,
  type OpenFrame,
  type SignedRequest,
} from '#shared/contract/index.ts';

/** A browser context of either Playwright package. */
interface Context {
  addInitScript(
    script: (stored: { origin: string; name: string; value: string }) => void,
    stored: { origin: string; name: string; value: string },
  ): Promise<unknown>;
}

/** Stores the key in each page of that origin, as the address from the terminal does. */
export async function storePageKey(context: Context, origin: string, key: PageKey): Promise<void> {
  const stored = { origin, name: STORED_AS, value: JSON.stringify(key) };
  await context.addInitScript(({ origin: own, name, value }) => {
    if (location.origin === own) sessionStorage.setItem(name, value);
  }, stored);
}

const toMac = (secret: string, text: string): string => createHmac('sha256', secret).update(text).digest('hex');

/** Exchanges the token of the address for a page key. Rejects when the token is refused. */
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

/** The key of `sessionStorage` under which a page keeps its secret. */
export const STORED_AS = 'switchboard.page';
