/** The client without its endpoints: calls as `Caller` makes them, over real sockets. */
import { onTestFinished as onThisTestFinished } from 'vitest';
import type { TestContext } from 'vitest';
import { CALL_LIMITS, Caller } from '#main/api/call.ts';
import type { CallLimits } from '#main/api/call.ts';
import { createApiClock } from '#main/api/clock.ts';
import { createAuthorizer } from '#main/api/credentials.ts';
import type { Credentials } from '#main/api/credentials.ts';
import { Gate } from '#main/api/gate.ts';
import { ClockSkew } from '#main/api/network/clock-skew.ts';
import { Limiter } from '#main/api/limiter.ts';
import { createTransport } from '#main/api/transport.ts';

export interface EngineOptions {
  readonly baseUrl: string;
  readonly credentials?: Credentials;
  readonly limits?: Partial<CallLimits>;
  readonly extraCertificates?: readonly string[];
  /** Of a test that runs beside others, which the runner cannot find out by itself. */
  readonly onTestFinished?: TestContext['onTestFinished'];
}

/** Starts one for this test; it ends with the test. */
export function startEngine(options: EngineOptions) {
  const { baseUrl, credentials, limits, extraCertificates, onTestFinished = onThisTestFinished } = options;
  const url = new URL(baseUrl);
  const clock = createApiClock();
  const transport = createTransport({ userAgent: 'Switchboard/test', extraCertificates });
  const limiter = new Limiter({ clock });
  onTestFinished(async () => {
    limiter.dispose();
    await transport.dispose();
  });
  const authorizer = createAuthorizer(url.origin, credentials ?? { username: 'northgate-vets', apiKey: 'k3y' });
  const gate = new Gate({ baseUrl: url, transport, limiter, authorizer, clock, skew: new ClockSkew() });
  return { limiter, caller: new Caller({ baseUrl: url, gate, clock, limits: { ...CALL_LIMITS, ...limits } }) };
}
