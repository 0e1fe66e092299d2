import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { formatSignature, toSignedText, type PageKey, type SignedRequest } from '#shared/contract/index.ts';

/** In one go: a picture has its address in the frame that draws it, which the browser's own HMAC, a promise, would not give. */
export function toMac(secret: string, text: string): string {
  const encoder = new TextEncoder();
  return bytesToHex(hmac(sha256, encoder.encode(secret), encoder.encode(text)));
}

/** What a request shows instead of the secret. */
export function toSignature({ pageId, secret }: PageKey, signed: SignedRequest): string {
  return formatSignature({ pageId, atMs: signed.atMs, mac: toMac(secret, toSignedText(signed)) });
}
