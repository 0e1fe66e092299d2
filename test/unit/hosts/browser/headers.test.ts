import { describe, expect, it } from 'vitest';
import { toContentSecurityPolicy, toDisposition } from '#main/hosts/browser/headers.ts';

describe('headers', () => {
  it('let the built page load from its own origin and nowhere else, and run nothing inline', () => {
    const policy = toContentSecurityPolicy(4780, false);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("connect-src 'self' ws://127.0.0.1:4780 ws://localhost:4780");
    expect(policy).not.toContain('unsafe');
    expect(policy).not.toContain('*');
    expect(policy).not.toMatch(/https?:/);
  });

  it('let vite put styles into the page, but no scripts', () => {
    const policy = toContentSecurityPolicy(4780, true);
    expect(policy).toContain("style-src 'self' 'unsafe-inline'");
    expect(policy).toContain("script-src 'self';");
  });

  it('name a file whatever it is called', () => {
    expect(toDisposition('attachment', 'Liste "ä"\r\nX: y.csv')).toBe(
      `attachment; filename="Liste _____X_ y.csv"; filename*=UTF-8''Liste%20%22%C3%A4%22%0D%0AX%3A%20y.csv`,
    );
  });
});
