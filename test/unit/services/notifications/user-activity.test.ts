import { describe, expect, it } from 'vitest';
import { UserActivity } from '#main/services/notifications/user-activity.ts';
import { createFakePowerAndNetwork } from '#test/support/fake-power-and-network.ts';

function open() {
  const { host, power } = createFakePowerAndNetwork();
  const told: boolean[] = [];
  const presence = new UserActivity({ host, events: { presenceChanged: (isAway) => void told.push(isAway) } });
  const happen = (...events: ('suspend' | 'resume' | 'lock' | 'unlock')[]): void => {
    for (const event of events) for (const listener of power) listener(event);
  };
  return { presence, told, happen, power };
}

describe('whether somebody can be looking', () => {
  it('is said by the lock, and told when it changes', () => {
    const { presence, told, happen } = open();
    expect(presence.isAway).toBe(false);
    happen('lock');
    expect(presence.isAway).toBe(true);
    happen('unlock');
    expect(told).toEqual([true, false]);
  });

  it('is not so on a computer that woke up and is still locked', () => {
    const { told, happen } = open();
    happen('suspend', 'lock', 'resume');
    expect(told).toEqual([true]);
    happen('unlock');
    expect(told).toEqual([true, false]);
  });

  it('is so after a sleep without a lock, and whenever somebody unlocks', () => {
    const { presence, told, happen } = open();
    happen('suspend', 'resume', 'suspend', 'unlock');
    expect(told).toEqual([true, false, true, false]);
    expect(presence.isAway).toBe(false);
  });

  it('is assumed where the computer cannot tell', () => {
    const presence = new UserActivity({
      host: { watchPower: () => null },
      events: { presenceChanged: () => undefined },
    });
    expect(presence.isAway).toBe(false);
    presence.dispose();
  });

  it('is asked of nobody any more at the end', () => {
    const { presence, power } = open();
    presence.dispose();
    expect(power.size).toBe(0);
  });
});
