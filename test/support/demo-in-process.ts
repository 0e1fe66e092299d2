/** The demo service in the process of the test: it outlives every kill of the app, and the test can read its state. */
import { listen, type Listening } from '#main/demo/listen.ts';
import type { DemoOptions } from '#main/demo/service.ts';
import { toControl } from '#main/demo/steering/control.ts';
import { createSteeredService } from '#main/demo/steering/steered-service.ts';
import type { SteeredService } from '#main/demo/steering/steered-service.ts';
import type { ServiceAccount } from '#test/e2e/support/programs.ts';

export interface DemoInProcess {
  readonly demo: SteeredService;
  readonly listening: Listening;
  readonly account: ServiceAccount;
  stop(): Promise<void>;
}

export async function startDemoInProcess(options: DemoOptions): Promise<DemoInProcess> {
  const demo = createSteeredService(options);
  const listening = await listen(demo, { control: toControl(demo) });
  const { baseUrl, webUrl } = listening;
  const { username, apiKey } = demo;
  const stop = async (): Promise<void> => {
    await listening.dispose();
    await demo.dispose();
  };
  return { demo, listening, account: { baseUrl, webUrl, username, apiKey }, stop };
}
