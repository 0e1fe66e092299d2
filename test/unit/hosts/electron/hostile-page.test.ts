/** A page that is not ours, or ours in the hands of somebody else: every way out that Electron offers is refused. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { DownloadItem, WebFrameMain } from 'electron';
import { PAGE_ORIGIN, PAGE_URL } from '#main/hosts/electron/security/page-protocol.ts';
import { startElectron } from '#main/hosts/electron/lifecycle/start.ts';
import { BYTES_CHANNEL, REQUEST_CHANNEL } from '#shared/contract/index.ts';
import { AppDouble } from '#test/support/electron/app-double.ts';
import { ElectronDouble } from '#test/support/electron/doubles.ts';
import { EventDouble, standIn } from '#test/support/electron/stand-in.ts';
import type { ContentsDouble } from '#test/support/electron/window-doubles.ts';

let folder: string;
let double: ElectronDouble;
let app: AppDouble;
let contents: ContentsDouble;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'sb-hostile-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

beforeEach(async () => {
  double = new ElectronDouble();
  app = new AppDouble(double.recorder);
  const started = startElectron(double.parts, {
    homeFolder: '/home/nobody',
    dataFolder: folder,
    rendererFolder: folder,
    iconFolder: '/icons',
    resourcesFolder: '/resources',
    version: '1.2.3',
    preloadPath: '/app/preload.cjs',
    platform: 'linux',
    hasDeveloperTools: false,
    isInstalled: false,
    startsHidden: false,
    environment: {},
    usesKeyring: false,
    process: { argv: [], execPath: '/opt/switchboard', on: () => process },
    createApp: () => Promise.resolve({ kind: 'app', app }),
    print: () => undefined,
    now: () => 0,
  });
  await double.makeReady();
  await started;
  const [window] = double.windows;
  if (window === undefined) throw new Error('There is no window');
  contents = window.contents;
});

const ELSEWHERE = [
  'https://elsewhere.example/',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'data:text/html,x',
  'about:blank',
  'switchboard-app://window.evil.example/index.html',
  'switchboard-app://evil@elsewhere/index.html',
  'switchboard-app:window',
  'not an address',
];

describe('a hostile page', () => {
  it.each(ELSEWHERE)('cannot lead the window to %s', (url) => {
    expect(contents.navigate('will-navigate', url)).toBe(true);
    expect(contents.navigate('will-redirect', url)).toBe(true);
    expect(contents.navigate('will-frame-navigate', url)).toBe(true);
  });

  it('cannot have frames, not even of our own page, nor a webview', () => {
    expect(contents.navigate('will-frame-navigate', PAGE_URL, false)).toBe(true);
    expect(contents.navigate('will-redirect', PAGE_URL, false)).toBe(true);
    const attach = new EventDouble();
    contents.events.emit('will-attach-webview', attach);
    expect(attach.defaultPrevented).toBe(true);
    expect(contents.navigate('will-navigate', PAGE_URL)).toBe(false);
    expect(contents.navigate('will-frame-navigate', PAGE_URL)).toBe(false);
  });

  it('opens no window; where it points to is asked of the app, which checks it', () => {
    const open = (url: string) =>
      contents.openHandler?.({
        url,
        frameName: '',
        features: '',
        disposition: 'foreground-tab',
        referrer: { url: '', policy: 'default' },
      });
    expect(open('file:///etc/passwd')).toEqual({ action: 'deny' });
    expect(open(PAGE_URL)).toEqual({ action: 'deny' });
    contents.navigate('will-navigate', 'https://elsewhere.example/');
    expect(app.inputsOf('host.openLink')).toEqual([
      { url: 'file:///etc/passwd' },
      { url: PAGE_URL },
      { url: 'https://elsewhere.example/' },
    ]);
    expect(double.recorder.callsOf('shell')).toEqual([]);
  });

  it('whatever window it got hold of would be guarded the same way', () => {
    const other = double.parts.createWindow({});
    expect(double.windows[1]?.real).toBe(other);
    expect(double.windows[1]?.contents.navigate('will-navigate', 'https://elsewhere.example/')).toBe(true);
  });

  it.each([
    'media',
    'display-capture',
    'geolocation',
    'notifications',
    'clipboard-read',
    'fileSystem',
    'hid',
    'serial',
    'usb',
    'openExternal',
    'fullscreen',
    'unknown',
  ] as const)('is not permitted %s', (permission) => {
    const answers: boolean[] = [];
    const details = { isMainFrame: true, requestingUrl: PAGE_URL };
    double.permit?.(contents.real, permission, (isGranted) => answers.push(isGranted), details);
    expect(answers).toEqual([false]);
    expect(double.check?.(contents.real, permission, PAGE_ORIGIN, { isMainFrame: true })).toBe(false);
  });

  it('may write to the clipboard only as the top frame of our page', () => {
    const answers: boolean[] = [];
    const ask = (requestingUrl: string, isMainFrame: boolean) => {
      const callback = (isGranted: boolean) => answers.push(isGranted);
      double.permit?.(contents.real, 'clipboard-sanitized-write', callback, { isMainFrame, requestingUrl });
      const isChecked = double.check?.(contents.real, 'clipboard-sanitized-write', requestingUrl, { isMainFrame });
      answers.push(isChecked === true);
    };
    ask('https://elsewhere.example/', true);
    ask(PAGE_URL, false);
    expect(answers).toEqual([false, false, false, false]);
    ask(PAGE_URL, true);
    expect(answers.slice(4)).toEqual([true, true]);
  });

  it('gets no device', () => {
    const device = standIn<Parameters<NonNullable<typeof double.permitDevice>>[0]['device']>({});
    expect(double.permitDevice?.({ deviceType: 'usb', origin: PAGE_ORIGIN, device })).toBe(false);
  });

  it('downloads nothing but what main offers', () => {
    const asked: unknown[] = [];
    const download = (url: string) => {
      const event = new EventDouble();
      const item = standIn<DownloadItem>({
        getURL: () => url,
        getFilename: () => 'ledger.csv',
        setSaveDialogOptions: (options) => void asked.push(options.defaultPath),
      });
      double.session.emit('will-download', event, item, contents.real);
      return event.defaultPrevented;
    };
    expect(download('https://elsewhere.example/malware.exe')).toBe(true);
    expect(download('data:application/x-msdownload,x')).toBe(true);
    expect(asked).toEqual([]);
    expect(download(`${PAGE_ORIGIN}/file/h`)).toBe(false);
    // Where to is for the person to say: Electron asks, unless it is told a path.
    expect(asked).toEqual(['ledger.csv']);
  });

  it.each([
    ['https://elsewhere.example/?stolen', false],
    ['http://127.0.0.1:4780/', false],
    ['wss://elsewhere.example/', false],
    ['file:///etc/passwd', false],
    ['blob:https://elsewhere.example/1', false],
    ['switchboard-app://elsewhere/index.html', false],
    [PAGE_URL, true],
    [`blob:${PAGE_ORIGIN}/1`, true],
  ])('asks %s: let out %s', async (url, isLetOut) => {
    expect(await double.letsOut(url)).toBe(isLetOut);
  });

  it.each([
    ['another page', { url: 'https://elsewhere.example/', parent: null }],
    ['a frame inside our page', { url: PAGE_URL, parent: standIn<WebFrameMain>({}) }],
    ['a frame that is gone', null],
    ['a page whose address only begins like ours', { url: `${PAGE_ORIGIN}.evil.example/index.html`, parent: null }],
    ['an empty page', { url: '', parent: null }],
  ])('is not answered as %s', async (_who, frame) => {
    const request = { type: 'request', id: 1, name: 'session.get', input: {} };
    const chunk = { handle: 'h', offset: 0, bytes: new ArrayBuffer(1) };
    const before = app.asked.length;
    expect(await double.invoke(REQUEST_CHANNEL, frame, request)).toMatchObject({ ok: false });
    expect(await double.invoke(BYTES_CHANNEL, frame, chunk)).toMatchObject({ ok: false });
    expect(app.asked).toHaveLength(before);
  });
});
