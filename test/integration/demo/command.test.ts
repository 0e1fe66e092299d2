import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { toNodeCommand } from '#main/start/node-args.mjs';

const COMMAND = fileURLToPath(new URL('../../../main/demo/command.ts', import.meta.url));
const running = new Set<ChildProcess>();

afterEach(() => {
  for (const child of running) child.kill('SIGKILL');
});

function run(args: readonly string[]) {
  const [node = '', ...nodeArgs] = toNodeCommand(COMMAND, args);
  const child = spawn(node, nodeArgs, { stdio: ['ignore', 'pipe', 'pipe'] });
  running.add(child);
  const output = { out: '', error: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output.out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output.error += text));
  const ended = once(child, 'close').then(([code]: unknown[]) => {
    running.delete(child);
    return code as number | null;
  });
  return { child, output, ended };
}

interface Address {
  readonly baseUrl: string;
  readonly webUrl: string;
  readonly username: string;
  readonly apiKey: string;
}

async function readAddress(output: { readonly out: string }): Promise<Address> {
  await expect.poll(() => output.out.includes('\n'), { timeout: 15_000 }).toBe(true);
  return JSON.parse(output.out) as Address;
}

describe('the command', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)('prints one JSON line, serves, and ends cleanly on %s', async (signal) => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'demo-command-'));
    const { child, output, ended } = run(['--chats', '12', '--messages', '80', '--contacts', '9', '--data', dataDir]);
    const address = await readAddress(output);
    expect(Object.keys(address)).toEqual(['baseUrl', 'webUrl', 'username', 'apiKey']);
    expect(output.out.split('\n')).toHaveLength(2);
    const headers = { 'x-tm-username': address.username, 'x-tm-key': address.apiKey };
    const contacts = await fetch(`${address.baseUrl}/api/v2/contacts?limit=100`, { headers });
    expect(((await contacts.json()) as { resources: unknown[] }).resources).toHaveLength(9);
    child.kill(signal);
    expect(await ended).toBe(0);
    expect(output.error).toBe('');
    expect(await readdir(dataDir)).toEqual(['demo-state.json']);
    await rm(dataDir, { recursive: true });
  });

  it('killed while it writes its state leaves what it had written before', async () => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'demo-command-'));
    const args = ['--messages', '60000', '--contacts', '5000', '--data', dataDir];
    const { child, output, ended } = run(args);
    const { baseUrl, username, apiKey } = await readAddress(output);
    const headers = { 'x-tm-username': username, 'x-tm-key': apiKey, 'content-type': 'application/json' };
    const add = async (name: string): Promise<void> => {
      const body = JSON.stringify({ name, content: 'x' });
      const { status } = await fetch(`${baseUrl}/api/v2/templates`, { method: 'POST', headers, body });
      expect(status).toBe(201);
    };
    const files = { timeout: 15_000, interval: 2 };
    await add('before');
    await expect.poll(() => readdir(dataDir), files).toEqual(['demo-state.json']);
    await add('meanwhile');
    await expect.poll(() => readdir(dataDir), files).toContain('demo-state.json.new');
    child.kill('SIGKILL');
    await ended;

    const next = run(['--data', dataDir]);
    const address = await readAddress(next.output);
    expect(address.apiKey).toBe(apiKey);
    const templates = await fetch(`${address.baseUrl}/api/v2/templates`, { headers });
    expect(await templates.text()).toContain('before');
    next.child.kill('SIGTERM');
    expect(await next.ended).toBe(0);
    expect(next.output.error).toBe('');
    expect(await readdir(dataDir)).toEqual(['demo-state.json']);
    await rm(dataDir, { recursive: true });
  }, 40_000);

  it('ends with 2 and one sentence when it is asked for nonsense', async () => {
    const { output, ended } = run(['--shapes', 'xml']);
    expect(await ended).toBe(2);
    expect(output.error).toBe('--shapes needs one of spec, sdk, not "xml".\n');
    expect(output.out).toBe('');
  });

  it('says in a sentence that its port is taken', async () => {
    const first = run([]);
    const { baseUrl } = await readAddress(first.output);
    const second = run(['--port', new URL(baseUrl).port]);
    expect(await second.ended).toBe(1);
    expect(second.output.error).toMatch(/^Port \d+ isn’t available[^\n]*\n$/);
    first.child.kill('SIGTERM');
    await first.ended;
  });
});
