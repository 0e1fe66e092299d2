/** Links of a text: web addresses, e-mail addresses, phone numbers. Pure. */
import { DOMAIN, WEB_ADDRESS } from '#shared/domain/web-address.ts';

export interface TextPiece {
  readonly text: string;
  /** What opens on a click; null for plain text. Always http, https, mailto or tel. */
  readonly url: string | null;
}

const MAIL = String.raw`(?<![\w.+-])[\w.+-]{1,64}@${DOMAIN}`;
const PHONE = String.raw`(?<![\d\p{L}.,:/-])(?:\+|0)\d[\d\u0020\u00a0().-]{5,20}\d(?![\d\p{L}:/])`;
const LINKS = new RegExp(`(?<mail>${MAIL})|(?<web>${WEB_ADDRESS})|(?<phone>${PHONE})`, 'giu');

const TRAILING = /[.,;:!?'"’”…\]}]+$/u;
const DATE_LIKE = /^\d{1,4}[-./ ]\d{1,2}[-./ ]\d{1,4}$/;

/** Cuts a text into plain pieces and links (addresses, e-mail addresses, phone numbers); joined, the pieces are the text. */
export function toTextPieces(text: string): TextPiece[] {
  const pieces: TextPiece[] = [];
  let end = 0;
  for (const match of text.matchAll(LINKS)) {
    const found = trimEnd(match[0]);
    const url = toUrl(found, match.groups ?? {});
    if (url === null) continue;
    if (match.index > end) pieces.push({ text: text.slice(end, match.index), url: null });
    pieces.push({ text: found, url });
    end = match.index + found.length;
  }
  if (end < text.length) pieces.push({ text: text.slice(end), url: null });
  return pieces;
}

function toUrl(found: string, kind: Readonly<Record<string, string | undefined>>): string | null {
  if (kind['mail'] !== undefined) return `mailto:${found}`;
  if (kind['phone'] !== undefined) return toPhoneUrl(found);
  const candidate = /^https?:/i.test(found) ? found : `https://${found}`;
  const url = URL.canParse(candidate) ? new URL(candidate) : null;
  if (url === null || !url.hostname.includes('.')) return null;
  return url.href;
}

function toPhoneUrl(found: string): string | null {
  const digits = found.replace(/\D/g, '');
  const fewest = found.startsWith('+') ? 7 : 9;
  if (digits.length < fewest || digits.length > 15 || DATE_LIKE.test(found)) return null;
  return `tel:${found.startsWith('+') ? '+' : ''}${digits}`;
}

/** Punctuation that ends the sentence is not part of the address; a closing bracket is when it was opened inside. */
function trimEnd(found: string): string {
  const trimmed = found.replace(TRAILING, '');
  const isUnbalanced = trimmed.endsWith(')') && count(trimmed, ')') > count(trimmed, '(');
  const kept = isUnbalanced ? trimmed.slice(0, -1) : trimmed;
  return kept === found ? kept : trimEnd(kept);
}

function count(text: string, character: string): number {
  return text.split(character).length - 1;
}

/** Those of the web, in their order. */
export function listWebLinks(text: string): { readonly shown: string; readonly url: string }[] {
  return toTextPieces(text).flatMap(({ text: shown, url }) => (url === null || !isWebUrl(url) ? [] : { shown, url }));
}

const isWebUrl = (url: string): boolean => /^https?:/.test(url);
