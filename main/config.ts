/** What the app was told at its start: arguments, environment, paths → one frozen `Config`. Nobody else reads them. */
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import * as v from 'valibot';

export interface Config {
  /** Runs on the embedded demo service, with data of its own. */
  readonly isDemo: boolean;
  /** Whether a page may be opened in the system's browser. */
  readonly opensBrowser: boolean;
  /** Started with the user's session: no window until it is asked for. */
  readonly startsHidden: boolean;
  /** Port of the browser host on 127.0.0.1; 0: any that is free. */
  readonly port: number;
  /** Absolute; made when first used. */
  readonly dataFolder: string;
  /** Where the built page lies. */
  readonly rendererFolder: string;
  /** Takes the page from a development server instead. */
  readonly rendererUrl: string | null;
  readonly version: string;
  readonly platform: 'windows' | 'macos' | 'linux';
  /** Checks every answer against the contract as well. */
  readonly isDevelopment: boolean;
  /** Account for runs without a person. */
  readonly unattended: UnattendedSignIn | null;
  /** The command line of a tunnel that may be started without a question: `SWITCHBOARD_TUNNEL_COMMAND`; null: none. */
  readonly tunnelCommand: string | null;
  /** Whether the keyring of the computer may be asked: `SWITCHBOARD_KEYRING=off` forbids it. */
  readonly usesKeyring: boolean;
  /** What programs that this app starts are given: all that it was, but what is meant for itself. */
  readonly environment: Readonly<Record<string, string>>;
  readonly homeFolder: string;
  /** Ways out that the environment names, for a host that cannot ask a desktop. */
  readonly proxies: { readonly http: string | null; readonly https: string | null; readonly except: string | null };
}

export interface UnattendedSignIn {
  readonly baseUrl: string;
  readonly webUrl: string;
  readonly username: string;
  readonly apiKey: string;
}

export interface ConfigSources {
  /** Without the program and the script. */
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  readonly homeFolder: string;
  readonly currentFolder: string;
  readonly rendererFolder: string;
  readonly version: string;
}

export type ConfigOutcome =
  | { readonly kind: 'config'; readonly config: Config }
  | { readonly kind: 'help'; readonly text: string }
  | { readonly kind: 'refused'; readonly sentence: string };

const HELP = `Switchboard, an inbox for business text messages.

  --browser           open Switchboard in your browser instead of a window
  --demo              open the built-in demo, which keeps its data separate
  --no-open           print the address instead of opening the browser
  --hidden            start in the tray or Dock without a window, or minimised if there is neither
  --port N            port on 127.0.0.1; 0, the default, takes the last run's if free, else any
  --data DIR          folder for all data
  --renderer-url URL  load the page from a development server
  --help              show this help

  SWITCHBOARD_BASE_URL, SWITCHBOARD_WEB_URL, SWITCHBOARD_USERNAME, SWITCHBOARD_API_KEY sign you in automatically.
  SWITCHBOARD_KEYRING=off ignores this computer’s keyring: you enter your API key at each start.
  SWITCHBOARD_TUNNEL_COMMAND sets a live updates command that runs without asking you.
  HTTPS_PROXY, HTTP_PROXY and NO_PROXY set the proxy.
`;

const OPTIONS = {
  browser: { type: 'boolean' },
  demo: { type: 'boolean' },
  'no-open': { type: 'boolean' },
  hidden: { type: 'boolean' },
  port: { type: 'string' },
  data: { type: 'string' },
  'renderer-url': { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

const optional = <Schema extends v.GenericSchema>(schema: Schema): v.OptionalSchema<Schema, undefined> =>
  v.optional(schema);

const isHttp = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);

const argumentsSchema = v.object({
  browser: v.optional(v.boolean(), false),
  demo: v.optional(v.boolean(), false),
  'no-open': v.optional(v.boolean(), false),
  hidden: v.optional(v.boolean(), false),
  port: optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,5}$/, 'needs a number from 0 to 65535'),
      v.transform(Number),
      v.maxValue(65_535, 'needs a number from 0 to 65535'),
    ),
  ),
  data: optional(v.pipe(v.string(), v.minLength(1, 'needs a folder'))),
  'renderer-url': optional(v.pipe(v.string(), v.check(isHttp, 'needs an address starting with http:// or https://'))),
  help: v.optional(v.boolean(), false),
});
type Arguments = v.InferOutput<typeof argumentsSchema>;

/** Names of the environment that sign in; all but the web address must be there together. */
const unattendedSchema = v.object({
  SWITCHBOARD_BASE_URL: v.pipe(v.string(), v.trim(), v.minLength(1)),
  SWITCHBOARD_WEB_URL: v.optional(v.pipe(v.string(), v.trim()), ''),
  SWITCHBOARD_USERNAME: v.pipe(v.string(), v.trim(), v.minLength(1)),
  SWITCHBOARD_API_KEY: v.pipe(v.string(), v.trim(), v.minLength(1)),
});

/**
 * What this process was told. The key is taken out of the environment: what this process starts, such as a browser,
 * must not inherit it.
 */
export function readSources(paths: Pick<ConfigSources, 'rendererFolder' | 'version'>): ConfigSources {
  const env = { ...process.env };
  delete process.env['SWITCHBOARD_API_KEY'];
  return {
    ...paths,
    argv: process.argv.slice(2),
    env,
    platform: process.platform,
    homeFolder: os.homedir(),
    currentFolder: process.cwd(),
  };
}

/**
 * Leaves only what is ours of a desktop program's arguments: Chromium's switches, the path of an unpackaged app and what
 * a desktop adds are none of our business.
 */
export function keepKnownArguments(argv: readonly string[]): readonly string[] {
  const kept: string[] = [];
  for (const [index, argument] of argv.entries()) {
    const [name = '', value] = argument.replace(/^--/, '').split('=', 2);
    if (!argument.startsWith('--') || !Object.hasOwn(OPTIONS, name)) continue;
    kept.push(argument);
    const next = argv[index + 1];
    const takesNext = OPTIONS[name as keyof typeof OPTIONS].type === 'string' && value === undefined;
    if (takesNext && next !== undefined) kept.push(next);
  }
  return kept;
}

/** Reads everything once. A bad argument is one sentence for the person; the caller prints it and ends with 2. */
export function parseConfig(sources: ConfigSources): ConfigOutcome {
  const given = parseArguments(sources.argv);
  if (typeof given === 'string') return { kind: 'refused', sentence: given };
  if (given.help) return { kind: 'help', text: HELP };
  const unattended = parseUnattended(sources.env);
  if (typeof unattended === 'string') return { kind: 'refused', sentence: unattended };
  const rendererUrl = given['renderer-url'] ?? null;
  const config: Config = {
    isDemo: given.demo,
    opensBrowser: !given['no-open'],
    startsHidden: given.hidden,
    port: given.port ?? 0,
    dataFolder: toDataFolder(sources, given),
    rendererFolder: sources.rendererFolder,
    rendererUrl,
    version: sources.version,
    platform: sources.platform === 'win32' ? 'windows' : sources.platform === 'darwin' ? 'macos' : 'linux',
    isDevelopment: rendererUrl !== null || ['test', 'development'].includes(sources.env['NODE_ENV'] ?? ''),
    unattended: given.demo ? null : unattended,
    tunnelCommand: findVariable(sources.env, 'SWITCHBOARD_TUNNEL_COMMAND'),
    usesKeyring: sources.env['SWITCHBOARD_KEYRING']?.trim().toLowerCase() !== 'off',
    environment: toEnvironment(sources.env),
    homeFolder: sources.homeFolder,
    proxies: {
      http: findVariable(sources.env, 'http_proxy', 'HTTP_PROXY'),
      https: findVariable(sources.env, 'https_proxy', 'HTTPS_PROXY'),
      except: findVariable(sources.env, 'no_proxy', 'NO_PROXY'),
    },
  };
  return { kind: 'config', config: Object.freeze(config) };
}

function toEnvironment(env: ConfigSources['env']): Config['environment'] {
  const others = Object.entries(env).filter(([name]) => !name.startsWith('SWITCHBOARD_'));
  return Object.freeze(
    Object.fromEntries(others.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))),
  );
}

function findVariable(env: ConfigSources['env'], ...names: readonly string[]): string | null {
  const [first] = names.map((name) => env[name]?.trim()).filter((value) => value !== undefined && value !== '');
  return first ?? null;
}

function parseArguments(argv: readonly string[]): Arguments | string {
  try {
    const { values } = parseArgs({ args: [...argv], options: OPTIONS, strict: true, allowPositionals: false });
    const parsed = v.safeParse(argumentsSchema, values);
    if (parsed.success) return parsed.output;
    const [issue] = parsed.issues;
    return `--${v.getDotPath(issue) ?? ''} ${issue.message}.`;
  } catch (error) {
    const said = error instanceof Error ? (error.message.split(/[.\n]/, 1)[0] ?? '') : '';
    return `${said}. Try --help.`;
  }
}

function parseUnattended(env: ConfigSources['env']): UnattendedSignIn | null | string {
  const names = Object.keys(unattendedSchema.entries);
  const present = names.filter((name) => (env[name] ?? '').trim() !== '');
  if (present.length === 0) return null;
  const parsed = v.safeParse(unattendedSchema, env);
  if (!parsed.success) {
    const missing = names.filter((name) => name !== 'SWITCHBOARD_WEB_URL' && !present.includes(name));
    return `To sign in automatically, set ${missing.join(', ')} as well as ${present.join(', ')}.`;
  }
  return {
    baseUrl: parsed.output.SWITCHBOARD_BASE_URL,
    webUrl: parsed.output.SWITCHBOARD_WEB_URL,
    username: parsed.output.SWITCHBOARD_USERNAME,
    apiKey: parsed.output.SWITCHBOARD_API_KEY,
  };
}

/** `--data`, else where the system keeps such things; the demo one level below, so that it never meets real data. */
function toDataFolder(sources: ConfigSources, given: Arguments): string {
  const folder = given.data === undefined ? toSystemFolder(sources) : path.resolve(sources.currentFolder, given.data);
  return given.demo ? path.join(folder, 'demo') : folder;
}

function toSystemFolder({ platform, env, homeFolder }: ConfigSources): string {
  if (platform === 'win32') {
    return path.join(env['APPDATA'] ?? path.join(homeFolder, 'AppData', 'Roaming'), 'Switchboard');
  }
  if (platform === 'darwin') return path.join(homeFolder, 'Library', 'Application Support', 'Switchboard');
  const base = env['XDG_DATA_HOME'];
  // A relative XDG_DATA_HOME is to be ignored, says its specification.
  return path.join(
    base !== undefined && path.isAbsolute(base) ? base : path.join(homeFolder, '.local', 'share'),
    'switchboard',
  );
}
