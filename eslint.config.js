import { defineConfig, globalIgnores } from 'eslint/config';
import boundaries from 'eslint-plugin-boundaries';
import svelte from 'eslint-plugin-svelte';
import tseslint from 'typescript-eslint';
import { houseRules } from './test/architecture/house-rules.js';
import { soleImporters, toFileDescriptors, toPolicies } from './test/architecture/layers.js';

const SOURCES = ['main/**/*.{ts,mjs}', 'shared/**/*.ts', 'renderer/**/*.{ts,svelte}'];
const TYPED = ['**/*.ts'];
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

export default defineConfig([
  globalIgnores(['dist/', 'release/', '.build/', '.runtime/', 'test/architecture/red/', 'test-results/', 'coverage/']),
  { linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'error' } },

  // Types: strict and type-aware for TypeScript. Svelte files are typed by svelte-check, linted without types.
  {
    files: TYPED,
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'separate-type-imports' }],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      // Splitting a text into code points is what we mean wherever we do it.
      '@typescript-eslint/no-misused-spread': 'off',
      // A row type named by the caller of a query is used once and still says something.
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
      '@typescript-eslint/no-extraneous-class': 'off',
      // There are no enums: Node could not strip them, and the compiler refuses them.
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      '@typescript-eslint/no-unsafe-enum-comparison': 'off',
    },
  },
  svelte.configs.recommended,
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: {
      parserOptions: {
        parser: tseslint.parser,
        extraFileExtensions: ['.svelte'],
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
      'max-lines': ['error', { max: 250 }],
      'max-params': ['error', { max: 3 }],
      'max-lines-per-function': ['error', { max: 40, skipBlankLines: true, skipComments: true }],
      'no-empty': ['error', { allowEmptyCatch: false }],
      'no-warning-comments': ['error', { terms: ['todo', 'fixme', 'xxx', 'hack'], location: 'start' }],
      'prefer-const': 'error',
      'no-var': 'error',
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
  { files: ['**/*.svelte'], rules: { 'max-lines-per-function': 'off', 'max-lines': ['error', { max: 150 }] } },
  {
    files: ['test/**'],
    rules: {
      'max-lines': ['error', { max: 400 }],
      'max-lines-per-function': 'off',
      'max-params': 'off',
      'no-restricted-syntax': ['error', ...SYNTAX_BANS],
    },
  },
  {
    // Where the tool that reads it asks for a default export.
    files: ['*.config.{ts,js}', '.dependency-cruiser.cjs', 'test/support/summary-reporter.ts'],
    rules: { 'no-restricted-syntax': 'off', 'max-lines-per-function': 'off' },
  },

  // A migration is one list of statements.
  { files: ['main/store/migrations/**'], rules: { 'max-lines-per-function': 'off' } },

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
    rules: {
      'boundaries/no-unknown-files': 'error',
      'boundaries/dependencies': [
        'error',
        {
          default: 'disallow',
          checkAllOrigins: true,
          checkUnknownLocals: true,
          checkInternals: true,
          message:
            "{{from.file.categories}} may not import '{{dependency.source}}' ({{to.file.categories}}{{to.module.source}}). Architecture §4: move the code to a layer that may, or take it as an argument (see test/architecture/layers.js).",
          policies: toPolicies(),
        },
      ],
    },
  },
]);
