import { onTestFinished, type TestContext } from 'vitest';
import { CALL_LIMITS, Caller, type CallLimits } from '#main/api/call.ts';
import { createApiClock } from '#main/api/clock.ts';
import { createAuthorizer, type Credentials } from '#main/api/credentials.ts';
import { Gate } from '#main/api/gate.ts';
import { ClockSkew } from '#main/api/network/clock-skew.ts';
import { Limiter } from '#main/api/limiter.ts';
import { createTransport } from '#main/api/transport.ts';

export interface EngineOptions {
  readonly baseUrl: string;
  readonly credentials?: Credentials;
  readonly limits?: Partial<CallLimits>;
  readonly extraCertificates?: readonly string[];
}

export function createEngine({ baseUrl, credentials, limits, extraCertificates }: EngineOptions) {
  const url = new URL(baseUrl);
  const clock = createApiClock();
  const transport = createTransport({ userAgent: 'Switchboard/test', extraCertificates });
  const limiter = new Limiter({ clock });
  const authorizer = createAuthorizer(url.origin, credentials ?? { username: 'northgate-vets', apiKey: 'k3y' });
  const gate = new Gate({ baseUrl: url, transport, limiter, authorizer, clock, skew: new ClockSkew() });
  return {
    limiter,
    caller: new Caller({ baseUrl: url, gate, clock, limits: { ...CALL_LIMITS, ...limits } }),
    dispose: async (): Promise<void> => {
      limiter.dispose();
      await transport.dispose();
    },
  };
}

/**
 * Starts a client for this test; it ends with the test. A test that runs beside others hands over its context, which
 * the runner cannot find by itself then.
 */
export function startEngine(options: EngineOptions, context: Pick<TestContext, 'onTestFinished'> = { onTestFinished }) {
  const { dispose, ...engine } = createEngine(options);
  context.onTestFinished(dispose);
  return engine;
}
