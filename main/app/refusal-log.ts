import type { RefusedRequest } from '#main/bridge/bridge.ts';
import type { Log } from '#main/platform/log.ts';

/** What happens to a healthy app; everything else deserves a look. */
const EXPECTED: ReadonlySet<string> = new Set([
  'offline',
  'timeout',
  'unauthorized',
  'forbidden',
  'not-found',
  'validation',
  'rate-limited',
  'maintenance',
  'not-this-service',
  'cancelled',
  'disconnected',
  'reopening',
]);

/** One line for a request that was refused or failed, with its name, the code that the window is told, and the cause. */
export function logRefusal(log: Log, { operation, code, error, fields }: RefusedRequest): void {
  const line = { operation, told: code, ...(fields.length === 0 ? {} : { fields: fields.join(', ') }) };
  // A page that asks for what the contract does not have is a bug of the page.
  if (error === null) log.warn('request.misfit', { ...line, code });
  else if (EXPECTED.has(code)) log.info('request.refused', line, error);
  else log.warn('request.failed', line, error);
}
