import { timingSafeEqual } from 'node:crypto';
import { toBytes } from './http.ts';

interface Credentials {
  readonly username: string;
  readonly apiKey: string;
}

function parseBasic(header: string): Credentials | undefined {
  const match = /^basic\s+([a-z0-9+/=]+)$/i.exec(header.trim());
  if (match?.[1] === undefined) return undefined;
  const text = Buffer.from(match[1], 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return colon < 0 ? undefined : { username: text.slice(0, colon), apiKey: text.slice(colon + 1) };
}

function isSame(a: string, b: string): boolean {
  const [left, right] = [toBytes(a), toBytes(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** Whether a request carries the account's credentials, in the two headers or as HTTP Basic. */
export function isAuthentic(headers: Readonly<Record<string, string>>, account: Credentials): boolean {
  const username = headers['x-tm-username'];
  const apiKey = headers['x-tm-key'];
  const given =
    username !== undefined && apiKey !== undefined ? { username, apiKey } : parseBasic(headers['authorization'] ?? '');
  return given !== undefined && isSame(given.username, account.username) && isSame(given.apiKey, account.apiKey);
}
