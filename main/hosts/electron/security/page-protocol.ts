/**
 * Serves our page, and the pictures and files that main has for it, over a scheme of our own: no other program on a port can
 * pass itself off as the page.
 */
import { open, readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { Bridge } from '#main/bridge/bridge.ts';
import { findPageFile } from '#main/platform/page-files.ts';
import { FOREIGN_BYTES_POLICY, toDisposition, toPagePolicy } from '#main/platform/page-policy.ts';
import type { ElectronApi } from '../electron-api.ts';

export const PAGE_SCHEME = 'switchboard-app';
export const PAGE_ORIGIN = `${PAGE_SCHEME}://window`;
export const PAGE_URL = `${PAGE_ORIGIN}/index.html`;

const PAGE_POLICY = toPagePolicy();
const HANDLE = /^\/(media|file)\/([\w-]{1,200})$/;

type PageParts = Pick<Bridge, 'getMedia' | 'getFile'>;

/** Whether an address is our page or one of its parts. */
export function isPageUrl(address: string): boolean {
  const url = URL.parse(address);
  // A custom scheme has the opaque origin "null" for WHATWG URL, so scheme and host are compared one by one.
  return url?.protocol === `${PAGE_SCHEME}:` && url.host === 'window';
}

/** Must run before Electron is ready: makes the scheme an origin with fetch, storage and a secure context. */
export function registerPageScheme(protocol: Pick<ElectronApi['protocol'], 'registerSchemesAsPrivileged'>): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: PAGE_SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ]);
}

/** Answers every address of the scheme once Electron is ready. Never rejects: what does not exist is a 404. */
export function servePage(options: {
  readonly protocol: Pick<ElectronApi['protocol'], 'handle'>;
  readonly rendererFolder: string;
  readonly bridge: PageParts;
}): void {
  options.protocol.handle(PAGE_SCHEME, async (request) => {
    if (!isPageUrl(request.url) || request.method !== 'GET') return toMissing();
    const { pathname } = new URL(request.url);
    const [, area, id] = HANDLE.exec(pathname) ?? [];
    if (id === undefined) return await servePart(options.rendererFolder, pathname);
    return await (area === 'media' ? serveMedia(options.bridge, id) : serveFile(options.bridge, id));
  });
}

async function servePart(folder: string, pathname: string): Promise<Response> {
  const found = await findPageFile(folder, pathname);
  if (found === undefined) return toMissing();
  return await toFileResponse(found.file, { 'Content-Type': found.type, 'Content-Security-Policy': PAGE_POLICY });
}

async function serveMedia(bridge: PageParts, mediaId: string): Promise<Response> {
  const reply = await bridge.getMedia(mediaId);
  if (!reply.ok) return toMissing();
  return toResponse(200, new Uint8Array(reply.value.bytes), {
    'Content-Type': reply.value.mimeType,
    'Cache-Control': 'no-store',
  });
}

/** As a stream: an export may be larger than memory. Electron reads it while it writes it to its place. */
async function serveFile(bridge: PageParts, handle: string): Promise<Response> {
  const reply = await bridge.getFile(handle);
  if (!reply.ok) return toMissing();
  const file = await open(reply.value.path).catch(() => null);
  // Removed since it was found.
  if (file === null) return toMissing();
  const bytes = Readable.toWeb(file.createReadStream());
  return toResponse(200, bytes, {
    'Content-Type': 'application/octet-stream',
    'Content-Length': String(reply.value.sizeBytes),
    'Cache-Control': 'no-store',
    'Content-Disposition': toDisposition('attachment', reply.value.name),
  });
}

async function toFileResponse(file: string, headers: Record<string, string>): Promise<Response> {
  try {
    return toResponse(200, new Uint8Array(await readFile(file)), headers);
  } catch {
    // Removed since it was found.
    return toMissing();
  }
}

function toMissing(): Response {
  return toResponse(404, 'There’s nothing at this address.', { 'Content-Type': 'text/plain; charset=utf-8' });
}

type Body = Uint8Array<ArrayBuffer> | ReadableStream | string;

/** Every answer has a policy: without one of its own, the one under which nothing runs. */
function toResponse(status: number, body: Body, headers: Record<string, string>): Response {
  return new Response(body, {
    status,
    headers: {
      'Content-Security-Policy': FOREIGN_BYTES_POLICY,
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
      'Cross-Origin-Resource-Policy': 'same-origin',
      'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
      ...headers,
    },
  });
}
