import { describe, expect, it } from 'vitest';
import { toNpmReason } from '#main/start/npm.mjs';

describe('why npm failed', () => {
  it('is told in words for what happens often, with any npm', () => {
    expect(toNpmReason('npm error code ENOTFOUND\nnpm error errno ENOTFOUND')).toBe('no network');
    expect(toNpmReason('npm ERR! code EAI_AGAIN')).toBe('no network');
    expect(toNpmReason('npm error code ENOSPC')).toBe('the disk is full');
  });

  it('is left to npm for anything else', () => {
    expect(toNpmReason('npm error code EUSAGE\nnpm error Missing: a@1')).toContain('Missing: a@1');
  });
});
