import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createServiceClient } from '#main/api/client.ts';
import type { ServiceClient } from '#main/api/client.ts';
import { createApiClock } from '#main/api/clock.ts';
import { listen } from '#main/demo/listen.ts';
import type { Listening } from '#main/demo/listen.ts';
import { createDemoService } from '#main/demo/service.ts';
import type { DemoService } from '#main/demo/service.ts';

const HOUR_MS = 3_600_000;

describe('the clock of the demo service', () => {
  let demo: DemoService;
  let listening: Listening;
  let client: ServiceClient;
  let setBackMs = 0;

  beforeEach(async () => {
    demo = createDemoService({ chats: 2, messages: 4, contacts: 2, seed: 7 });
    listening = await listen(demo);
    const { baseUrl, webUrl } = listening;
    const { username, apiKey } = demo;
    setBackMs = 0;
    const clock = { ...createApiClock(), epochNow: () => Date.now() - setBackMs };
    client = createServiceClient({ baseUrl, webUrl, credentials: { username, apiKey }, userAgent: 'test', clock });
  });
  afterEach(async () => {
    await client.dispose();
    await listening.dispose();
    await demo.dispose();
  });

  const ask = async (times: number): Promise<void> => {
    for (let count = 0; count < times; count += 1) await client.getUser({ priority: 'user' });
  };
  const toSeconds = (ms: number | null): number => Math.round((ms ?? NaN) / 1_000);

  it('is measured from its answers, ahead or behind (API-15)', async () => {
    expect(client.clockSkewMs).toBeNull();
    demo.settings.skewMs = 90_000;
    await ask(3);
    expect([89, 90, 91]).toContain(toSeconds(client.clockSkewMs));
    demo.settings.skewMs = -HOUR_MS;
    await ask(3);
    expect([-3_601, -3_600, -3_599]).toContain(toSeconds(client.clockSkewMs));
  });

  it('is measured anew within three answers after the clock of this computer was set (API-15)', async () => {
    await ask(5);
    setBackMs = HOUR_MS;
    await ask(3);
    expect([3_599, 3_600, 3_601]).toContain(toSeconds(client.clockSkewMs));
  });
});
