import { describe, expect, it } from 'vitest';
import { parseConfig, readSources, type Config, type ConfigSources } from '#main/config.ts';

const sources: ConfigSources = {
  argv: [],
  env: {},
  platform: 'linux',
  homeFolder: '/home/ada',
  currentFolder: '/projects',
  rendererFolder: '/app/dist/renderer',
  version: '1.2.3',
};

function read(changes: Partial<ConfigSources>): Config {
  const outcome = parseConfig({ ...sources, ...changes });
  if (outcome.kind !== 'config') throw new Error(`Expected a config, got ${JSON.stringify(outcome)}`);
  return outcome.config;
}

function refuse(changes: Partial<ConfigSources>): string {
  const outcome = parseConfig({ ...sources, ...changes });
  return outcome.kind === 'refused' ? outcome.sentence : `not refused: ${outcome.kind}`;
}

describe('config', () => {
  it('without arguments takes any port, opens the browser and keeps data where the system does', () => {
    expect(read({})).toEqual({
      isDemo: false,
      opensBrowser: true,
      startsHidden: false,
      port: 0,
      dataFolder: '/home/ada/.local/share/switchboard',
      rendererFolder: '/app/dist/renderer',
      rendererUrl: null,
      version: '1.2.3',
      platform: 'linux',
      isDevelopment: false,
      unattended: null,
      tunnelCommand: null,
      usesKeyring: true,
      environment: {},
      homeFolder: '/home/ada',
      proxies: { http: null, https: null, except: null },
    });
  });

  it('passes on the environment without what is meant for this app alone', () => {
    const env = { PATH: '/bin', SWITCHBOARD_KEYRING: 'off', SWITCHBOARD_API_KEY: 'k', EMPTY: undefined };
    expect(() => read({ env })).toThrow();
    const known = { SWITCHBOARD_BASE_URL: 'u', SWITCHBOARD_USERNAME: 'n', SWITCHBOARD_API_KEY: 'k' };
    expect(read({ env: { PATH: '/bin', EMPTY: undefined, ...known } }).environment).toEqual({ PATH: '/bin' });
  });

  it('takes the command line of a tunnel that may run without a question', () => {
    expect(read({ env: { SWITCHBOARD_TUNNEL_COMMAND: ' ngrok http {port} ' } }).tunnelCommand).toBe(
      'ngrok http {port}',
    );
    expect(read({ env: { SWITCHBOARD_TUNNEL_COMMAND: '' } }).tunnelCommand).toBeNull();
  });

  it('leaves the keyring of the computer alone when told so', () => {
    expect(read({ env: { SWITCHBOARD_KEYRING: ' Off ' } }).usesKeyring).toBe(false);
    expect(read({ env: { SWITCHBOARD_KEYRING: '' } }).usesKeyring).toBe(true);
  });

  it('takes every argument of the stable commands', () => {
    const argv = ['--browser', '--demo', '--no-open', '--port', '4780', '--data', 'here'];
    expect(read({ argv })).toMatchObject({
      isDemo: true,
      opensBrowser: false,
      port: 4780,
      dataFolder: '/projects/here/demo',
    });
  });

  it('gives the demo a folder of its own, so that it never meets real data', () => {
    expect(read({ argv: ['--demo'] }).dataFolder).toBe('/home/ada/.local/share/switchboard/demo');
  });

  it.each([
    ['linux', { XDG_DATA_HOME: '/data' }, '/data/switchboard'],
    ['linux', { XDG_DATA_HOME: 'relative' }, '/home/ada/.local/share/switchboard'],
    ['darwin', {}, '/home/ada/Library/Application Support/Switchboard'],
    ['win32', { APPDATA: '/roaming' }, '/roaming/Switchboard'],
  ] as const)('knows the data folder of %s with %o', (platform, env, folder) => {
    expect(read({ platform, env }).dataFolder).toBe(folder);
  });

  it('is frozen', () => {
    expect(Object.isFrozen(read({}))).toBe(true);
  });

  it('signs in from the environment when address, name and key are there, the web address being optional', () => {
    const env = {
      SWITCHBOARD_BASE_URL: ' https://a.example ',
      SWITCHBOARD_USERNAME: 'ada',
      SWITCHBOARD_API_KEY: 'k1',
    };
    expect(read({ env }).unattended).toEqual({
      baseUrl: 'https://a.example',
      webUrl: '',
      username: 'ada',
      apiKey: 'k1',
    });
  });

  it('leaves the environment alone in the demo', () => {
    const env = { SWITCHBOARD_BASE_URL: 'https://a.example', SWITCHBOARD_USERNAME: 'a', SWITCHBOARD_API_KEY: 'k' };
    expect(read({ env, argv: ['--demo'] }).unattended).toBeNull();
  });

  it('checks answers while it is developed or tested', () => {
    expect(read({ argv: ['--renderer-url', 'http://127.0.0.1:5173'] }).isDevelopment).toBe(true);
    expect(read({ env: { NODE_ENV: 'test' } }).isDevelopment).toBe(true);
  });

  it.each([
    [['--port', '70000'], '--port needs a number from 0 to 65535.'],
    [['--port', 'x'], '--port needs a number from 0 to 65535.'],
    [['--data', ''], '--data needs a folder.'],
    [['--renderer-url', 'ftp://x'], '--renderer-url needs an address starting with http:// or https://.'],
  ])('refuses %o in one sentence', (argv, sentence) => {
    expect(refuse({ argv })).toBe(sentence);
  });

  it('refuses what it does not know, naming it', () => {
    expect(refuse({ argv: ['--prot', '1'] })).toContain("'--prot'");
    expect(refuse({ argv: ['something'] })).toContain("'something'");
  });

  it('refuses half an environment and never repeats the key', () => {
    const sentence = refuse({ env: { SWITCHBOARD_API_KEY: 'very-secret' } });
    expect(sentence).toBe(
      'To sign in automatically, set SWITCHBOARD_BASE_URL, SWITCHBOARD_USERNAME as well as SWITCHBOARD_API_KEY.',
    );
  });

  it('explains itself when asked', () => {
    expect(parseConfig({ ...sources, argv: ['--help'] })).toMatchObject({ kind: 'help' });
  });
});

describe('the proxies of the environment', () => {
  it('are taken by their usual names, lower case first, empty ones for none', () => {
    const env = { http_proxy: 'one:1', HTTP_PROXY: 'two:2', HTTPS_PROXY: 'three:3', no_proxy: ' ', NO_PROXY: 'a.test' };
    expect(read({ env }).proxies).toEqual({ http: 'one:1', https: 'three:3', except: 'a.test' });
  });
});

describe('what the process was told', () => {
  it('holds the key, which nothing that the process starts can inherit any more', () => {
    process.env['SWITCHBOARD_API_KEY'] = 'a-secret-key';
    const { env } = readSources({ rendererFolder: '/app', version: '1.2.3' });
    expect(env['SWITCHBOARD_API_KEY']).toBe('a-secret-key');
    expect(process.env['SWITCHBOARD_API_KEY']).toBeUndefined();
  });
});
