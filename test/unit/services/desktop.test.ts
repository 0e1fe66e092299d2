import { describe, expect, it } from 'vitest';
import { Desktop } from '#main/services/desktop.ts';

function open(isPossible = true, kind: 'browser' | 'electron' = 'browser'): { desktop: Desktop; opened: string[] } {
  const opened: string[] = [];
  const openLink = (url: string): Promise<boolean> => {
    opened.push(url);
    return Promise.resolve(isPossible);
  };
  const desktop = new Desktop({ kind, openLink }, { platform: 'linux', version: '1.0.0', dataId: 'folder' });
  return { desktop, opened };
}

describe('the desktop', () => {
  it('says where the app runs', () => {
    expect(open().desktop.getInfo()).toEqual({
      kind: 'browser',
      platform: 'linux',
      canZoom: false,
      version: '1.0.0',
      dataId: 'folder',
    });
  });

  it('can zoom its window where that is no browser’s own affair', () => {
    expect(open(true, 'electron').desktop.getInfo()).toMatchObject({ kind: 'electron', canZoom: true });
  });

  it.each(['https://example.test/a', 'http://example.test/', 'mailto:ada@example.test', 'tel:+447700900318'])(
    'opens %s',
    async (url) => {
      const { desktop, opened } = open();
      await desktop.openLink(url);
      expect(opened).toEqual([url]);
    },
  );

  it.each(['javascript:alert(1)', 'file:///etc/passwd', 'data:text/html,x', 'vscode://x', 'C:\\x.exe', 'nothing'])(
    'does not open %s',
    async (url) => {
      const { desktop, opened } = open();
      await expect(desktop.openLink(url)).rejects.toMatchObject({
        code: 'validation',
        fields: { url: ['not-an-address'] },
      });
      expect(opened).toEqual([]);
    },
  );

  it('says so where nothing opens links', async () => {
    await expect(open(false).desktop.openLink('https://example.test')).rejects.toMatchObject({ code: 'not-found' });
  });
});
