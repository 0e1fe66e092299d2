/**
 * Cycles (type-only imports count) and, as a second net under eslint-plugin-boundaries, the outer walls.
 * @type {import('dependency-cruiser').IConfiguration}
 */
module.exports = {
  forbidden: [
    {
      name: 'no-circular',
      comment: 'Two files that need each other are one file, or miss a third one below both.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'shared-is-the-floor',
      comment: 'shared/ knows nothing above itself (architecture §4).',
      severity: 'error',
      from: { path: '^shared/' },
      to: { path: '^(main|renderer|test)/' },
    },
    {
      name: 'main-and-renderer-never-meet',
      comment: 'The contract in shared/contract is the only thing that both processes know (architecture §4).',
      severity: 'error',
      from: { path: '^(main|renderer)/' },
      to: { path: '^(main|renderer)/', pathNot: '^$1/' },
    },
    {
      name: 'nothing-imports-test',
      comment: 'Test code stays in test/.',
      severity: 'error',
      from: { pathNot: '^test/' },
      to: { path: '^test/' },
    },
    {
      name: 'demo-stands-alone',
      comment: 'A demo that shares code with the client would compare the client with itself (architecture §4).',
      severity: 'error',
      from: { path: '^main/demo/' },
      to: { path: '^(main|shared|renderer)/', pathNot: '^(main/demo/|main/importing/read/|shared/lib/)' },
    },
    {
      name: 'steering-is-no-product',
      comment: 'What tests steer the demo service with is loaded by its own command and by tests, never by the app.',
      severity: 'error',
      from: { path: '^(main|shared|renderer)/', pathNot: '^main/demo/(steering/|command\\.ts$|arguments\\.ts$)' },
      to: { path: '^main/demo/(steering/|command\\.ts$|arguments\\.ts$)' },
    },
    {
      name: 'resolvable',
      comment: 'An import that points nowhere.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|release|\\.build|\\.runtime)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['svelte', 'browser', 'import', 'node', 'default', 'types'],
      extensions: ['.ts', '.svelte', '.js', '.mjs', '.cjs', '.json'],
    },
  },
};
