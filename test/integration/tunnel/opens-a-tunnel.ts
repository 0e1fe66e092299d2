/** Run as a bundle: opens the tunnel of its one argument, says how it stands once that is clear, and ends it. */
import { createTunnels } from '#main/webhooks/tunnel/create-tunnels.ts';
import type { TunnelOptions } from '#main/webhooks/tunnel/ports.ts';

const wish = JSON.parse(process.argv[2] ?? '') as Omit<TunnelOptions, 'onChange'> & { readonly folder: string };

const tunnel = createTunnels({
  env: {},
  platform: 'linux',
  homeFolder: wish.folder,
  dataFolder: wish.folder,
  allowedCommand: null,
  askToRun: () => null,
  now: Date.now,
  random: Math.random,
  onTrouble: (error) => process.stderr.write(`${String(error)}\n`),
}).create({ ...wish, onChange: () => void report() });

async function report(): Promise<void> {
  const { view, publicUrl } = tunnel.status;
  if (view.state === 'starting') return;
  const answer = publicUrl === null ? null : await fetch(publicUrl, { method: 'POST', body: 'packed' });
  await tunnel.dispose();
  process.stdout.write(JSON.stringify({ state: view.state, fault: view.fault, answer: await answer?.text() }));
}
