import { createRequire } from 'node:module';

/** Why keytar cannot be loaded here, or null: the package is optional, and its native part needs libsecret on Linux. */
export function findKeytarFailure(): string | null {
  try {
    createRequire(import.meta.url)('keytar');
    return null;
  } catch (error) {
    return error instanceof Error ? (error.message.split('\n', 1)[0] ?? '') : String(error);
  }
}
