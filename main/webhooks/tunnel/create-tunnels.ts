import path from 'node:path';
import { checkChoice } from './check-choice.ts';
import { beginCommand } from './command.ts';
import { ProgramConsents, type ConsentNeeds } from './consent.ts';
import { createLeftBehind } from './left-behind.ts';
import { createManual } from './manual.ts';
import { createNone } from './none.ts';
import type { Tunnel, TunnelOptions, Tunnels } from './ports.ts';
import { listPrograms, type ProgramWorld } from './programs.ts';
import { beginSsh } from './ssh.ts';
import { Supervisor, type SupervisorNeeds } from './supervisor.ts';

/** What tunnels are made with. */
export interface TunnelWorld extends ProgramWorld, Pick<ConsentNeeds, 'allowedCommand' | 'askToRun'> {
  /** Where it is written down what runs; this app's alone. */
  readonly dataFolder: string;
  readonly now: () => number;
  readonly random: () => number;
  /** What runs could not be written down or ended; nothing depends on it. */
  readonly onTrouble: (error: unknown) => void;
}

/** Tunnels of every kind. Nothing runs and nothing is read before the first is asked for. */
export function createTunnels(world: TunnelWorld): Tunnels {
  const leftBehind = createLeftBehind(path.join(world.dataFolder, 'tunnel-programs.json'), world.onTrouble);
  const consents = new ProgramConsents({
    ...{ world, allowedCommand: world.allowedCommand, askToRun: world.askToRun, onTrouble: world.onTrouble },
    file: path.join(world.dataFolder, 'tunnel-consents.json'),
  });
  const { homeFolder, now, random } = world;
  const keepUp = (begin: SupervisorNeeds['begin'], { onChange }: TunnelOptions): Tunnel =>
    new Supervisor({ begin, now, random, onChange });
  return {
    check: (choice, { isLocalService }) => checkChoice(choice, { isLocalService, homeFolder }),
    create(options) {
      void leftBehind.end();
      const { choice } = options;
      switch (choice.kind) {
        case 'none':
          return createNone();
        case 'manual':
          return createManual(choice.publicUrl);
        case 'command':
          return keepUp(
            (hooks) => beginCommand({ ...world, leftBehind, consents }, { ...options, choice }, hooks),
            options,
          );
        case 'ssh':
          return keepUp((hooks) => beginSsh(world, { ...options, choice }, hooks), options);
      }
    },
    listPrograms: () => listPrograms(world),
  };
}
