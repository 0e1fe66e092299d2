import process from 'node:process';
import { describe, expect, it } from 'vitest';
import { runForeground, runQuietly } from '#main/start/run.mjs';

const node = (script: string) => [process.execPath, '-e', script];

describe('a quiet command', () => {
  it('keeps the end of what it printed, on either stream', async () => {
    const result = await runQuietly(node(`console.log('x'.repeat(500)); console.error('the end'); process.exit(3)`), {
      keep: 20,
    });
    expect(result).toMatchObject({ code: 3, stalled: false });
    expect(result.output).toContain('the end');
    expect(result.output.length).toBe(20);
  });

  it('that does not exist is a failure with a reason, not an exception', async () => {
    const result = await runQuietly(['/nowhere/nothing']);
    expect(result.code).toBe(127);
    expect(result.output).toContain('ENOENT');
  });

  it('is stopped when it says nothing for too long, with what it started', async () => {
    const grandchild = `require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'], { stdio: 'inherit' })`;
    const result = await runQuietly(node(`console.log('begun'); ${grandchild}`), { stallMs: 1_500 });
    expect(result.stalled).toBe(true);
    expect(result.output).toContain('begun');
  });

  it('is left alone as long as what it makes grows, however silent', async () => {
    let bytes = 0;
    const result = await runQuietly(node(`setTimeout(() => {}, 3500)`), {
      stallMs: 1_500,
      measure: () => (bytes += 1),
    });
    expect(result).toMatchObject({ code: 0, stalled: false });
  });
});

describe('a foreground command', () => {
  it('passes its exit code on', async () => {
    expect(await runForeground(node('process.exit(7)'))).toBe(7);
  });

  it('reports the signal that ended it as 128 and its number', async () => {
    expect(await runForeground(node(`process.kill(process.pid, 'SIGTERM')`))).toBe(143);
  });
});
