/** Real tunnels to a local HTTP server of the test. */
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createTunnels, type TunnelWorld } from '#main/webhooks/tunnel/create-tunnels.ts';
import type { Tunnel, TunnelOptions, Tunnels } from '#main/webhooks/tunnel/ports.ts';
import type { TunnelChoice, TunnelView } from '#shared/contract/index.ts';

type Consent = Pick<TunnelWorld, 'allowedCommand' | 'askToRun'>;

export class TunnelsToServer {
  readonly folder: string;
  readonly env: Record<string, string>;
  /** Port of the server that tunnels lead to. */
  readonly port: number;
  /** Bodies that the server received. */
  readonly arrived: string[] = [];
  readonly troubles: unknown[] = [];
  readonly #server: Server;
  readonly #opened: Tunnel[] = [];

  private constructor(folder: string, server: Server) {
    this.folder = folder;
    this.#server = server;
    this.port = (server.address() as AddressInfo).port;
    this.env = { PATH: `${path.dirname(process.execPath)}:/usr/bin:/bin` };
    server.on('request', (request, response) => {
      request.setEncoding('utf8');
      let body = '';
      request.on('data', (chunk: string) => (body += chunk));
      request.on('end', () => {
        this.arrived.push(body);
        response.end(`got ${String(body.length)}`);
      });
    });
  }

  static async open(): Promise<TunnelsToServer> {
    const server = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    return new TunnelsToServer(await mkdtemp(path.join(tmpdir(), 'sb-tunnel-')), server);
  }

  /** Tunnels as after a start of the app, with the consent of its configuration. */
  createTunnels({ allowedCommand = null, askToRun = () => null }: Partial<Consent> = {}): Tunnels {
    return createTunnels({
      ...{ allowedCommand, askToRun },
      env: this.env,
      platform: process.platform === 'darwin' ? 'macos' : 'linux',
      homeFolder: this.folder,
      dataFolder: this.folder,
      now: Date.now,
      random: () => 0,
      onTrouble: (error) => void this.troubles.push(error),
    });
  }

  create(
    choice: TunnelChoice,
    changes: Partial<TunnelOptions> = {},
    tunnels = this.createTunnels({ allowedCommand: choice.kind === 'command' ? choice.commandLine : null }),
  ): { tunnel: Tunnel; seen: TunnelView[] } {
    const seen: TunnelView[] = [];
    const tunnel = tunnels.create({
      ...{ choice, port: this.port, isLocalService: true, trustedFingerprint: null },
      onChange: () => void seen.push(tunnel.status.view),
      ...changes,
    });
    this.#opened.push(tunnel);
    return { tunnel, seen };
  }

  async dispose(): Promise<void> {
    for (const tunnel of this.#opened) await tunnel.dispose();
    this.#server.closeAllConnections();
    this.#server.close();
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** Posts a body; resolves with the text of the answer. */
export async function post(url: string, body: string): Promise<string> {
  const response = await fetch(url, { method: 'POST', body, signal: AbortSignal.timeout(60_000) });
  return await response.text();
}
