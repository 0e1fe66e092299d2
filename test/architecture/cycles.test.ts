import { beforeAll, describe, expect, it } from 'vitest';
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
      'renderer/features/search/A.svelte': `<script lang="ts">\n  import { b } from './b.ts';\n</script>\n\n{b}\n`,
      'renderer/features/search/b.ts': `import A from './A.svelte';\nexport const b = A;`,
    });
    expect(output).toContain('no-circular');
  });

  describe('names the wall between', () => {
    const edges = [
      { rule: 'shared-is-the-floor', from: 'shared/lib/a.ts', to: 'main/store/b.ts' },
      { rule: 'main-and-renderer-never-meet', from: 'main/store/c.ts', to: 'renderer/lib/d.ts' },
      { rule: 'main-and-renderer-never-meet', from: 'renderer/lib/e.ts', to: 'main/store/f.ts' },
      { rule: 'nothing-imports-test', from: 'main/store/g.ts', to: 'test/support/h.ts' },
      { rule: 'demo-stands-alone', from: 'main/demo/i.ts', to: 'shared/domain/j.ts' },
      { rule: 'steering-is-no-product', from: 'main/app/demo.ts', to: 'main/demo/steering/k.ts' },
      { rule: 'steering-is-no-product', from: 'main/demo/service.ts', to: 'main/demo/steering/l.ts' },
      { rule: 'steering-is-no-product', from: 'main/app.ts', to: 'main/demo/command.ts' },
      { rule: 'resolvable', from: 'main/store/m.ts', to: 'main/store/nowhere.ts' },
    ];
    let output = '';
    beforeAll(() => {
      const sources = edges.flatMap(({ from, to }) => [
        [from, `import type { B } from '#${to}';\nexport type A = B;`],
        ...(to === 'main/store/nowhere.ts' ? [] : [[to, 'export type B = number;']]),
      ]);
      ({ output } = cruise(Object.fromEntries(sources) as Sources));
    });

    it.each(edges)('$from and $to: $rule', ({ rule, from, to }) => {
      const line = output.split('\n').find((one) => one.includes(`${rule}: ${from}`) && one.includes(to));
      expect(line, output).toBeDefined();
    });
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
