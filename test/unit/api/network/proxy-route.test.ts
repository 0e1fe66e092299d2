import { describe, expect, it } from 'vitest';
import { parseProxyRoute } from '#main/api/network/proxy-route.ts';

describe('parseProxyRoute', () => {
  it.each([
    ['PROXY proxy.office:3128', 'http://proxy.office:3128/'],
    ['proxy proxy.office:3128; DIRECT', 'http://proxy.office:3128/'],
    ['HTTPS proxy.office:443', 'https://proxy.office/'],
    ['SOCKS5 127.0.0.1:1080', 'socks5://127.0.0.1:1080'],
    ['SOCKS4 old:1080; PROXY proxy.office:3128', 'http://proxy.office:3128/'],
  ])('reads %s', (answer, uri) => {
    expect(parseProxyRoute(answer)).toEqual({ kind: 'proxy', uri });
  });

  it.each([null, '', 'DIRECT', 'DIRECT; PROXY proxy.office:3128', 'PROXY', 'PROXY ://', 'nonsense'])(
    'goes directly for %s',
    (answer) => {
      expect(parseProxyRoute(answer)).toEqual({ kind: 'direct' });
    },
  );
});
