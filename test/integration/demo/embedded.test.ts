import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startDemoService } from '#main/app/demo.ts';
import { createLog } from '#main/platform/log.ts';
import type { DemoService } from '#main/services/account/ports.ts';

let folder = '';
let demo: DemoService;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'demo-embedded-'));
  const log = createLog({ folder, now: () => Date.now(), stderr: () => undefined });
  demo = await startDemoService({ dataFolder: folder, log });
});

afterEach(async () => {
  await demo.dispose();
  await rm(folder, { recursive: true, force: true });
});

describe('the demo service inside the app', () => {
  it('cannot be steered: the control paths are pages that do not exist', async () => {
    const { baseUrl, username, apiKey } = demo.credentials;
    const headers = { 'x-demo-control': '1', 'content-type': 'application/json' };
    expect((await fetch(`${baseUrl}/control/state`, { headers })).status).toBe(404);
    const body = JSON.stringify({ faults: [{ kind: 'status', status: 500 }] });
    expect((await fetch(`${baseUrl}/control/faults`, { method: 'POST', headers, body })).status).toBe(404);
    const own = { 'x-tm-username': username, 'x-tm-key': apiKey };
    expect((await fetch(`${baseUrl}/api/v2/ping`, { headers: own })).status).toBe(200);
  });
});
