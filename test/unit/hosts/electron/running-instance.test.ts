import { describe, expect, it } from 'vitest';
import { revealRunningInstance } from '#main/hosts/electron/lifecycle/running-instance.ts';

async function tell(holder: Parameters<typeof revealRunningInstance>[1]): Promise<unknown[]> {
  const done: unknown[] = [];
  const dialog = { showErrorBox: (_title: string, words: string) => void done.push(words) };
  const shell = { openExternal: (url: string) => Promise.resolve(void done.push(url)) };
  const redirects = { write: (url: string) => Promise.resolve(`file:///leads-to?${url}`) };
  await revealRunningInstance({ dialog, shell, redirects }, holder);
  return done;
}

describe('a second start beside another kind of window', () => {
  it('leads to the page that the first one shows, by a file that does not show its address', async () => {
    const url = 'http://127.0.0.1:4780/?token=t';
    expect(await tell({ pid: 7, url })).toEqual([`file:///leads-to?${url}`]);
  });

  it.each([
    [7, 'Process 7 is using the same data. Switch to its window, or quit it and try again.'],
    [null, 'Another process is using the same data. Switch to its window, or quit it and try again.'],
  ])('says who has the data where there is none', async (pid, words) => {
    expect(await tell({ pid, url: null })).toEqual([words]);
  });
});

describe('what another process says of itself', () => {
  it.each([
    'https://elsewhere.example/',
    'file:///etc/passwd',
    'http://127.0.0.1.evil.example/',
    'http://127.0.0.1/',
    'http://127.0.0.1:4780/other',
  ])('is not opened when it is %s', async (url) => {
    expect(await tell({ pid: 7, url })).toEqual([expect.stringContaining('Process 7')]);
  });
});
