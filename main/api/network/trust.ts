import { createSecureContext, getCACertificates } from 'node:tls';
import type { SecureContext } from 'node:tls';

/**
 * Whom we trust: the certificates of Node, those of the operating system (where a company puts its own), and `extra`,
 * in PEM. Made once, since reading and parsing hundreds of certificates takes longer than a connection.
 */
export function createTrust(extra: readonly string[]): SecureContext {
  return createSecureContext({ ca: [...new Set([...getCACertificates('default'), ...listOfSystem(), ...extra])] });
}

function listOfSystem(): readonly string[] {
  try {
    return getCACertificates('system');
  } catch {
    // A runtime that cannot read them still reaches every service with a public certificate.
    return [];
  }
}
