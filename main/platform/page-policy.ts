/** Content security policies of the page and of the bytes beside it, for both hosts. Pure. */

export interface PagePolicyOptions {
  /** Addresses of sockets to the page's own origin, which some browsers do not take for 'self'. */
  readonly sockets?: readonly string[];
  /** While the page is developed, vite puts styles into it itself. */
  readonly isDeveloped?: boolean;
}

/** The page may load from its own origin and from nowhere else; nothing inline runs. */
export function toPagePolicy({ sockets = [], isDeveloped = false }: PagePolicyOptions = {}): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    isDeveloped ? "style-src 'self' 'unsafe-inline'" : "style-src 'self'",
    "img-src 'self' blob: data:",
    "media-src 'self' blob:",
    "font-src 'self'",
    "manifest-src 'self'",
    ["connect-src 'self'", ...sockets].join(' '),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** For bytes that came from outside: even opened by themselves they run nothing and load nothing. */
export const FOREIGN_BYTES_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'";

/** A `Content-Disposition` header for any file name. */
export function toDisposition(kind: 'inline' | 'attachment', name: string): string {
  const plain = name.replace(/[^\w.\- ]/g, '_');
  const exact = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16)}`,
  );
  return `${kind}; filename="${plain}"; filename*=UTF-8''${exact}`;
}
