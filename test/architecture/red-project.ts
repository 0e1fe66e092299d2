import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { ESLint } from 'eslint';

/** The root of the project that the examples are judged by. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

const CONFIG_FILES = [
  ...fs
    .readdirSync(ROOT)
    .filter((name) =>
      /^(tsconfig.*\.json|package\.json|eslint\.config\.js|svelte\.config\.js|\.dependency-cruiser\.cjs|\.oxlintrc\.json)$/.test(
        name,
      ),
    ),
  ...['shared', 'main', 'main/preload', 'renderer', 'test'].map((wall) => `${wall}/tsconfig.json`),
  'test/architecture/layers.js',
  'test/architecture/house-rules.js',
  'test/architecture/waiting-rules.js',
];

/** Source by path, relative to the root of the example project. */
export type Sources = Readonly<Record<string, string>>;

/**
 * A throw-away project with this project's own configuration and the given sources. The walls are judged there, so
 * that the examples may stand where only the wrong code would stand, and need nothing of the real tree.
 */
export class RedProject implements Disposable {
  readonly folder: string;

  constructor(sources: Sources) {
    this.folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'switchboard-walls-')));
    for (const name of CONFIG_FILES) {
      fs.mkdirSync(path.dirname(path.join(this.folder, name)), { recursive: true });
      fs.copyFileSync(path.join(ROOT, name), path.join(this.folder, name));
    }
    fs.symlinkSync(path.join(ROOT, 'node_modules'), path.join(this.folder, 'node_modules'), 'junction');
    for (const [file, source] of Object.entries(sources)) {
      fs.mkdirSync(path.dirname(path.join(this.folder, file)), { recursive: true });
      fs.writeFileSync(path.join(this.folder, file), source);
    }
  }

  /** Runs eslint over the whole example project; findings by file. */
  async lint(): Promise<ReadonlyMap<string, readonly Finding[]>> {
    const eslint = new ESLint({ cwd: this.folder });
    const results = await eslint.lintFiles(['main', 'shared', 'renderer', 'test'].filter((name) => this.has(name)));
    return new Map(
      results.map((result) => [
        path.relative(this.folder, result.filePath).split(path.sep).join('/'),
        result.messages.map(({ ruleId, line, message }) => ({ rule: ruleId ?? 'none', line, message })),
      ]),
    );
  }

  /** Runs a tool of node_modules in the example project. */
  run(tool: string, args: readonly string[]): { code: number | null; output: string } {
    const result = spawnSync(process.execPath, [path.join(ROOT, 'node_modules', tool), ...args], {
      cwd: this.folder,
      encoding: 'utf8',
    });
    return { code: result.status, output: result.stdout + result.stderr };
  }

  has(file: string): boolean {
    return fs.existsSync(path.join(this.folder, file));
  }

  [Symbol.dispose](): void {
    fs.rmSync(this.folder, { recursive: true, force: true });
  }
}

/** What a linter said, and where. */
export interface Finding {
  readonly rule: string;
  readonly line: number;
  readonly message: string;
}
