import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's root. Every path below it is built here or by `inProject`. */
export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..');

/** What the scripts fetch and remember; git-ignored, may be deleted at any time. */
export const RUNTIME_DIR = path.join(ROOT, '.runtime');

/** Stamps and reports of builds and checks; git-ignored, may be deleted at any time. */
export const BUILD_DIR = path.join(ROOT, '.build');

/** An absolute path inside the project. */
export function inProject(...segments) {
  return path.join(ROOT, ...segments);
}
