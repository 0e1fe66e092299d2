/** What every answer says about itself. Pure. */

/**
 * The page may load from its own origin and from nowhere else; nothing inline runs. While it is developed, vite puts
 * styles into the page itself.
 */
export function toContentSecurityPolicy(port: number, isDeveloped: boolean): string {
  const sockets = ['127.0.0.1', 'localhost'].map((name) => `ws://${name}:${String(port)}`).join(' ');
  return [
    "default-src 'none'",
    "script-src 'self'",
    isDeveloped ? "style-src 'self' 'unsafe-inline'" : "style-src 'self'",
    "img-src 'self' blob: data:",
    "media-src 'self' blob:",
    "font-src 'self'",
    "manifest-src 'self'",
    // Some browsers do not take a socket to the page's own origin for 'self'.
    `connect-src 'self' ${sockets}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** For bytes that came from outside: even opened by themselves they run nothing and load nothing. */
export const FOREIGN_BYTES_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'";

export function toSecurityHeaders(policy: string): Record<string, string> {
  return {
    'Content-Security-Policy': policy,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'X-Frame-Options': 'DENY',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  };
}

/** A name of a file for `Content-Disposition`, whatever it is made of. */
export function toDisposition(kind: 'inline' | 'attachment', name: string): string {
  const plain = name.replace(/[^\w.\- ]/g, '_');
  const exact = encodeURIComponent(name).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16)}`);
  return `${kind}; filename="${plain}"; filename*=UTF-8''${exact}`;
}
