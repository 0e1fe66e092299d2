import { describe, expect, it } from 'vitest';
import { isGoodVersion } from '#main/start/runtime.mjs';

describe('which Node is good enough', () => {
  it.each(['v22.19.0', 'v22.21.1', 'v24.0.0', 'v24.21.0', 'v26.0.0'])('%s is', (version) => {
    expect(isGoodVersion(version)).toBe(true);
  });

  it.each(['v18.20.0', 'v20.20.2', 'v22.18.0', 'v23.11.0', 'v25.2.0'])('%s is not', (version) => {
    expect(isGoodVersion(version)).toBe(false);
  });
});
