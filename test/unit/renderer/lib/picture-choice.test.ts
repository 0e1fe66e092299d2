import { describe, expect, it } from 'vitest';
import { PictureChoice, type PictureProblem } from '#renderer/lib/picture-choice.svelte.ts';
import { FakeBridge, toProblem } from '#test/support/fake-bridge.ts';
import { untilAnswered } from '#test/support/until-answered.ts';

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const BEFORE = '/media/7';

function give(start: readonly number[] = PNG, sizeBytes = 64): File {
  const bytes = new Uint8Array(sizeBytes);
  bytes.set(start.slice(0, sizeBytes));
  return new File([bytes], 'tom.png', { type: 'image/png' });
}

/** `refusal`: what setting it answers. */
function setUp({ isOffline = false, refusal = null as string | null } = {}) {
  const bridge = new FakeBridge();
  const set: (string | null)[] = [];
  const told: PictureProblem[] = [];
  const choice = new PictureChoice(bridge, {
    set: (handle) => {
      set.push(handle);
      return Promise.resolve(refusal);
    },
    isOffline: () => isOffline,
    ontold: (problem) => told.push(problem),
  });
  return { bridge, choice, set, told };
}

describe('a picture that is chosen', () => {
  it('is shown at once, brought to main, set, and shown until its address is another', async () => {
    const { bridge, choice, set } = setUp();
    const { promise, resolve } = Promise.withResolvers<undefined>();
    bridge.uploadGate = promise;
    const chosen = choice.choose([give(PNG, 4_000_000)], BEFORE);
    await untilAnswered();
    expect(choice.step).toEqual({ kind: 'uploading', progress: 0.5 });
    expect(choice.toShownUrl(BEFORE)).toMatch(/^blob:/);
    resolve(undefined);
    await chosen;
    expect(set).toEqual(['staged1']);
    expect(choice.step).toBeNull();
    expect(choice.done).toBe('saved');
    expect(choice.toShownUrl(BEFORE)).toMatch(/^blob:/);
    expect(choice.toShownUrl('/media/8')).toBe('/media/8');
    expect(bridge.inputsOf('files.stage')).toEqual([{ name: 'tom.png', mimeType: 'image/png', sizeBytes: 4_000_000 }]);
    expect(bridge.inputsOf('files.release')).toEqual([]);
  });

  it.each([
    ['that is no picture', [give([0x25, 0x50, 0x44, 0x46])], { kind: 'wrong-type' }],
    ['that is empty', [give(PNG, 0)], { kind: 'wrong-type' }],
    ['that is too large', [give(PNG, 10_485_761)], { kind: 'too-large', sizeBytes: 10_485_761 }],
    ['with another one', [give(), give()], { kind: 'several' }],
  ])('is not brought where it is a file %s', async (_, files, problem) => {
    const { bridge, choice, set } = setUp();
    await choice.choose(files, BEFORE);
    expect(choice.problem).toEqual(problem);
    expect(choice.toShownUrl(BEFORE)).toBe(BEFORE);
    expect([set, bridge.inputsOf('files.stage')]).toEqual([[], []]);
  });

  it('is not brought while offline, nor where its bytes do not come', async () => {
    const offline = setUp({ isOffline: true });
    await offline.choice.choose([give([0xff, 0xd8, 0xff])], null);
    expect(offline.choice.problem).toEqual({ kind: 'offline' });
    const { choice } = setUp();
    const folder = Object.assign(give(), { slice: () => ({ arrayBuffer: () => Promise.reject(new Error('folder')) }) });
    await choice.choose([folder], null);
    expect(choice.problem).toEqual({ kind: 'unreadable' });
  });

  it('gives way to the one before where it is refused, and main forgets its bytes', async () => {
    const { bridge, choice } = setUp({ refusal: 'Another user shares it.' });
    await choice.choose([give()], BEFORE);
    expect(choice.problem).toEqual({ kind: 'refused', text: 'Another user shares it.' });
    expect(choice.toShownUrl(BEFORE)).toBe(BEFORE);
    expect(bridge.inputsOf('files.release')).toEqual([{ handle: 'staged1' }]);
    bridge.fail('files.stage', toProblem('disk'));
    await choice.choose([give()], BEFORE);
    expect(choice.problem).toMatchObject({ kind: 'failed', error: { code: 'disk' } });
  });

  it('is set also after the screen was left; what goes wrong then is told', async () => {
    const { choice, set, told } = setUp({ refusal: 'No.' });
    const chosen = choice.choose([give()], null);
    choice.dispose();
    await chosen;
    expect(set).toHaveLength(1);
    expect(told).toEqual([{ kind: 'refused', text: 'No.' }]);
  });

  it('is one at a time', async () => {
    const { choice, set } = setUp();
    await Promise.all([choice.choose([give()], null), choice.choose([give()], null), choice.remove(null)]);
    expect(set).toHaveLength(1);
  });
});

describe('a picture that is removed', () => {
  it('is gone once main says so, and stays where it does not', async () => {
    const { choice, set } = setUp();
    await choice.remove(BEFORE);
    expect([set, choice.done, choice.toShownUrl(BEFORE)]).toEqual([[null], 'removed', null]);
    const refused = setUp({ refusal: 'No.' });
    await refused.choice.remove(BEFORE);
    expect(refused.choice.toShownUrl(BEFORE)).toBe(BEFORE);
    expect(refused.choice.problem).toEqual({ kind: 'refused', text: 'No.' });
  });
});
