import { describe, expect, it } from 'vitest';
import { findLinks, LinkDefaults } from '#main/hosts/electron/lifecycle/links.ts';
import { ElectronDouble } from '#test/support/electron/doubles.ts';

describe('links among arguments', () => {
  it('are those of the schemes that the app opens, in their order, and nothing else', () => {
    const argv = [
      'C:\\Program Files\\Switchboard\\Switchboard.exe',
      '--data',
      'here',
      '--url=sms:1',
      'sms:+447700900318?body=Hello%20there',
      'https://elsewhere.example/tel:1',
      'TEL:0800123',
      'switchboard:chat/447700900318',
      'switchboard-app://window/index.html',
      'smsto:1',
      'file:///etc/passwd',
      '',
    ];
    expect(findLinks(argv)).toEqual([
      'sms:+447700900318?body=Hello%20there',
      'TEL:0800123',
      'switchboard:chat/447700900318',
    ]);
  });

  it('are of a length that somebody may have written', () => {
    expect(findLinks([`sms:${'1'.repeat(7_996)}`, `sms:${'1'.repeat(7_997)}`])).toHaveLength(1);
  });
});

function setup(platform: NodeJS.Platform, isInstalled = true) {
  const double = new ElectronDouble();
  return { ...double, links: new LinkDefaults({ app: double.parts.app, platform, isInstalled }) };
}

describe('what the desktop opens with the app', () => {
  it.each(['win32', 'darwin'] as const)('is set and taken back on %s, one scheme at a time', (platform) => {
    const { links, recorder } = setup(platform);
    expect(links.find()).toEqual({ sms: false, tel: false });
    expect(links.set('sms', true)).toBe(true);
    expect(links.find()).toEqual({ sms: true, tel: false });
    expect(links.set('sms', true)).toBe(true);
    expect(links.set('sms', false)).toBe(true);
    expect(links.set('sms', false)).toBe(true);
    expect(links.find()).toEqual({ sms: false, tel: false });
    expect(recorder.calls).toEqual([
      ['app.setAsDefaultProtocolClient', 'sms'],
      ['app.removeAsDefaultProtocolClient', 'sms'],
    ]);
  });

  it('says where the desktop does not take it', () => {
    const { links, system } = setup('darwin');
    system.takesSchemes = false;
    expect(links.set('tel', true)).toBe(false);
    expect(links.find()).toEqual({ sms: false, tel: false });
  });

  it.each([
    ['linux', true],
    ['win32', false],
    ['darwin', false],
  ] as const)('cannot be set on %s, installed: %s', (platform, isInstalled) => {
    const { links, recorder } = setup(platform, isInstalled);
    links.registerOwnScheme();
    expect([links.find(), links.set('sms', true), links.set('sms', false)]).toEqual([null, false, false]);
    expect(recorder.calls).toEqual([]);
  });

  it('is the own scheme at each start, where it is not yet', () => {
    const { links, recorder } = setup('win32');
    links.registerOwnScheme();
    links.registerOwnScheme();
    expect(recorder.calls).toEqual([['app.setAsDefaultProtocolClient', 'switchboard']]);
  });
});
