import { createTransport, type TransportOptions } from '#main/api/transport.ts';
import type { Probe } from '#main/services/live-updates/tunnel-check.ts';

const ROW = 'test of the way to this computer';
/** Whoever asks ends it sooner. */
const TIMEOUT_MS = 30_000;
/** What is answered is of no interest. */
const MAX_BYTES = 64 * 1024;

/** The app's own way into the web, by the desktop's proxy where it has one; leads to any address, with no credentials. */
export function createProbe(options: Pick<TransportOptions, 'userAgent' | 'resolveProxy'>): Probe {
  const transport = createTransport(options);
  return {
    async send({ method, url, body, signal }) {
      const headers: Record<string, string> = body === null ? {} : { 'content-type': 'application/json' };
      const common = { row: ROW, timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES, signal };
      const { status } = await transport.send({ ...common, method, url: new URL(url), headers, body });
      return status;
    },
    dispose: () => transport.dispose(),
  };
}
