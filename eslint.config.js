import { defineConfig, globalIgnores } from 'eslint/config';
import boundaries from 'eslint-plugin-boundaries';
import svelte from 'eslint-plugin-svelte';
import tseslint from 'typescript-eslint';
import { houseRules } from './test/architecture/house-rules.js';
import { layers, soleImporters, toFileDescriptors, toPolicies } from './test/architecture/layers.js';
import { CLOCK_FILES, POLLING_FILES } from './test/architecture/waiting-rules.js';

const SOURCES = ['main/**/*.{ts,mjs}', 'shared/**/*.ts', 'renderer/**/*.{ts,svelte}'];
const SVELTE = ['**/*.svelte', '**/*.svelte.ts'];
const ENTRIES = ['main/index.ts', 'main/browser.ts', 'main/demo/command.ts'];

/** The packages with one importer, but those that `file` patterns are allowed to import. */
function banPackages(allowed = []) {
  const paths = soleImporters
    .filter(({ packageName }) => !allowed.includes(packageName))
    .map(({ packageName, files, reason }) => ({
      name: packageName,
      message: `Only ${files.join(', ')} may import it: ${reason}.`,
    }));
  const env = { name: 'node:process', importNames: ['env'], message: 'Only main/config.ts reads the environment.' };
  return ['error', { paths: [...paths, env] }];
}

/** What is run by `npm run bench` or at full counts only. */
const MEASUREMENTS = ['test/bench/**', 'test/**/*.full.*.ts'];

const SYNTAX_BANS = [
  {
    selector: 'ExportDefaultDeclaration, ExportSpecifier[exported.name="default"]',
    message: 'No default exports: export it by its name.',
  },
];
const BARREL_BANS = [
  {
    selector: 'ExportAllDeclaration, ExportNamedDeclaration[source]',
    message: 'No barrels: import from the file that defines it (only shared/contract/index.ts re-exports).',
  },
];

/** The wall around one layer: what its files may import. Judging them by their own policies alone takes a tenth. */
function wall(policies) {
  return {
    'boundaries/dependencies': [
      'error',
      {
        default: 'disallow',
        checkAllOrigins: true,
        checkUnknownLocals: true,
        checkInternals: true,
        message:
          "{{from.file.categories}} may not import '{{dependency.source}}' ({{to.file.categories}}{{to.module.source}}). Architecture §4: move the code to a layer that may, or take it as an argument (see test/architecture/layers.js).",
        policies,
      },
    ],
  };
}

export default defineConfig([
  globalIgnores(['dist/', 'release/', '.build/', '.runtime/', 'test/architecture/red/', 'test-results/', 'coverage/']),
  { linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'error' } },

  // Rules that ask the compiler for types are in .oxlintrc.json: a native compiler answers them in a tenth of the time.
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.strict],
    languageOptions: { parserOptions: { tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'separate-type-imports' }],
      // The compiler refuses them: noUnusedLocals and noUnusedParameters.
      '@typescript-eslint/no-unused-vars': 'off',
      '@typescript-eslint/no-extraneous-class': 'off',
    },
  },
  { files: SVELTE, extends: [svelte.configs.recommended] },
  {
    files: SVELTE,
    languageOptions: {
      parserOptions: {
        parser: tseslint.parser,
        svelteConfig: { compilerOptions: { runes: true } },
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: { 'svelte/no-at-html-tags': 'error' },
  },
  {
    files: ['**/*.svelte'],
    plugins: { '@typescript-eslint': tseslint.plugin },
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/ban-ts-comment': 'error',
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'separate-type-imports' }],
    },
  },

  // House style.
  {
    files: ['**/*.{ts,js,mjs,cjs,svelte}'],
    plugins: { house: houseRules },
    rules: {
      'house/relative-only-inside': 'error',
      'max-lines': ['error', { max: 500 }],
      'max-params': ['error', { max: 3 }],
      // A plain switch counts once: its cases are read one by one.
      complexity: ['error', { max: 15, variant: 'modified' }],
      'max-depth': ['error', { max: 4 }],
      'no-empty': ['error', { allowEmptyCatch: false }],
      'no-warning-comments': ['error', { terms: ['todo', 'fixme', 'xxx', 'hack'], location: 'start' }],
      'prefer-const': 'error',
      'no-var': 'error',
      'no-lone-blocks': 'error',
      'no-restricted-syntax': ['error', ...SYNTAX_BANS, ...BARREL_BANS],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
    },
  },
  { files: ['shared/contract/index.ts'], rules: { 'no-restricted-syntax': ['error', ...SYNTAX_BANS] } },
  {
    files: ['**/*.svelte'],
    // `let { x } = $props()` is how Svelte writes it; its own version of the rule knows the runes.
    rules: { 'prefer-const': 'off', 'svelte/prefer-const': ['error', { excludedRunes: ['$props', '$derived'] }] },
  },
  { files: ['**/*.svelte'], rules: { 'max-lines': 'off', 'house/component-length': ['error', { max: 250 }] } },
  // A decoder names every field that a service or a row may leave out or hold in another form.
  {
    files: ['main/api/wire/**', 'main/store/rows/**', 'main/store/queries/message-details.ts'],
    rules: { complexity: 'off' },
  },
  {
    files: ['test/**'],
    rules: {
      'max-params': 'off',
      // A flat comparison of many fields is read line by line.
      complexity: 'off',
      'no-restricted-syntax': ['error', ...SYNTAX_BANS],
    },
  },
  // Vitest and Playwright call what it exports by default.
  { files: ['test/support/bundles/build-bundles.ts'], rules: { 'no-restricted-syntax': 'off' } },
  // What `npm test` runs says what is true, however slow the machine is.
  { files: ['test/**'], ignores: [...MEASUREMENTS, ...CLOCK_FILES], rules: { 'house/no-measuring': 'error' } },
  { files: ['test/**'], ignores: [...MEASUREMENTS, ...POLLING_FILES], rules: { 'house/no-sleeping': 'error' } },
  {
    // Where the tool that reads it asks for a default export.
    files: ['*.config.{ts,js}', '.dependency-cruiser.cjs', 'test/support/summary-reporter.ts'],
    rules: { 'no-restricted-syntax': 'off' },
  },

  // What only one place may touch.
  { files: SOURCES, rules: { 'no-restricted-imports': banPackages() } },
  ...soleImporters.map(({ packageName, files }) => ({
    files,
    rules: { 'no-restricted-imports': banPackages([packageName]) },
  })),
  {
    files: SOURCES,
    ignores: ['main/config.ts', 'main/start.mjs', 'main/start/**'],
    rules: {
      'no-restricted-properties': [
        'error',
        {
          object: 'process',
          property: 'env',
          message: 'Only main/config.ts reads the environment: take what you need as an argument.',
        },
      ],
    },
  },
  {
    files: SOURCES,
    ignores: ENTRIES,
    rules: { 'no-console': 'error' },
  },

  // The walls (see test/architecture/layers.js).
  {
    files: SOURCES,
    plugins: { boundaries },
    settings: {
      'boundaries/root-path': import.meta.dirname,
      'boundaries/files': toFileDescriptors(),
      'boundaries/files-single-match': true,
      'boundaries/dependency-nodes': ['import', 'dynamic-import', 'export', 'require'],
      'boundaries/additional-dependency-nodes': [
        { selector: 'TSImportType Literal', kind: 'type', name: 'import-type' },
      ],
      'boundaries/legacy-templates': false,
      'import/resolver': {
        typescript: { noWarnOnMultipleProjects: true, project: `${import.meta.dirname}/tsconfig.json` },
      },
    },
    rules: { 'boundaries/no-unknown-files': 'error', ...wall([]) },
  },
  // The first pattern that fits a file wins there, the last one here.
  ...layers.toReversed().map((layer) => ({
    files: [layer.pattern].flat().map((pattern) => [pattern, '**/*.{ts,mjs,svelte}']),
    rules: wall(toPolicies(layer)),
  })),
]);
