import path from 'node:path';
import { noMeasuring, noSleeping } from './waiting-rules.js';

/**
 * The folder inside which imports are relative: `main/api`, `shared/domain`; for a file directly in `main` all of it;
 * '' for a file of the root, which may reach everything.
 */
function toHomeFolder(file) {
  const segments = file.split('/');
  return segments.slice(0, Math.min(2, segments.length - 1)).join('/');
}

/** `./x.ts` inside one folder, `#main/…` across folders: so a file can move without rewriting half the tree. */
const relativeOnlyInside = {
  meta: {
    type: 'problem',
    docs: { description: 'relative imports stay inside one folder' },
    schema: [],
    messages: {
      leaves: "'{{source}}' leaves {{home}}. Relative imports stay inside one folder: write '#{{target}}' instead.",
    },
  },
  create(context) {
    const file = path.relative(context.cwd, context.filename).split(path.sep).join('/');
    const home = toHomeFolder(file);
    function check(node) {
      const source = node.source?.value;
      if (typeof source !== 'string' || !source.startsWith('.')) return;
      const target = path.posix.join(path.posix.dirname(file), source);
      if (home === '' || target.startsWith(`${home}/`)) return;
      context.report({ node: node.source, messageId: 'leaves', data: { source, home, target } });
    }
    return {
      ImportDeclaration: check,
      ImportExpression: check,
      ExportAllDeclaration: check,
      ExportNamedDeclaration: check,
    };
  },
};

/** Rules of this project that no plugin has. */
export const houseRules = {
  rules: { 'relative-only-inside': relativeOnlyInside, 'no-measuring': noMeasuring, 'no-sleeping': noSleeping },
};
