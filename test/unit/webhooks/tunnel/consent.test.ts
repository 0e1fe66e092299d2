import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ProgramConsents, type ConsentNeeds, type ShownQuestion } from '#main/webhooks/tunnel/consent.ts';
import { until } from '#test/support/until.ts';

const LINE = { file: '/usr/local/bin/cloudflared', args: ['tunnel', '--url', '{url}'], port: 4_800 } as const;

describe('consent to run a program', () => {
  let folder: string;
  let asked: string[];
  let shown: ShownQuestion[];
  let troubles: unknown[];
  let answer: Promise<boolean>;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'sb-consent-'));
    asked = [];
    shown = [];
    troubles = [];
    answer = Promise.resolve(true);
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const create = (changes: Partial<ConsentNeeds> = {}): ProgramConsents =>
    new ProgramConsents({
      file: path.join(folder, 'tunnel-consents.json'),
      allowedCommand: null,
      askToRun: (commandLine) => {
        asked.push(commandLine);
        return { place: 'terminal', answer };
      },
      world: { env: { PATH: path.join(folder, 'bin') }, platform: 'linux', homeFolder: folder },
      onTrouble: (error) => void troubles.push(error),
      ...changes,
    });
  const request = (consents: ProgramConsents, changes: object = {}, signal = new AbortController().signal) =>
    consents.request({ ...LINE, signal, onAsk: (question) => void shown.push(question), ...changes });

  it('TUNNEL-7: is asked for with the whole command line, once, also after a restart and at another port', async () => {
    expect(await request(create())).toBe('allowed');
    const commandLine = '/usr/local/bin/cloudflared tunnel --url http://127.0.0.1:4800';
    expect([asked, shown]).toEqual([[commandLine], [{ place: 'terminal', commandLine }]]);
    expect(await request(create(), { port: 4_900 })).toBe('allowed');
    expect(asked).toHaveLength(1);
  });

  it.each([
    ['another argument', { args: ['tunnel', '--url', '{url}', '--loglevel', 'debug'] }],
    ['another order', { args: ['--url', 'tunnel', '{url}'] }],
    ['one argument that reads like two', { args: ['tunnel --url', '{url}'] }],
    ['another file', { file: '/tmp/bin/cloudflared' }],
  ])('TUNNEL-7: is asked for anew with %s', async (_what, changes) => {
    await request(create());
    answer = Promise.resolve(false);
    expect(await request(create(), changes)).toBe('refused');
    expect(asked).toHaveLength(2);
  });

  it('TUNNEL-7: is not given by a no, nor kept', async () => {
    answer = Promise.resolve(false);
    expect(await request(create())).toBe('refused');
    await expect(readFile(path.join(folder, 'tunnel-consents.json'))).rejects.toMatchObject({ code: 'ENOENT' });
    expect(await request(create())).toBe('refused');
    expect(asked).toHaveLength(2);
  });

  it('TUNNEL-7: is not given where nobody can be asked', async () => {
    expect(await request(create({ askToRun: () => null }))).toBe('nobody');
    expect(shown).toEqual([]);
  });

  it('is given by the configuration for exactly that command line, found as PATH has it', async () => {
    const file = path.join(folder, 'bin', 'tunneller');
    await mkdir(path.dirname(file));
    await writeFile(file, '');
    await chmod(file, 0o755);
    const consents = create({ allowedCommand: `tunneller 'two words' {port}`, askToRun: () => null });
    expect(await request(consents, { file, args: ['two words', '{port}'] })).toBe('allowed');
    expect(await request(consents, { file, args: ['two words', '{port}', '-v'] })).toBe('nobody');
    expect(await request(consents, { file: '/bin/tunneller', args: ['two words', '{port}'] })).toBe('nobody');
  });

  it('is refused when the question is withdrawn, and a late yes counts for nothing', async () => {
    const late = Promise.withResolvers<boolean>();
    answer = late.promise;
    const withdrawal = new AbortController();
    const consents = create();
    const outcome = request(consents, {}, withdrawal.signal);
    await until(() => expect(asked).toHaveLength(1));
    withdrawal.abort();
    expect(await outcome).toBe('refused');
    late.resolve(true);
    answer = Promise.resolve(false);
    expect(await request(consents)).toBe('refused');
  });

  it('is asked for again although five questions were withdrawn: the user has not said no', async () => {
    const consents = create();
    answer = new Promise(() => undefined);
    for (let time = 1; time <= 5; time += 1) {
      const withdrawal = new AbortController();
      const outcome = request(consents, {}, withdrawal.signal);
      await until(() => expect(asked).toHaveLength(time));
      withdrawal.abort();
      expect(await outcome).toBe('refused');
    }
    answer = Promise.resolve(true);
    expect(await request(consents)).toBe('allowed');
  });

  it('is not asked for again and again: five times no, also to other programs, is no until the app is started anew', async () => {
    answer = Promise.resolve(false);
    const consents = create();
    for (const name of ['a', 'b', 'c', 'd', 'e']) {
      expect(await request(consents, { file: `/bin/${name}` })).toBe('refused');
    }
    answer = Promise.resolve(true);
    expect(await request(consents)).toBe('asked-enough');
    expect(asked).toHaveLength(5);
    expect(await request(create())).toBe('allowed');
  });

  it('is refused where the question cannot be shown', async () => {
    const askToRun = () => ({ place: 'dialog', answer: Promise.reject(new Error('no display')) }) as const;
    expect(await request(create({ askToRun }))).toBe('refused');
    expect(troubles).toMatchObject([{ message: 'no display' }]);
  });

  it('holds until the app ends where it cannot be kept', async () => {
    await writeFile(path.join(folder, 'taken'), '');
    const consents = create({ file: path.join(folder, 'taken', 'consents.json') });
    expect(await request(consents)).toBe('allowed');
    expect(await request(consents)).toBe('allowed');
    expect(asked).toHaveLength(1);
    expect(troubles).toHaveLength(2);
  });
});
