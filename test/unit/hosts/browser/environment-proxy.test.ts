import { describe, expect, it } from 'vitest';
import { toProxyAnswer, type EnvironmentProxies } from '#main/hosts/browser/environment-proxy.ts';

const answer = (address: string, proxies: Partial<EnvironmentProxies>): string =>
  toProxyAnswer({ http: null, https: null, except: null, ...proxies }, address);

const SERVICE = 'https://rest.example.test/api/v2/ping';

describe('the proxy of the environment', () => {
  it.each([
    ['http://proxy.office:3128', 'PROXY proxy.office:3128'],
    ['proxy.office:3128', 'PROXY proxy.office:3128'],
    ['https://proxy.office', 'HTTPS proxy.office'],
    ['socks5h://proxy.office:1080', 'SOCKS5 proxy.office:1080'],
    ['http://ada:s%40fe@proxy.office:3128', 'PROXY ada:s%40fe@proxy.office:3128'],
    ['ftp://proxy.office', 'DIRECT'],
    ['http://', 'DIRECT'],
  ])('%s is taken as %s', (https, way) => {
    expect(answer(SERVICE, { https })).toBe(way);
  });

  it('is the one for the scheme of the address', () => {
    const proxies = { http: 'http://plain:1', https: 'http://secure:2' };
    expect(answer('http://rest.example.test/', proxies)).toBe('PROXY plain:1');
    expect(answer(SERVICE, proxies)).toBe('PROXY secure:2');
    expect(answer(SERVICE, { http: 'http://plain:1' })).toBe('DIRECT');
  });

  it.each(['http://127.0.0.1:4700/', 'http://localhost:4700/', 'http://[::1]:4700/'])(
    'never stands before this computer: %s',
    (address) => {
      expect(answer(address, { http: 'http://plain:1' })).toBe('DIRECT');
    },
  );

  it.each([
    ['*', 'DIRECT'],
    ['rest.example.test', 'DIRECT'],
    ['.example.test', 'DIRECT'],
    ['*.example.test', 'DIRECT'],
    ['other.test, EXAMPLE.test', 'DIRECT'],
    ['example.test:443', 'DIRECT'],
    ['example.test:8443', 'PROXY secure:2'],
    ['ample.test', 'PROXY secure:2'],
    ['', 'PROXY secure:2'],
  ])('leaves out what is excepted by %j', (except, way) => {
    expect(answer(SERVICE, { https: 'http://secure:2', except })).toBe(way);
  });
});
