import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLog, type Log, type LogOptions } from '#main/platform/log.ts';
import { AppError } from '#shared/domain/app-error.ts';

describe('the log', () => {
  let folder: string;
  let said: string[];

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'sb-log-'));
    said = [];
  });
  afterEach(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  const open = (changes: Partial<LogOptions> = {}): Log =>
    createLog({ folder, now: () => 0, stderr: (line) => said.push(line), ...changes });

  async function readLines(): Promise<Record<string, unknown>[]> {
    const text = await readFile(path.join(folder, 'switchboard.log'), 'utf8');
    return text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  }

  it('writes one object per line, in order', async () => {
    const log = open();
    log.info('one', { count: 1 });
    log.info('two');
    await log.dispose();
    expect(await readLines()).toEqual([
      { at: '1970-01-01T00:00:00.000Z', level: 'info', event: 'one', count: 1 },
      { at: '1970-01-01T00:00:00.000Z', level: 'info', event: 'two' },
    ]);
  });

  it('says warnings and errors on stderr too, information not', async () => {
    const log = open();
    log.info('quiet');
    log.warn('loud', { code: 'x' });
    log.error('broken', new AppError({ code: 'offline', message: 'no route', cause: new Error('socket') }));
    await log.dispose();
    expect(said).toHaveLength(2);
    expect(said[0]).toBe('warn: loud code=x');
    expect(said[1]).toContain('error: broken');
    expect(said[1]).toContain('code=offline');
  });

  it('keeps the whole chain of causes of an error', async () => {
    const log = open();
    log.error('broken', new AppError({ code: 'disk', message: 'outer', cause: new Error('inner') }));
    await log.dispose();
    const [line] = await readLines();
    expect(line).toMatchObject({ code: 'disk' });
    expect(line?.['why']).toMatch(/outer[\s\S]*caused by: Error: inner/);
  });

  it('LOG-1: drops fields that could hold what people wrote or secrets', async () => {
    const log = open();
    log.info('send', { apiKey: 'k', text: 'hello', phone: '4477', firstName: 'Ada', parts: 1 });
    await log.dispose();
    expect(await readLines()).toEqual([{ at: '1970-01-01T00:00:00.000Z', level: 'info', event: 'send', parts: 1 }]);
  });

  it('LOG-1: strikes out announced secrets wherever they turn up, until they are let go', async () => {
    const log = open();
    const letGo = log.hide('s3"cret');
    log.error('broken', new Error('header was s3"cret'), { address: 'x?s3"cret' });
    letGo();
    await log.dispose();
    const text = await readFile(path.join(folder, 'switchboard.log'), 'utf8');
    expect(text).not.toContain('cret');
    expect(said.join()).not.toContain('cret');
  });

  it('LOG-1: keeps a secret hidden until everybody who hid it has let it go', async () => {
    const log = open();
    const letGo = log.hide('s3cret');
    const letGoToo = log.hide('s3cret');
    letGo();
    letGo();
    log.warn('one', { address: 's3cret' });
    letGoToo();
    log.warn('two', { address: 's3cret' });
    await log.dispose();
    expect(said).toEqual(['warn: one address=•••', 'warn: two address=s3cret']);
  });

  it('LOG-3: says nothing on stderr that steers the terminal', async () => {
    const log = open();
    log.error('bridge \u{1b}[2A\r', new Error('\u{9b}2K \u{202e}gnp'), { operation: 'a\u{1b}b\tc' });
    await log.dispose();
    expect(said.join('')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(said[0]).toContain('operation=a\\u{1b}b\\u{9}c');
  });

  it('rotates and keeps a bounded number of files', async () => {
    const log = open({ maxBytes: 10, keptFiles: 2 });
    for (let index = 0; index < 6; index += 1) {
      log.info('line', { index });
      await log.dispose();
    }
    expect((await readdir(folder)).sort()).toEqual(['switchboard.log', 'switchboard.log.1', 'switchboard.log.2']);
    expect(await readLines()).toMatchObject([{ index: 5 }]);
  });

  it('LOG-2: says once that the disk refuses and goes on', async () => {
    const file = path.join(folder, 'not-a-folder');
    await writeFile(file, '');
    const log = open({ folder: file });
    log.info('one');
    await log.dispose();
    log.info('two');
    await log.dispose();
    expect(said.filter((line) => line.includes('cannot be written'))).toHaveLength(1);
  });
});
