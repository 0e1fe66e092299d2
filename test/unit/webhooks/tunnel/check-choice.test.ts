import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkChoice } from '#main/webhooks/tunnel/check-choice.ts';
import { toCommandWords } from '#main/webhooks/tunnel/command.ts';
import type { TunnelChoice } from '#shared/contract/index.ts';

const COMMAND = { kind: 'command', program: 'other', commandLine: 'run {port}', pattern: '' } as const;
const SSH: Extract<TunnelChoice, { kind: 'ssh' }> = {
  kind: 'ssh',
  ...{ host: 'desk.example', port: 22, user: 'ada', remotePort: 8022, keyFile: null },
  publicUrl: 'https://desk.example/hooks/',
};

describe('a choice of tunnel', () => {
  let homeFolder: string;

  beforeEach(async () => {
    homeFolder = await mkdtemp(path.join(tmpdir(), 'sb-choice-'));
    await writeFile(path.join(homeFolder, 'id'), '');
  });
  afterEach(() => rm(homeFolder, { recursive: true, force: true }));

  const check = (choice: TunnelChoice) => checkChoice(choice, { isLocalService: false, homeFolder });

  it.each<[TunnelChoice, string, string]>([
    [{ kind: 'manual', publicUrl: 'http://host.example' }, 'publicUrl', 'https-required'],
    [{ ...SSH, publicUrl: '' }, 'publicUrl', 'not-an-address'],
    [{ ...COMMAND, commandLine: '  ' }, 'commandLine', 'empty'],
    [{ ...COMMAND, commandLine: `'' a` }, 'commandLine', 'empty'],
    [{ ...COMMAND, commandLine: `run 'a` }, 'commandLine', 'unclosed-quote'],
    [{ ...COMMAND, pattern: '(' }, 'pattern', 'not-a-pattern'],
    [{ ...SSH, host: 'a b' }, 'host', 'not-a-name'],
    [{ ...SSH, host: '-oProxyCommand=x' }, 'host', 'not-a-name'],
    [{ ...SSH, host: 'ada@desk.example' }, 'host', 'not-a-name'],
    [{ ...SSH, keyFile: '~/none' }, 'keyFile', 'not-there'],
  ])('%j is refused', async (choice, field, word) => {
    await expect(check(choice)).rejects.toMatchObject({ code: 'validation', fields: { [field]: [word] } });
  });

  it('is kept as it is used', async () => {
    expect(await check({ kind: 'none' })).toEqual({ kind: 'none' });
    expect(await check({ kind: 'manual', publicUrl: 'host.example/' })).toEqual({
      kind: 'manual',
      publicUrl: 'https://host.example',
    });
    expect(await check({ ...COMMAND, program: 'ngrok', commandLine: ' ' })).toMatchObject({ commandLine: '' });
    expect(await check({ ...SSH, keyFile: ' ~/id ' })).toEqual({
      ...SSH,
      publicUrl: 'https://desk.example/hooks',
      keyFile: '~/id',
    });
    for (const host of ['192.0.2.7', '[2001:db8::7]', '2001:db8::7', 'büro.example', 'h']) {
      expect(await check({ ...SSH, host, keyFile: '' })).toMatchObject({ host, keyFile: null });
    }
  });

  it('knows the usual command line of each program', () => {
    const usual = (program: 'cloudflared' | 'ngrok') =>
      toCommandWords({ ...COMMAND, program, commandLine: '' }).join(' ');
    expect(usual('cloudflared')).toBe('cloudflared tunnel --url {url} --no-autoupdate');
    expect(usual('ngrok')).toBe('ngrok http {port} --log stdout --log-format json');
    expect(toCommandWords({ ...COMMAND, program: 'ngrok', commandLine: 'ngrok start desk' })).toEqual([
      'ngrok',
      'start',
      'desk',
    ]);
  });
});
