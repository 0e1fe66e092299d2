import { describe, expect, it, vi } from 'vitest';
import { FileChoice, toFileProblemText } from '#renderer/features/importing/file-choice.svelte.ts';
import { Translator } from '#renderer/lib/messages.ts';
import type { ContractError } from '#shared/contract/index.ts';
import { FakeBridge, toProblem } from '#test/support/fake-bridge.ts';

const texts = new Translator('en-GB');
const table = new File(['Name,Phone\nTom,07700900318\n'], 'clients.csv', { type: 'text/csv' });

function setUp(answer: ContractError | null = null, mayReplace: () => true | Promise<boolean> = () => true) {
  const bridge = new FakeBridge();
  const opened: { handle: string; isPasted: boolean }[] = [];
  const choice = new FileChoice(bridge, {
    open: (handle, isPasted) => {
      opened.push({ handle, isPasted });
      return Promise.resolve(answer);
    },
    mayReplace,
  });
  const said = () => (choice.problem === null ? '' : toFileProblemText(choice.problem, choice.problemName, texts));
  return { bridge, choice, opened, said };
}

describe('a file for an import', () => {
  it('is brought to main and opened', async () => {
    const { bridge, choice, opened } = setUp();
    const { promise, resolve } = Promise.withResolvers<undefined>();
    bridge.uploadGate = promise;
    const chosen = choice.choose([table]);
    await vi.waitFor(() => expect(choice.work).toMatchObject({ kind: 'uploading', name: 'clients.csv' }));
    await vi.waitFor(() => expect(choice.work).toMatchObject({ progress: expect.closeTo(0.5, 1) as number }));
    resolve(undefined);
    await chosen;
    expect([choice.work, choice.problem]).toEqual([null, null]);
    expect(opened).toEqual([{ handle: 'staged1', isPasted: false }]);
    expect(bridge.inputsOf('files.release')).toEqual([]);
  });

  it('is brought only where the user agrees to lose the one before it', async () => {
    const answers = [false, true];
    const { bridge, choice, opened } = setUp(null, () => Promise.resolve(answers.shift() ?? true));
    await choice.choose([table]);
    expect([choice.work, choice.problem, opened, bridge.inputsOf('files.stage')]).toEqual([null, null, [], []]);
    await choice.choose([table]);
    expect(opened).toHaveLength(1);
  });

  it.each([
    [[new File(['x'], 'Biscuit.jpg')], /^Biscuit\.jpg: We can’t import this type of file/],
    [[new File([], 'clients.csv')], /^clients\.csv: This file is empty/],
    [[table, table], /^Choose one file at a time/],
  ])('is refused before a byte of it moves', async (files, sentence) => {
    const { bridge, choice, said } = setUp();
    await choice.choose(files);
    expect(said()).toMatch(sentence);
    expect(bridge.asked).toEqual([]);
  });

  it('is told in main’s own sentences where it is no table, and given back', async () => {
    const refusal = { ...toProblem('validation'), fields: { file: ['This file is a PDF.', 'Nothing was imported.'] } };
    const { bridge, choice, said } = setUp(refusal);
    await choice.choose([table]);
    expect(said()).toBe('clients.csv: This file is a PDF. Nothing was imported.');
    expect(bridge.inputsOf('files.release')).toEqual([{ handle: 'staged1' }]);
    await choice.paste('a\tb');
    expect(said()).toBe('This file is a PDF. Nothing was imported.');
  });

  it('is told where its bytes cannot be read', async () => {
    const { bridge, choice, said } = setUp();
    vi.spyOn(bridge, 'upload').mockRejectedValue(new Error('NotReadableError'));
    await choice.choose([table]);
    expect(said()).toMatch(/^clients\.csv: We couldn’t read this/);
  });

  it('is given up in the middle, and replaced by a newer one', async () => {
    const { bridge, choice, opened } = setUp();
    const { promise, resolve } = Promise.withResolvers<undefined>();
    bridge.uploadGate = promise;
    const first = choice.choose([table]);
    await vi.waitFor(() => expect(choice.work?.kind).toBe('uploading'));
    choice.cancel();
    expect(choice.work).toBeNull();
    const second = choice.choose([new File(['a'], 'other.csv')]);
    resolve(undefined);
    await Promise.all([first, second]);
    expect(opened).toEqual([{ handle: 'staged2', isPasted: false }]);
    expect(bridge.inputsOf('files.release')).toEqual([{ handle: 'staged1' }]);
    expect(choice.problem).toBeNull();
  });

  it('is what was pasted, with the mark of its encoding', async () => {
    const { bridge, choice, opened, said } = setUp();
    const upload = vi.spyOn(bridge, 'upload');
    await choice.paste('Name\tPhone\r\nمريم\t07700900318');
    expect(opened).toEqual([{ handle: 'staged1', isPasted: true }]);
    const bytes = await upload.mock.calls[0]?.[1].arrayBuffer();
    expect([...new Uint8Array(bytes ?? new ArrayBuffer(0)).slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    await choice.paste(' \n');
    expect(said()).toMatch(/^The clipboard has no text/);
  });
});
