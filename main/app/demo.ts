import path from 'node:path';
import { listen } from '#main/demo/listen.ts';
import { createDemoService } from '#main/demo/service.ts';
import type { Log } from '#main/platform/log.ts';
import type { DemoService } from '#main/services/account/ports.ts';

/** Mounts the embedded demo service on a free loopback port, with people who talk and scheduled texts; its state is kept in the data folder. */
export async function startDemoService(needs: {
  readonly dataFolder: string;
  readonly log: Log;
}): Promise<DemoService> {
  const service = createDemoService({
    live: true,
    schedules: true,
    dataDir: path.join(needs.dataFolder, 'demo-service'),
    onProblem: (sentence) => needs.log.warn('demo.problem', { sentence }),
  });
  const listening = await listen(service);
  const { baseUrl, webUrl } = listening;
  return {
    credentials: { baseUrl, webUrl, username: service.username, apiKey: service.apiKey },
    dispose: async () => {
      await listening.dispose();
      await service.dispose();
    },
  };
}
