import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PAGE_ORIGIN } from '#main/hosts/electron/security/page-protocol.ts';
import { registerPageScheme, servePage } from '#main/hosts/electron/security/page-protocol.ts';
import type { Reply } from '#shared/contract/index.ts';

const NOT_FOUND: Reply<never> = {
  ok: false,
  error: { code: 'not-found', detail: null, fields: {}, retryAfterMs: null },
};

describe('the scheme of the Electron page', () => {
  let folder: string;
  let serve: (request: Request) => Response | Promise<Response>;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'sb-page-'));
    await mkdir(path.join(folder, 'page', 'assets'), { recursive: true });
    await writeFile(path.join(folder, 'page', 'index.html'), '<!doctype html><title>Switchboard</title>');
    await writeFile(path.join(folder, 'page', 'assets', 'index-Ab3dE_9z.js'), 'export {};');
    await writeFile(path.join(folder, 'secret.json'), '{"outside":true}');
    await symlink(path.join(folder, 'secret.json'), path.join(folder, 'page', 'link.json'));
    const staged = {
      path: path.join(folder, 'secret.json'),
      name: 'Leute "ä".csv',
      mimeType: 'text/html',
      sizeBytes: 16,
    };
    servePage({
      protocol: { handle: (_scheme, handler) => void (serve = handler) },
      rendererFolder: path.join(folder, 'page'),
      bridge: {
        getMedia: (id) =>
          Promise.resolve(
            id === 'picture' ? { ok: true, value: { bytes: Buffer.from('PNG'), mimeType: 'image/png' } } : NOT_FOUND,
          ),
        getFile: (handle) =>
          Promise.resolve(
            handle === 'staged'
              ? { ok: true, value: staged }
              : handle === 'gone'
                ? { ok: true, value: { ...staged, path: path.join(folder, 'gone.json') } }
                : NOT_FOUND,
          ),
      },
    });
  });
  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  const ask = async (pathname: string, init?: RequestInit): Promise<Response> =>
    await serve(new Request(`${PAGE_ORIGIN}${pathname}`, init));

  it('is an origin with fetch and storage, and gets round no policy', () => {
    const registered: unknown[] = [];
    registerPageScheme({ registerSchemesAsPrivileged: (schemes) => registered.push(...schemes) });
    expect(registered).toEqual([
      {
        scheme: 'switchboard-app',
        privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
      },
    ]);
  });

  it('serves the page and its parts with their types and the policy of the page', async () => {
    for (const [pathname, type] of [
      ['/', 'text/html; charset=utf-8'],
      ['/index.html', 'text/html; charset=utf-8'],
      ['/assets/index-Ab3dE_9z.js', 'text/javascript; charset=utf-8'],
    ] as const) {
      const answer = await ask(pathname);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type]);
      expect(answer.headers.get('content-security-policy')).toContain("script-src 'self';");
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    }
  });

  it('gives every answer a policy, also where nothing is', async () => {
    for (const pathname of ['/', '/assets/index-Ab3dE_9z.js', '/media/picture', '/file/staged', '/nothing.html']) {
      const { headers } = await ask(pathname);
      expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'/);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    }
  });

  it('has nothing where a file went away after it was offered', async () => {
    expect((await ask('/file/gone')).status).toBe(404);
  });

  it.each([
    '/nothing.html',
    '/%2e%2e/secret.json',
    '/..%2fsecret.json',
    '/%2e%2e%2fsecret.json',
    '/..%5csecret.json',
    '/assets/%2e%2e/%2e%2e/secret.json',
    '/assets',
    '/link.json',
    '/%00.js',
    '/%ff.js',
    '/media/%zz',
    '/media/none',
    '/media/..%2fpicture',
    '/file/none',
  ])('has nothing at %s', async (pathname) => {
    expect((await ask(pathname)).status).toBe(404);
  });

  it('answers no other scheme, and nothing but GET', async () => {
    expect((await serve(new Request('switchboard-app://window.evil.example/index.html'))).status).toBe(404);
    expect((await ask('/index.html', { method: 'POST' })).status).toBe(404);
  });

  it('streams a file of any size, and closes it where the reader stops', async () => {
    await writeFile(path.join(folder, 'secret.json'), Buffer.alloc(3 * 1024 * 1024, 'x'));
    try {
      const { body } = await ask('/file/staged');
      const reader = body?.getReader();
      const { value } = (await reader?.read()) ?? {};
      expect((value as Uint8Array).byteLength).toBeLessThan(1024 * 1024);
      await reader?.cancel();
      const whole = await (await ask('/file/staged')).arrayBuffer();
      expect(whole.byteLength).toBe(3 * 1024 * 1024);
    } finally {
      await writeFile(path.join(folder, 'secret.json'), '{"outside":true}');
    }
  });

  it('has neither pictures nor files kept by the window: after signing out none is left', async () => {
    for (const pathname of ['/media/picture', '/file/staged'])
      expect((await ask(pathname)).headers.get('cache-control')).toBe('no-store');
  });

  it('serves pictures and files as bytes that run nothing', async () => {
    const picture = await ask('/media/picture');
    expect([picture.headers.get('content-type'), await picture.text()]).toEqual(['image/png', 'PNG']);
    const file = await ask('/file/staged');
    expect(file.headers.get('content-type')).toBe('application/octet-stream');
    expect(file.headers.get('content-disposition')).toContain('attachment; filename="Leute');
    for (const answer of [picture, file]) expect(answer.headers.get('content-security-policy')).toContain('sandbox');
  });
});
