import type { App } from '#renderer/app/app.svelte.ts';

/** A text was written with it. */
export async function noteUse(app: Pick<App, 'requestIds' | 'bridge'>, key: string): Promise<void> {
  await app.requestIds.run(`templates.used\n${key}\n${crypto.randomUUID()}`, (requestId) =>
    app.bridge.request('templates.used', { requestId, key }),
  );
}
