/** What happens while an import or its undo runs. */
import type { Fault } from '#main/demo/steering/faults.ts';
import type { ImportSimulation, NamedStep } from './import-simulation.ts';

const MINUTE_MS = 60_000;

const FAULTS: readonly Fault[] = [
  { kind: 'status', status: 429, retryAfterSeconds: 3, times: 4 },
  { kind: 'status', status: 500, times: 3 },
  { kind: 'maintenance', times: 4 },
  { kind: 'reset-before', times: 3 },
  // The service does it, and its answer is lost.
  { kind: 'reset-after', times: 3 },
  { kind: 'reset-after', method: 'PUT', times: 2 },
  { kind: 'reset-after', method: 'POST', times: 2 },
  { kind: 'reset-after', method: 'DELETE', times: 2 },
  { kind: 'reset-after', path: '/contacts/import', times: 2 },
  { kind: 'status-after', status: 502, method: 'POST', times: 2 },
  { kind: 'truncated', times: 3 },
  { kind: 'truncated', method: 'POST', times: 2 },
  { kind: 'status', status: 500, path: '/contacts/import', times: 2 },
];

const repeat = (count: number, step: NamedStep): readonly NamedStep[] => Array.from({ length: count }, () => step);

const control =
  (act: 'pause' | 'resume' | 'stop') =>
  (simulation: ImportSimulation): Promise<void> =>
    simulation.control(act);

export const STEPS: readonly NamedStep[] = [
  ...repeat(3, ['time passes', (simulation) => simulation.clock.pass(simulation.random.between(1, 3) * MINUTE_MS)]),
  ...repeat(4, ['a moment passes', (simulation) => simulation.clock.pass(simulation.random.between(1, 3_000))]),
  ...repeat(3, ['the network goes', (simulation) => simulation.setOffline(true)]),
  ...repeat(5, ['the network is back', (simulation) => simulation.setOffline(false)]),
  ...repeat(4, ['answers are lost', ({ watched, random }) => void (watched.lossPercent = random.pick([30, 60, 100]))]),
  ...repeat(4, ['answers arrive', ({ watched }) => void (watched.lossPercent = 0)]),
  ...repeat(6, ['the service fails', (simulation) => simulation.fail([simulation.random.pick(FAULTS)])]),
  ...repeat(2, ['the user pauses', control('pause')]),
  ...repeat(4, ['the user goes on', control('resume')]),
  ...repeat(3, ['killed', (simulation) => simulation.kill()]),
  ['killed between the files', (simulation) => simulation.killBetweenFiles()],
  ['restarted', (simulation) => simulation.restart()],
];

/** With a user who may give it up. */
export const STEPS_WITH_STOP: readonly NamedStep[] = [...STEPS, ...repeat(3, ['the user stops it', control('stop')])];
