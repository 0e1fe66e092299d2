import { describe, expect, it } from 'vitest';
import { openLink, toHostInfo } from '#main/services/host/host.ts';

const ABOUT = { platform: 'linux', version: '1.0.0', dataId: 'folder' } as const;

function createHost(isPossible = true) {
  const opened: string[] = [];
  const open = (url: string): Promise<boolean> => {
    opened.push(url);
    return Promise.resolve(isPossible);
  };
  return { host: { openLink: open }, opened };
}

describe('the host', () => {
  it('says where the app runs', () => {
    expect(toHostInfo({ kind: 'browser' }, ABOUT)).toEqual({
      kind: 'browser',
      platform: 'linux',
      canZoom: false,
      menus: 'none',
      version: '1.0.0',
      dataId: 'folder',
    });
  });

  it('can zoom its window where that is no browser’s own affair', () => {
    expect(toHostInfo({ kind: 'electron' }, ABOUT)).toMatchObject({ kind: 'electron', canZoom: true });
  });

  it('has menus where there is a desktop: on macOS above the window, elsewhere behind a button of the page', () => {
    const find = (platform: 'linux' | 'macos' | 'windows') =>
      toHostInfo({ kind: 'electron' }, { ...ABOUT, platform }).menus;
    expect([find('macos'), find('windows'), find('linux')]).toEqual(['system', 'button', 'button']);
  });

  it.each(['https://example.test/a', 'http://example.test/', 'mailto:ada@example.test', 'tel:+447700900318'])(
    'opens %s',
    async (url) => {
      const { host, opened } = createHost();
      await openLink(host, url);
      expect(opened).toEqual([url]);
    },
  );

  it.each([
    'javascript:alert(1)',
    'file:///etc/passwd',
    'data:text/html,x',
    'vscode://x',
    'C:\\x.exe',
    'nothing',
    `https://example.test/${'x'.repeat(2_000)}`,
  ])('does not open %s', async (url) => {
    const { host, opened } = createHost();
    await expect(openLink(host, url)).rejects.toMatchObject({
      code: 'validation',
      fields: { url: ['not-an-address'] },
    });
    expect(opened).toEqual([]);
  });

  it('says so where nothing opens links', async () => {
    await expect(openLink(createHost(false).host, 'https://example.test')).rejects.toMatchObject({ code: 'not-found' });
  });
});
