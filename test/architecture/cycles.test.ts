import { describe, expect, it } from 'vitest';
import type { Sources } from './red-project.ts';
import { RedProject } from './red-project.ts';

function cruise(sources: Sources): { code: number | null; output: string } {
  using project = new RedProject(sources);
  const folders = ['main', 'shared', 'renderer', 'test'].filter((name) => project.has(name));
  return project.run('dependency-cruiser/bin/dependency-cruiser.mjs', [...folders, '--output-type', 'err']);
}

describe('dependency-cruiser', () => {
  it('refuses two files that import each other', () => {
    const { code, output } = cruise({
      'main/store/a.ts': `import { b } from './b.ts';\nexport const a = () => b;`,
      'main/store/b.ts': `import { a } from './a.ts';\nexport const b = () => a;`,
    });
    expect(output).toContain('no-circular');
    expect(code).not.toBe(0);
  });

  it('counts imports of types only', () => {
    const { output } = cruise({
      'main/store/a.ts': `import type { B } from '#main/store/b.ts';\nexport interface A { b: B }`,
      'main/store/b.ts': `import type { A } from '#main/store/a.ts';\nexport interface B { a: A }`,
    });
    expect(output).toContain('no-circular');
  });

  it('sees into components', () => {
    const { output } = cruise({
      'renderer/views/A.svelte': `<script lang="ts">\n  import { b } from './b.ts';\n</script>\n\n{b}\n`,
      'renderer/views/b.ts': `import A from './A.svelte';\nexport const b = A;`,
    });
    expect(output).toContain('no-circular');
  });

  it.each([
    ['shared-is-the-floor', 'shared/lib/a.ts', '#main/store/b.ts', 'main/store/b.ts'],
    ['main-and-renderer-never-meet', 'main/store/a.ts', '#renderer/lib/b.ts', 'renderer/lib/b.ts'],
    ['main-and-renderer-never-meet', 'renderer/lib/a.ts', '#main/store/b.ts', 'main/store/b.ts'],
    ['nothing-imports-test', 'main/store/a.ts', '#test/support/b.ts', 'test/support/b.ts'],
    ['demo-stands-alone', 'main/demo/a.ts', '#shared/domain/b.ts', 'shared/domain/b.ts'],
    ['steering-is-no-product', 'main/app/demo.ts', '#main/demo/steering/b.ts', 'main/demo/steering/b.ts'],
    ['steering-is-no-product', 'main/demo/service.ts', '#main/demo/steering/b.ts', 'main/demo/steering/b.ts'],
    ['steering-is-no-product', 'main/app.ts', '#main/demo/command.ts', 'main/demo/command.ts'],
    ['resolvable', 'main/store/a.ts', '#main/store/nowhere.ts', 'main/store/b.ts'],
  ])('%s: %s → %s', (rule, from, specifier, to) => {
    const { output } = cruise({
      [from]: `import type { B } from '${specifier}';\nexport type A = B;`,
      [to]: 'export type B = number;',
    });
    expect(output).toContain(rule);
  });

  it('is content with a tree that flows downhill', () => {
    const { code, output } = cruise({
      'main/store/a.ts': `import type { B } from '#shared/domain/b.ts';\nexport type A = B;`,
      'main/demo/a.ts': `import type { C } from '#shared/lib/c.ts';\nexport type A = C;`,
      'main/demo/steering/b.ts': `import type { A } from '#main/demo/a.ts';\nexport type B = A;`,
      'main/demo/command.ts': `import type { B } from './steering/b.ts';\nexport type C = B;`,
      'shared/domain/b.ts': `import type { C } from '#shared/lib/c.ts';\nexport type B = C;`,
      'shared/lib/c.ts': 'export type C = number;',
    });
    expect(output).toContain('no dependency violations');
    expect(code).toBe(0);
  });
});
