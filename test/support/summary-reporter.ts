import fs from 'node:fs';
import process from 'node:process';
import { stripVTControlCharacters } from 'node:util';
import type { Reporter, TestCase, TestModule } from 'vitest/node';

interface Told {
  name: string;
  reason: string;
}

interface Outcome {
  passed: number;
  failed: number;
  skipped: Told[];
  failures: Told[];
}

/**
 * Writes counts and the reason of every skipped and failed test to the file named by SWITCHBOARD_TEST_REPORT, for
 * `main/start/tasks/test.mjs`. (Vitest's own JSON reporter leaves the reasons out.)
 */
export default class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly { readonly message: string }[]): void {
    const file = process.env['SWITCHBOARD_TEST_REPORT'];
    if (file === undefined) return;
    const outcome: Outcome = { passed: 0, failed: 0, skipped: [], failures: [] };
    for (const error of errors) addFailure(outcome, 'outside any test', error);
    for (const module of modules) addModule(outcome, module);
    fs.writeFileSync(file, JSON.stringify(outcome));
  }
}

function addModule(outcome: Outcome, module: TestModule): void {
  // A file that does not load has no tests and must not vanish from the counts.
  for (const error of module.errors()) addFailure(outcome, module.moduleId, error);
  for (const test of module.children.allTests()) addTest(outcome, test);
}

function addTest(outcome: Outcome, test: TestCase): void {
  const result = test.result();
  if (result.state === 'passed') outcome.passed += 1;
  else if (result.state === 'failed') addFailure(outcome, test.fullName, result.errors[0]);
  else outcome.skipped.push({ name: test.fullName, reason: toReason(test) });
}

function addFailure(outcome: Outcome, name: string, error: { readonly message: string } | undefined): void {
  const [reason = ''] = stripVTControlCharacters(error?.message ?? '').split('\n');
  outcome.failed += 1;
  outcome.failures.push({ name, reason });
}

function toReason(test: TestCase): string {
  const result = test.result();
  if (result.state === 'skipped' && result.note !== undefined) return result.note;
  return test.options.mode === 'todo' ? 'not written yet' : 'no reason given';
}
