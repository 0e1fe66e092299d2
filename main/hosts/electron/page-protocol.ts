/** Serves our page, and the pictures and files that main has for it, over our own scheme. */
import { readFile } from 'node:fs/promises';
import type { Protocol } from 'electron';
import type { Bridge } from '#main/bridge/bridge.ts';
import { findPageFile } from '#main/platform/page-files.ts';
import { FOREIGN_BYTES_POLICY, toDisposition, toPagePolicy } from '#main/platform/page-policy.ts';
import { PAGE_SCHEME, isPageUrl } from './page-origin.ts';

const PAGE_POLICY = toPagePolicy();
const HANDLE = /^\/(media|file)\/([\w-]{1,200})$/;

type PageParts = Pick<Bridge, 'getMedia' | 'getFile'>;

/** Must run before Electron is ready: makes the scheme an origin with fetch, storage and a secure context. */
export function registerPageScheme(protocol: Pick<Protocol, 'registerSchemesAsPrivileged'>): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: PAGE_SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ]);
}

/** Answers every address of the scheme once Electron is ready. */
export function servePage(options: {
  readonly protocol: Pick<Protocol, 'handle'>;
  readonly rendererFolder: string;
  readonly bridge: PageParts;
}): void {
  options.protocol.handle(PAGE_SCHEME, async (request) => {
    if (!isPageUrl(request.url) || request.method !== 'GET') return toMissing();
    const { pathname } = new URL(request.url);
    const [, area, id] = HANDLE.exec(pathname) ?? [];
    if (id !== undefined) return area === 'media' ? serveMedia(options.bridge, id) : serveFile(options.bridge, id);
    const found = await findPageFile(options.rendererFolder, pathname);
    if (found === undefined) return toMissing();
    return toResponse(await readFile(found.file), {
      'Content-Type': found.type,
      'Content-Security-Policy': PAGE_POLICY,
    });
  });
}

async function serveMedia(bridge: PageParts, mediaId: string): Promise<Response> {
  const reply = await bridge.getMedia(mediaId);
  if (!reply.ok) return toMissing();
  return toResponse(reply.value.bytes, {
    'Content-Type': reply.value.mimeType,
    'Content-Security-Policy': FOREIGN_BYTES_POLICY,
    'Cache-Control': 'private, max-age=31536000, immutable',
  });
}

async function serveFile(bridge: PageParts, handle: string): Promise<Response> {
  const reply = await bridge.getFile(handle);
  if (!reply.ok) return toMissing();
  return toResponse(await readFile(reply.value.path), {
    'Content-Type': 'application/octet-stream',
    'Content-Disposition': toDisposition('attachment', reply.value.name),
    'Content-Security-Policy': FOREIGN_BYTES_POLICY,
  });
}

function toResponse(bytes: Uint8Array, headers: Record<string, string>): Response {
  return new Response(new Uint8Array(bytes), {
    status: 200,
    headers: { 'X-Content-Type-Options': 'nosniff', 'Referrer-Policy': 'no-referrer', ...headers },
  });
}

function toMissing(): Response {
  return new Response('Switchboard has nothing of this name.', { status: 404 });
}
