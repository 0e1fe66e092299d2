import { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { ConnectionLimit } from '#main/platform/connection-limit.ts';

describe('the bound on connections of strangers', () => {
  function fill(limit: ConnectionLimit, count: number): readonly Socket[] {
    return Array.from({ length: count }, () => {
      const socket = new Socket();
      limit.add(socket);
      return socket;
    });
  }
  const listOpen = (sockets: readonly Socket[]): readonly boolean[] => sockets.map(({ destroyed }) => !destroyed);

  it('lets the one go that has waited longest without being answered', () => {
    const limit = new ConnectionLimit(2);
    const [first = new Socket(), second = new Socket()] = fill(limit, 2);
    limit.hold(first);
    const [third = new Socket()] = fill(limit, 1);
    expect(listOpen([first, second, third])).toEqual([true, false, true]);
  });

  it('never turns the newest away, also where all the others have begun a request that does not end', () => {
    const limit = new ConnectionLimit(2);
    const held = fill(limit, 2);
    for (const socket of held) limit.hold(socket);
    const visitors = fill(limit, 1);
    expect(listOpen([...held, ...visitors])).toEqual([false, true, true]);
  });
});
