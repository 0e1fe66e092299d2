import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import {
  emptyFile,
  findPlaywrightOutcome,
  findVitestOutcome,
  toFailLines,
  toFlakeLines,
  toSkipLines,
  toSlowestLines,
  toSuiteLines,
  toSummary,
  type FileOutcome,
} from '#main/start/reports.mjs';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'switchboard-reports-'));
afterAll(() => {
  fs.rmSync(folder, { recursive: true, force: true });
});

function write(name: string, content: unknown): string {
  const file = path.join(folder, name);
  fs.writeFileSync(file, JSON.stringify(content));
  return file;
}

function playwrightTest(title: string, status: string, annotations: object[] = [], errors: object[] = []) {
  return { title, tests: [{ status, annotations, results: [{ errors, duration: 200 }] }] };
}

describe("Playwright's report", () => {
  const file = write('playwright.json', {
    errors: [],
    suites: [
      {
        title: 'test/e2e/inbox.spec.ts',
        file: 'test/e2e/inbox.spec.ts',
        specs: [playwrightTest('loads', 'expected')],
        suites: [
          {
            title: 'reply',
            specs: [
              playwrightTest('is sent', 'unexpected', [], [{ message: '\u001b[31mError: no text\u001b[39m\n  at x' }]),
              playwrightTest('rings', 'skipped', [{ type: 'skip', description: 'no sound here' }]),
              playwrightTest('shakes', 'flaky'),
            ],
          },
        ],
      },
    ],
  });

  it('is counted by file through nested suites, and a test that needed luck has failed', () => {
    expect(findPlaywrightOutcome(file)).toEqual([
      {
        file: 'test/e2e/inbox.spec.ts',
        durationMs: 800,
        passed: ['loads'],
        skipped: [{ name: 'reply › rings', reason: 'no sound here' }],
        failures: [
          { name: 'reply › is sent', reason: 'Error: no text' },
          { name: 'reply › shakes', reason: 'no reason given' },
        ],
      },
    ]);
  });

  it('counts an error outside any test as a failure', () => {
    const broken = write('broken.json', { errors: [{ message: 'syntax' }], suites: [] });
    expect(toSummary(findPlaywrightOutcome(broken) ?? [])).toBe('0 passed, 1 failed, 0 skipped');
  });

  it('is missing where the runner broke, which is not the same as no failures', () => {
    expect(findPlaywrightOutcome(path.join(folder, 'nothing.json'))).toBeUndefined();
    expect(findVitestOutcome(path.join(folder, 'nothing.json'))).toBeUndefined();
  });
});

describe('the end of a run', () => {
  const made = (file: string, changes: Partial<FileOutcome>): FileOutcome => ({ ...emptyFile(file), ...changes });
  const skip = (name: string, reason = 'no keyring') => ({ name, reason });
  const files = [
    made('test/unit/a.test.ts', { durationMs: 900, passed: ['a', 'b'] }),
    made('test/unit/b.test.ts', { durationMs: 100, passed: ['c'], skipped: [skip('d')] }),
    made('test/e2e/a.spec.ts', { durationMs: 64_000, failures: [{ name: 'is sent', reason: 'no text' }] }),
  ];

  it('adds all files up', () => {
    expect(toSummary(files)).toBe('3 passed, 1 failed, 1 skipped');
  });

  it('counts each suite with the time of its files', () => {
    expect(toSuiteLines(files)).toEqual([
      'e2e           0 passed, 1 failed, 0 skipped (1 files, 1 min 04 s)',
      'unit          3 passed, 0 failed, 1 skipped (2 files, 1.0 s)',
    ]);
  });

  it('names the slowest files, the slowest first', () => {
    expect(toSlowestLines(files, 2)).toEqual(['  1 min 04 s  test/e2e/a.spec.ts', '       0.9 s  test/unit/a.test.ts']);
  });

  it('names up to three skipped tests of one reason, and counts more', () => {
    expect(toSkipLines([made('x', { skipped: [skip('a'), skip('b')] })])).toEqual(['skipped: a, b (no keyring)']);
    const many = made('x', { skipped: ['a', 'b', 'c', 'd'].map((name) => skip(name, 'no browser')) });
    expect(toSkipLines([many])).toEqual(['skipped: 4 tests (no browser)']);
  });

  it('names what failed and what is flaky, with file and first reason', () => {
    expect(toFailLines(files)).toEqual(['failed: test/e2e/a.spec.ts is sent (no text)']);
    const flake = { file: 'test/e2e/b.spec.ts', name: 'opens', reason: 'late' };
    expect(toFlakeLines([flake])).toEqual(['flaky: test/e2e/b.spec.ts opens (late)']);
  });
});
