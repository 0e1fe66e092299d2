import { describe, expect, it } from 'vitest';
import { BadArguments, parseArguments } from '#main/demo/arguments.ts';

describe('the command line', () => {
  it('is read whole', () => {
    const line =
      '--port 4700 --seed 7 --chats 10 --messages 200 --contacts 30 --live --schedules --shapes spec --quirks --data /tmp/x --speed 2.5 --rate 60 --role U';
    expect(parseArguments(line.split(' '))).toEqual({
      port: 4700,
      options: {
        seed: 7,
        chats: 10,
        messages: 200,
        contacts: 30,
        live: true,
        schedules: true,
        shapes: 'spec',
        quirks: true,
        dataDir: '/tmp/x',
        speed: 2.5,
        rate: 60,
        role: 'U',
      },
      faults: [],
    });
  });

  it('may be empty: any free port, everything as usual', () => {
    expect(parseArguments([])).toEqual({ port: 0, options: {}, faults: [] });
  });

  it('takes faults as JSON, one or several', () => {
    expect(parseArguments(['--faults', '{"kind":"delay","delayMs":50}']).faults).toEqual([
      { kind: 'delay', delayMs: 50 },
    ]);
    const faults = [
      { kind: 'status', status: 503, path: '/chats', times: 2 },
      { kind: 'reset-after' },
      { kind: 'slow-body', delayMs: 100, toDelayMs: 900 },
      { kind: 'skew', skewMs: -60_000 },
    ];
    expect(parseArguments(['--faults', JSON.stringify(faults)]).faults).toEqual(faults);
  });

  it.each([
    [['--port', 'x']],
    [['--port', '70000']],
    [['--chats', '-1']],
    [['--shapes', 'xml']],
    [['--role', 'Q']],
    [['--speed', '0']],
    [['--rate', '0']],
    [['--rate', 'fast']],
    [['--faults', '{"kind":"delay","delayMs":500,"toDelayMs":100}']],
    [['--faults', '{"kind":"delay","delayMs":-1}']],
    [['--faults', 'soon']],
    [['--faults', '{"kind":"earthquake"}']],
    [['--colour', 'red']],
    [['chats']],
  ])('%j is refused in one sentence', (args) => {
    expect(() => parseArguments(args)).toThrow(BadArguments);
    try {
      parseArguments(args);
    } catch (error) {
      expect((error as Error).message).toMatch(/^[^\n]+\.$/);
    }
  });
});
