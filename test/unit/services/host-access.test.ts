import { describe, expect, it } from 'vitest';
import { HostAccess } from '#main/services/host-access.ts';

function open(isPossible = true, kind: 'browser' | 'electron' = 'browser'): { access: HostAccess; opened: string[] } {
  const opened: string[] = [];
  const openLink = (url: string): Promise<boolean> => {
    opened.push(url);
    return Promise.resolve(isPossible);
  };
  const access = new HostAccess({ kind, openLink }, { platform: 'linux', version: '1.0.0', dataId: 'folder' });
  return { access, opened };
}

describe('what the window may know and open of the host', () => {
  it('says where the app runs', () => {
    expect(open().access.getInfo()).toEqual({
      kind: 'browser',
      platform: 'linux',
      canZoom: false,
      version: '1.0.0',
      dataId: 'folder',
    });
  });

  it('can zoom its window where no browser does it', () => {
    expect(open(true, 'electron').access.getInfo()).toMatchObject({ kind: 'electron', canZoom: true });
  });

  it.each(['https://example.test/a', 'http://example.test/', 'mailto:ada@example.test', 'tel:+447700900318'])(
    'opens %s',
    async (url) => {
      const { access, opened } = open();
      await access.openLink(url);
      expect(opened).toEqual([url]);
    },
  );

  it.each(['javascript:alert(1)', 'file:///etc/passwd', 'data:text/html,x', 'vscode://x', 'C:\\x.exe', 'nothing'])(
    'does not open %s',
    async (url) => {
      const { access, opened } = open();
      await expect(access.openLink(url)).rejects.toMatchObject({
        code: 'validation',
        fields: { url: ['not-an-address'] },
      });
      expect(opened).toEqual([]);
    },
  );

  it('says so where nothing opens links', async () => {
    await expect(open(false).access.openLink('https://example.test')).rejects.toMatchObject({ code: 'not-found' });
  });
});
