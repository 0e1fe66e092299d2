/** Where callbacks come in: `/switchboard/in/<secret>` and `/switchboard/out/<secret>`. */
import { timingSafeEqual } from 'node:crypto';
import { assert } from '#shared/lib/assert.ts';
import type { CallbackDirection } from '#shared/domain/callbacks.ts';
import type { ReceiverOptions } from './ports.ts';

const ROOT = 'switchboard';

/**
 * Tells which direction an address of a request is for; undefined where it is none of ours. Only the last three parts
 * count: a public address may have a path of its own, which a tunnel may strip or not.
 */
export function createAddressBook(
  secrets: ReceiverOptions['secrets'],
): (url: string | undefined) => CallbackDirection | undefined {
  const known = { in: Buffer.from(secrets.in), out: Buffer.from(secrets.out) };
  assert(known.in.length > 0 && known.out.length > 0, 'An address without a secret is open to everybody');
  return (url = '') => {
    const [root, direction, secret = ''] = (url.split('?', 1)[0] ?? '').split('/').slice(-3);
    if (root !== ROOT || (direction !== 'in' && direction !== 'out')) return undefined;
    const [given, wanted] = [Buffer.from(secret), known[direction]];
    // Only what has the right length is compared, in the same time however much of it is right (HOOK-2).
    return given.length === wanted.length && timingSafeEqual(given, wanted) ? direction : undefined;
  };
}
