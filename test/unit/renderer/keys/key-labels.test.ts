import { describe, expect, it } from 'vitest';
import { toKeyLabels } from '#renderer/lib/keys/key-labels.ts';

const KEYS = ['Ctrl', 'Shift', 'Enter'];

describe('toKeyLabels', () => {
  it.each([
    ['Windows', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/150', ['Ctrl', 'Shift', 'Enter']],
    ['Linux', 'Mozilla/5.0 (X11; Linux x86_64) Chrome/150', ['Ctrl', 'Shift', 'Enter']],
    ['macOS', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Chrome/150', ['⌘', '⇧', '↵']],
  ])('writes them as on %s', (_system, userAgent, keyLabels) => {
    expect(toKeyLabels(KEYS, userAgent)).toEqual(keyLabels);
  });
});
