import type { LookupFunction } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createPublicLookup, isPublicAddress, mayBePublicHost } from '#main/api/network/public-address.ts';

describe('a public address', () => {
  it.each([
    ...[
      '127.0.0.1',
      '127.255.255.254',
      '0.0.0.0',
      '0.1.2.3',
      '10.1.2.3',
      '172.16.0.1',
      '172.31.255.255',
      '192.168.1.1',
    ],
    ...['169.254.169.254', '100.64.0.1', '100.127.255.255', '192.0.0.1', '224.0.0.251', '239.1.1.1', '255.255.255.255'],
    ...['::', '::1', 'fc00::1', 'fdff::1', 'fe80::1', 'fe80::1%eth0', 'febf::1', 'fec0::1', 'ff02::fb'],
    ...['::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:192.168.0.1', '::127.0.0.1', '::ffff:0:10.0.0.1'],
    ...['64:ff9b::127.0.0.1', '64:ff9b::a00:1', '64:ff9b:1::808:808', '2002:7f00:1::', '2001:0:1::1'],
    ...['', 'pictures.example', '127.1', '[::1]'],
  ])('is not %s', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each([
    ...['1.1.1.1', '9.255.255.255', '11.0.0.1', '100.63.255.255', '100.128.0.1', '126.255.255.255', '128.0.0.1'],
    ...['172.15.255.255', '172.32.0.1', '169.253.1.1', '192.167.1.1', '192.169.1.1', '223.255.255.255'],
    ...['2606:4700::1111', '2a00::1', '64:ff9b::8.8.8.8', '::ffff:8.8.8.8', '2001:4860:4860::8888'],
  ])('is %s', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each([
    ['https://localhost/', false],
    ['https://LOCALHOST./', false],
    ['https://pictures.localhost/', false],
    ['https://[::1]/', false],
    ['https://2130706433/', false],
    ['https://0177.0.0.1/', false],
    ['https://0x7f.1/', false],
    ['https://127.0.0.1./', false],
    ['https://１２７.0.0.1/', false],
    ['https://[::ffff:127.0.0.1]/', false],
    ['https://pictures.example/', true],
    ['https://notlocalhost/', true],
    ['https://8.8.8.8/', true],
    ['https://[2606:4700::1111]/', true],
  ])('may be the host of %s: %s', (address, mayBe) => {
    expect(mayBePublicHost(new URL(address).hostname)).toBe(mayBe);
  });
});

describe('looking up a name for a public address', () => {
  const look = (found: Parameters<Parameters<LookupFunction>[2]>[1], error: NodeJS.ErrnoException | null = null) =>
    new Promise((resolve) => {
      const lookup = createPublicLookup((_name, _options, callback) => callback(error, found, 4));
      lookup('pictures.example', { all: true }, (failure, said) => resolve(failure === null ? said : failure.name));
    });
  const toFound = (...addresses: string[]) => addresses.map((address) => ({ address, family: 4 }));

  it('gives what the name resolves to', async () => {
    expect(await look(toFound('8.8.8.8', '1.1.1.1'))).toEqual(toFound('8.8.8.8', '1.1.1.1'));
    expect(await look('8.8.8.8')).toBe('8.8.8.8');
  });

  it('fails where it resolves to a private one, also beside public ones', async () => {
    expect(await look(toFound('8.8.8.8', '127.0.0.1'))).toBe('PrivateAddress');
    expect(await look('::1')).toBe('PrivateAddress');
  });

  it('fails as the lookup does', async () => {
    expect(await look('', new Error('ENOTFOUND'))).toBe('Error');
  });
});
