import fs from 'node:fs';
import process from 'node:process';
import { stripVTControlCharacters } from 'node:util';
import type { Reporter, TestCase, TestModule } from 'vitest/node';
import { emptyFile, toOutsideFailure, type FileOutcome } from '#main/start/reports.mjs';

/**
 * Writes what became of every test, file by file, to the file named by SWITCHBOARD_TEST_REPORT, for
 * `main/start/tasks/test.mjs`. (Vitest's own JSON reporter leaves the reasons of skipped tests out.)
 */
export default class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly { readonly message: string }[]): void {
    const file = process.env['SWITCHBOARD_TEST_REPORT'];
    if (file === undefined) return;
    const outside = errors.flatMap((error) => toOutsideFailure(toReason(error)));
    fs.writeFileSync(file, JSON.stringify([...outside, ...modules.map(toFileOutcome)]));
  }
}

function toFileOutcome(module: TestModule): FileOutcome {
  const outcome = emptyFile(module.relativeModuleId);
  const { collectDuration, setupDuration, duration } = module.diagnostic();
  outcome.durationMs = collectDuration + setupDuration + duration;
  // A file that does not load has no tests and must not vanish from the counts.
  for (const error of module.errors()) {
    outcome.failures.push({ name: 'loading the file', reason: toReason(error) });
  }
  for (const test of module.children.allTests()) addTest(outcome, test);
  return outcome;
}

function addTest(outcome: FileOutcome, test: TestCase): void {
  const result = test.result();
  const name = test.fullName;
  if (result.state === 'passed') outcome.passed.push(name);
  else if (result.state === 'failed') outcome.failures.push({ name, reason: toReason(result.errors[0]) });
  else outcome.skipped.push({ name, reason: toSkipReason(test) });
}

function toReason(error: { readonly message: string } | undefined): string {
  const [reason = ''] = stripVTControlCharacters(error?.message ?? '').split('\n');
  return reason === '' ? 'no reason given' : reason;
}

function toSkipReason(test: TestCase): string {
  const result = test.result();
  if (result.state === 'skipped' && result.note !== undefined) return result.note;
  return test.options.mode === 'todo' ? 'not written yet' : 'no reason given';
}
