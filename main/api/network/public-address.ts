/**
 * Which addresses may be asked when the service names them: none that leads into this computer or its own network.
 *
 * A name is looked at again as it is resolved for each connection, so that no second answer of a name server counts.
 * Left out on purpose: 198.18.0.0/15, behind which some VPN programs put every public name.
 */
import { lookup as systemLookup } from 'node:dns';
import type { LookupAddress } from 'node:dns';
import { BlockList, isIP, isIPv6 } from 'node:net';
import type { LookupFunction } from 'node:net';

/** This network, private, shared (CGNAT), loopback, link-local, protocol assignments, multicast, reserved and broadcast. */
const PRIVATE_V4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const;
/** Unspecified, loopback, NAT64 of one's own network, Teredo, 6to4, unique local, link-local, site-local, multicast. */
const PRIVATE_V6 = [
  ['::', 128],
  ['::1', 128],
  ['64:ff9b:1::', 48],
  ['2001::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const;
/** Forms of IPv6 that stand for an address of IPv4, their last 32 bits: compatible, mapped, translated, NAT64. */
const EMBEDDING = ['::', '::ffff:', '::ffff:0:', '64:ff9b::'];
const EMBEDDED_AT = 96;

/** The address is not one of the web: nothing was sent, nobody was connected to. */
export class PrivateAddress extends Error {
  constructor() {
    super('The address leads into this computer or its own network');
    this.name = 'PrivateAddress';
  }
}

const blocked = createBlockList();

/** Whether an address of IPv4 or IPv6, with no brackets, is one of the open internet. */
export function isPublicAddress(address: string): boolean {
  const [bare = ''] = address.split('%', 1);
  return isIP(bare) !== 0 && !blocked.check(bare, isIPv6(bare) ? 'ipv6' : 'ipv4');
}

/** Whether the host of a URL may be: a public address, or a name that does not mean this computer whatever it resolves to. */
export function mayBePublicHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (isIP(host) !== 0) return isPublicAddress(host);
  return host !== '' && !/^(?:.*\.)?localhost$/i.test(host);
}

/** Resolves as `lookup` does, and fails with `PrivateAddress` where one of the addresses is private. */
export function createPublicLookup(lookup: LookupFunction = systemLookup): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, options, (error, found, family) => {
      const addresses = toAddresses(found);
      if (error === null && !addresses.every(isPublicAddress)) callback(new PrivateAddress(), found, family);
      else callback(error, found, family);
    });
  };
}

function toAddresses(found: string | readonly LookupAddress[]): readonly string[] {
  return typeof found === 'string' ? [found] : found.map(({ address }) => address);
}

function createBlockList(): BlockList {
  const list = new BlockList();
  for (const [address, prefix] of PRIVATE_V4) {
    list.addSubnet(address, prefix, 'ipv4');
    for (const before of EMBEDDING) list.addSubnet(`${before}${address}`, EMBEDDED_AT + prefix, 'ipv6');
  }
  for (const [address, prefix] of PRIVATE_V6) list.addSubnet(address, prefix, 'ipv6');
  return list;
}
