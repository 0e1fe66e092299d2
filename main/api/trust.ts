import { getCACertificates } from 'node:tls';

/**
 * The certificates that we trust: Node's own, those of the operating system (where a company puts its own), and
 * `extra`, in PEM. Reading the system's takes a moment on some desktops, so call it when the first connection needs it.
 */
export function listTrustedCertificates(extra: readonly string[]): string[] {
  return [...new Set([...getCACertificates('default'), ...getCACertificates('system'), ...extra])];
}
