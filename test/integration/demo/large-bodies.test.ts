import { request } from 'node:http';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { listen } from '#main/demo/listen.ts';
import type { Listening } from '#main/demo/listen.ts';
import { toControl } from '#main/demo/steering/control.ts';
import { createSteeredService } from '#main/demo/steering/steered-service.ts';
import type { SteeredService } from '#main/demo/steering/steered-service.ts';

const MB = 1_024 * 1_024;
const open: { dispose(): Promise<void> }[] = [];

afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.dispose();
});

async function start(bodyMs?: number): Promise<{ service: SteeredService; listening: Listening }> {
  const service = createSteeredService();
  const listening = await listen(service, { control: toControl(service), ...(bodyMs === undefined ? {} : { bodyMs }) });
  open.push(service, listening);
  return { service, listening };
}

function toBasic(service: SteeredService): Record<string, string> {
  return { authorization: `Basic ${Buffer.from(`${service.username}:${service.apiKey}`).toString('base64')}` };
}

async function upload(url: string, bytes: number, headers: Record<string, string>) {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)]), 'plan.pdf');
  const answer = await fetch(`${url}/api/v2/messages/attachment`, { method: 'POST', headers, body: form });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

describe('a body larger than any upload', () => {
  it.each([10 * MB + 1, 12 * MB, 13 * MB, 40 * MB])(
    'of %i bytes is read to its end and refused with a 400 in JSON',
    async (bytes) => {
      const { service, listening } = await start();
      const { status, body } = await upload(listening.baseUrl, bytes, toBasic(service));
      expect(status).toBe(400);
      expect(body).toMatchObject({ code: 400, message: 'Validation Failed' });
      expect(service.world.uploads.rows).toEqual([]);
      expect(service.seen.at(-1)).toMatchObject({ path: '/api/v2/messages/attachment', status: 400 });
      const ping = await fetch(`${listening.baseUrl}/api/v2/ping`, { headers: toBasic(service) });
      expect(ping.status).toBe(200);
    },
    20_000,
  );

  it('is refused for its credentials first', async () => {
    const { listening } = await start();
    expect((await upload(listening.baseUrl, 13 * MB, {})).status).toBe(401);
  });

  it('to the control paths is refused too', async () => {
    const { listening } = await start();
    const answer = await fetch(`${listening.baseUrl}/control/faults`, {
      ...{ method: 'POST', headers: { 'x-demo-control': '1' }, body: new Uint8Array(13 * MB) },
    });
    expect(answer.status).toBe(400);
  });

  it('that has no end is broken off', async () => {
    const { service, listening } = await start();
    const piece = new Uint8Array(MB);
    const sending = post(listening, service);
    let sent = 0;
    const send = (): void => {
      if (sent > 200 || sending.asked.destroyed) return;
      sent += 1;
      sending.asked.write(piece, send);
    };
    send();
    await expect(sending.answer).rejects.toThrow();
    expect(sent).toBeLessThan(100);
  }, 20_000);

  it('or that does not come is ended after its time', async () => {
    const { service, listening } = await start(200);
    const sending = post(listening, service);
    sending.asked.write('{"text":');
    await expect(sending.answer).resolves.toBe(408);
    expect(service.seen).toEqual([]);
  });
});

/** Begins to post a body of no known length. */
function post(listening: Listening, service: SteeredService): { asked: ClientRequest; answer: Promise<number> } {
  const headers = { ...toBasic(service), 'content-type': 'application/json' };
  const asked = request(`${listening.baseUrl}/api/v2/messages`, { method: 'POST', headers });
  const answer = new Promise<number>((resolve, reject) => {
    asked.on('error', reject);
    asked.on('response', (response: IncomingMessage) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
  });
  return { asked, answer };
}
