/** Invalid requests to a public address, as bytes on a socket; each kind is wrong in its own way. */
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import type { Random } from '#test/support/random.ts';

/** Placeholder for the right path of the address. */
const RIGHT = '/right';
/** Bounds a hang: a request that is neither answered nor closed by then counts as ignored. */
const PATIENCE_MS = 60_000;

function toRequest(head: string, body: string | Uint8Array = ''): Buffer {
  return Buffer.concat([Buffer.from(`${head}\r\nHost: desk.example\r\n`, 'latin1'), Buffer.from(body)]);
}

function toPost(body: string | Uint8Array, type: string, path = RIGHT): Buffer {
  const bytes = Buffer.from(body);
  const head = Buffer.from(`Content-Type: ${type}\r\nContent-Length: ${bytes.length}\r\n\r\n`, 'latin1');
  return toRequest(`POST ${path} HTTP/1.1`, Buffer.concat([head, bytes]));
}

function toBytes(random: Random, most: number): Buffer {
  return Buffer.from(Array.from({ length: random.between(1, most) }, () => random.between(0, 255)));
}

const part = (name: string): string => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n`;

/** The kinds of requests. None of them names a message. */
const KINDS: Readonly<Record<string, (random: Random) => Buffer>> = {
  'too large and says so': () => toRequest(`POST ${RIGHT} HTTP/1.1`, 'Content-Length: 99999999\r\n\r\n{"id":'),
  'too large and does not say so': () => {
    const chunk = `8000\r\n${'x'.repeat(0x8000)}\r\n`;
    return toRequest(`POST ${RIGHT} HTTP/1.1`, `Transfer-Encoding: chunked\r\n\r\n${chunk.repeat(4)}0\r\n\r\n`);
  },
  'wrong secret': (random) => toPost('{"id":7}', 'application/json', `${RIGHT}${random.between(0, 9)}`),
  'wrong path': (random) => toPost('{"id":7}', 'application/json', random.pick(['/', '/admin', '/switchboard/out/'])),
  'wrong method': (random) => toRequest(`${random.pick(['PUT', 'DELETE', 'PATCH'])} ${RIGHT} HTTP/1.1`, '\r\n'),
  'broken JSON': (random) => toPost(`{"id":${'"'.repeat(random.between(1, 9))}`, 'application/json'),
  'deep JSON': (random) => toPost('{"id":['.repeat(random.between(1, 9_000)), 'application/json'),
  'deep and whole JSON': () => toPost(`{"id":${'['.repeat(30_000)}${']'.repeat(30_000)}}`, 'application/json'),
  'many records': () => toPost(`[${'{},'.repeat(5_000)}0]`, 'application/json'),
  'broken multipart': (random) => {
    const body = `${part('id')}x\r\n${part('text')}y\r\n--x--\r\n`;
    return toPost(body.slice(0, random.between(0, body.length)), 'multipart/form-data; boundary=x');
  },
  'many parts': () => toPost(`${part('id')}x\r\n`.repeat(900), 'multipart/form-data; boundary=x'),
  'a file': () =>
    toPost(part('id').replace('"\r\n', '"; filename="a"\r\n') + 'z'.repeat(60_000), 'multipart/form-data; boundary=x'),
  'an odd content type': (random) =>
    toPost('--', `multipart/form-data; boundary=${toBytes(random, 4).toString('hex')}"`),
  'a long form': () => toPost(`${'a=%zz&'.repeat(10_000)}id=x`, 'application/x-www-form-urlencoded'),
  'binary body': (random) => toPost(toBytes(random, 2_000), 'application/octet-stream'),
  'no HTTP': (random) => Buffer.concat([toBytes(random, 300), Buffer.from('\r\n\r\n')]),
  'an endless header': () => toRequest(`POST ${RIGHT} HTTP/1.1`, `X: ${'y'.repeat(40_000)}\r\n\r\n`),
  'two lengths': () =>
    toRequest(`POST ${RIGHT} HTTP/1.1`, 'Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n'),
};

/** Bytes that begin a request and never end it. */
const UNENDING: readonly string[] = [
  '',
  'POST ',
  `POST ${RIGHT} HTTP/1.1\r\nHost: x\r\n`,
  `POST ${RIGHT} HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{"id":`,
  `POST ${RIGHT} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{"i`,
];

function dial(address: string, bytes: Buffer): Socket {
  const { port, hostname, pathname } = new URL(address);
  const begun = aim(bytes, pathname);
  const socket = connect(Number(port), hostname, () => {
    if (begun.length > 0) socket.write(begun);
  });
  // To be hung up on is what is wanted.
  socket.on('error', () => socket.destroy());
  return socket;
}

function aim(bytes: Buffer, pathname: string): Buffer {
  const at = bytes.indexOf(` ${RIGHT}`);
  if (at < 0) return bytes;
  return Buffer.concat([bytes.subarray(0, at + 1), Buffer.from(pathname), bytes.subarray(at + 1 + RIGHT.length)]);
}

/** Throws one piece of rubbish, and resolves when it was answered or hung up on; true: neither came in time. */
export function sendInvalidRequest(
  address: string,
  random: Random,
): Promise<{ readonly kind: string; readonly isIgnored: boolean }> {
  const kind = random.pick(Object.keys(KINDS));
  const bytes = KINDS[kind]?.(random) ?? Buffer.alloc(0);
  return new Promise((resolve) => {
    const socket = dial(address, bytes);
    const end = (isIgnored: boolean): void => {
      clearTimeout(timer);
      // At once, so that no port of this computer is kept waiting.
      socket.resetAndDestroy();
      resolve({ kind, isIgnored });
    };
    const timer = setTimeout(() => end(true), PATIENCE_MS);
    socket.once('data', () => end(false));
    socket.once('close', () => end(false));
    // Some hang up in the middle of it.
    if (random.happens(5)) socket.once('connect', () => setImmediate(() => end(false)));
  });
}

/** A caller who begins and never ends, until the other side has enough of them. */
export function sendWithoutEnd(address: string, random: Random): { readonly ended: Promise<void> } {
  const socket = dial(address, Buffer.from(random.pick(UNENDING)));
  socket.resume();
  return { ended: new Promise((resolve) => socket.once('close', () => resolve())) };
}
