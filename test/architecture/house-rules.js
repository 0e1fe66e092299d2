import path from 'node:path';
import { noMeasuring, noSleeping } from './waiting-rules.js';

/** Folders whose own folders are homes: `main/services/chats`, `renderer/features/thread`. */
const FOLDERS_OF_HOMES = ['main/services', 'renderer/features'];

/**
 * The folder inside which imports are relative: `main/api`, `shared/domain`, `renderer/features/thread`; for a file
 * directly in `main` all of it; '' for a file of the root, which may reach everything.
 */
function toHomeFolder(file) {
  const segments = file.split('/');
  const depth = FOLDERS_OF_HOMES.includes(segments.slice(0, 2).join('/')) ? 3 : 2;
  return segments.slice(0, Math.min(depth, segments.length - 1)).join('/');
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

/** A component is as long as its markup and script together: its style is read apart from them, and not counted. */
const componentLength = {
  meta: {
    type: 'problem',
    docs: { description: 'markup and script of a component stay within a limit' },
    schema: [{ type: 'object', properties: { max: { type: 'integer' } }, additionalProperties: false }],
    messages: { tooLong: 'Markup and script have {{lines}} lines; {{max}} is the limit (the style is not counted).' },
  },
  create(context) {
    const { max } = context.options[0];
    return {
      Program(node) {
        const lines = context.sourceCode.text
          .replace(/<style[\s\S]*?<\/style>/, '')
          .trim()
          .split('\n').length;
        if (lines > max) context.report({ node, messageId: 'tooLong', data: { lines, max } });
      },
    };
  },
};

/** Rules of this project that no plugin has. */
export const houseRules = {
  rules: {
    'component-length': componentLength,
    'relative-only-inside': relativeOnlyInside,
    'no-measuring': noMeasuring,
    'no-sleeping': noSleeping,
  },
};
