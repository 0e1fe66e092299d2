import fs from 'node:fs';
import { validateWorkflow } from '@action-validator/core';
import { describe, expect, it } from 'vitest';
import { inProject } from '#main/start/paths.mjs';

const workflow = fs.readFileSync(inProject('.github/workflows/packages.yml'), 'utf8');

describe('the workflow that builds the packages', () => {
  it('keeps to the published schema of workflows, which finds a mistake', () => {
    expect(validateWorkflow(workflow).errors).toEqual([]);
    expect(validateWorkflow(workflow.replace('runs-on:', 'runs-in:')).errors).not.toEqual([]);
  });

  it('names every action by its full version', () => {
    const used = [...workflow.matchAll(/uses: (\S+)/g)].map(([, name]) => name);
    expect(used.length).toBeGreaterThan(0);
    expect(used.filter((name) => !/^[\w/-]+@v\d+\.\d+\.\d+$/.test(name ?? ''))).toEqual([]);
  });

  it('runs only scripts that the project has', () => {
    const { scripts } = JSON.parse(fs.readFileSync(inProject('package.json'), 'utf8')) as { scripts: object };
    const run = [...workflow.matchAll(/npm run ([\w:]+)/g)].map(([, name]) => name);
    expect(run).toEqual(['dist', 'test:electron', 'start:packed']);
    expect(Object.keys(scripts)).toEqual(expect.arrayContaining(run));
  });
});
