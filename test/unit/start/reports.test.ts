import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import {
  findPlaywrightOutcome,
  findVitestOutcome,
  sum,
  toFailLines,
  toSkipLines,
  toSummary,
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
  return { title, tests: [{ status, annotations, results: [{ errors }] }] };
}

describe("Playwright's report", () => {
  const file = write('playwright.json', {
    errors: [],
    suites: [
      {
        title: 'inbox.spec.ts',
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

  it('is counted through nested suites, and a test that needed luck has failed', () => {
    const outcome = findPlaywrightOutcome(file);
    expect(outcome).toMatchObject({ passed: 1, failed: 2 });
  });

  it('gives the reason of a skipped test', () => {
    expect(findPlaywrightOutcome(file)?.skipped).toEqual([
      { name: 'inbox.spec.ts › reply › rings', reason: 'no sound here' },
    ]);
  });

  it('names what failed, with the first line of its reason', () => {
    expect(findPlaywrightOutcome(file)?.failures).toEqual([
      { name: 'inbox.spec.ts › reply › is sent', reason: 'Error: no text' },
      { name: 'inbox.spec.ts › reply › shakes', reason: 'no reason given' },
    ]);
    expect(toFailLines([{ name: 'is sent', reason: 'no text' }])).toEqual(['failed: is sent (no text)']);
  });

  it('counts an error outside any test as a failure', () => {
    const broken = write('broken.json', { errors: [{ message: 'syntax' }], suites: [] });
    expect(findPlaywrightOutcome(broken)).toMatchObject({ passed: 0, failed: 1 });
  });

  it('is missing where the runner broke, which is not the same as no failures', () => {
    expect(findPlaywrightOutcome(path.join(folder, 'nothing.json'))).toBeUndefined();
    expect(findVitestOutcome(path.join(folder, 'nothing.json'))).toBeUndefined();
  });
});

describe('the summary', () => {
  const skip = (name: string, reason: string) => ({ name, reason });

  it('adds the suites up', () => {
    const total = sum([
      { passed: 3, failed: 0, skipped: [skip('a', 'x')] },
      { passed: 4, failed: 1, skipped: [] },
    ]);
    expect(toSummary(total)).toBe('7 passed, 1 failed, 1 skipped');
  });

  it('names up to three skipped tests of one reason, and counts more', () => {
    expect(toSkipLines([skip('a', 'no keyring'), skip('b', 'no keyring')])).toEqual(['skipped: a, b (no keyring)']);
    const many = ['a', 'b', 'c', 'd'].map((name) => skip(name, 'no browser'));
    expect(toSkipLines(many)).toEqual(['skipped: 4 tests (no browser)']);
  });
});
