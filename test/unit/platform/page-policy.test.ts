import { describe, expect, it } from 'vitest';
import { toPagePolicy, toDisposition } from '#main/platform/page-policy.ts';

describe('the policy of the page', () => {
  it('lets the built page load from its own origin and nowhere else, and run nothing inline', () => {
    for (const policy of [toPagePolicy(), toPagePolicy({ sockets: ['ws://127.0.0.1:4780', 'ws://localhost:4780'] })]) {
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("script-src 'self';");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toContain('unsafe');
      expect(policy).not.toContain('*');
      expect(policy).not.toMatch(/https?:/);
    }
  });

  it('names the sockets that the page may open', () => {
    expect(toPagePolicy()).toContain("connect-src 'self';");
    expect(toPagePolicy({ sockets: ['ws://127.0.0.1:4780'] })).toContain("connect-src 'self' ws://127.0.0.1:4780;");
  });

  it('lets vite put styles into the page, but no scripts', () => {
    const policy = toPagePolicy({ isDeveloped: true });
    expect(policy).toContain("style-src 'self' 'unsafe-inline'");
    expect(policy).toContain("script-src 'self';");
  });
});

describe('the name of a download', () => {
  it.each([
    ['Liste "ä"\r\nX: y.csv', `"Liste _____X_ y.csv"; filename*=UTF-8''Liste%20%22%C3%A4%22%0D%0AX%3A%20y.csv`],
    ['half \ud83d.csv', `"half _.csv"; filename*=UTF-8''half%20%EF%BF%BD.csv`],
  ])('fits into a header whatever it is: %j', (name, written) => {
    expect(toDisposition('attachment', name)).toBe(`attachment; filename=${written}`);
  });
});
