import type { MessageBoxOptions } from 'electron';
import { describe, expect, it } from 'vitest';
import { HostOnDoubles } from '#test/support/electron/host-on-doubles.ts';

const LINE = '/usr/local/bin/cloudflared tunnel --url http://127.0.0.1:4800 --no-autoupdate';

function setup(press: (options: MessageBoxOptions) => number | Promise<number>) {
  const { double, host } = new HostOnDoubles();
  const asked: MessageBoxOptions[] = [];
  double.press = (options) => {
    asked.push(options);
    return Promise.resolve(press(options));
  };
  return { asked, host };
}

describe('the dialog before a program runs', () => {
  it('shows the whole command line, and keys alone say no', async () => {
    const { asked, host } = setup(({ defaultId = 0 }) => defaultId);
    const question = host.askToRun(LINE, new AbortController().signal);
    expect([question?.place, await question?.answer]).toEqual(['dialog', false]);
    expect(asked).toMatchObject([
      {
        type: 'warning',
        message: 'Run this program for live updates?',
        detail: expect.stringContaining(LINE) as string,
        buttons: ['Allow', 'Cancel'],
        defaultId: 1,
        cancelId: 1,
      },
    ]);
  });

  it('takes its one button for yes', async () => {
    const { host } = setup(() => 0);
    expect(await host.askToRun(LINE, new AbortController().signal)?.answer).toBe(true);
  });

  it('is closed when the question is withdrawn, and a late press says nothing', async () => {
    const pressed = Promise.withResolvers<number>();
    const { asked, host } = setup(() => pressed.promise);
    const withdrawal = new AbortController();
    const question = host.askToRun(LINE, withdrawal.signal);
    withdrawal.abort();
    expect(asked[0]?.signal?.aborted).toBe(true);
    pressed.resolve(0);
    expect(await question?.answer).toBe(false);
  });
});
