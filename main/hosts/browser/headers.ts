/** What every answer says about itself. Pure. */
import { toPagePolicy } from '#main/platform/page-policy.ts';

/** The policy of the page at that port. */
export function toContentSecurityPolicy(port: number, isDeveloped: boolean): string {
  return toPagePolicy({ sockets: [`ws://127.0.0.1:${String(port)}`], isDeveloped });
}

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
