/** What happens while schedules are made, changed, cancelled and sent. */
import type { Fault } from '#main/demo/steering/faults.ts';
import { MINUTE_MS } from './schedule-simulation.ts';
import type { NamedStep } from './schedule-simulation.ts';
import * as acts from './user-acts.ts';

const FAULTS: readonly Fault[] = [
  { kind: 'status', status: 429, retryAfterSeconds: 3, times: 4 },
  { kind: 'status', status: 500, times: 3 },
  { kind: 'maintenance', times: 4 },
  { kind: 'reset-before', times: 3 },
  { kind: 'reset-before', method: 'POST', path: '/messages', times: 1 },
  { kind: 'status', status: 400, method: 'POST', path: '/messages', times: 1 },
  { kind: 'status', status: 403, method: 'DELETE', path: '/schedules', times: 1 },
  { kind: 'status', status: 500, method: 'GET', path: '/schedules', times: 5 },
  // The service does it, and its answer is lost.
  { kind: 'reset-after', times: 3 },
  { kind: 'reset-after', method: 'POST', path: '/messages', times: 2 },
  { kind: 'reset-after', method: 'DELETE', times: 2 },
  { kind: 'status-after', status: 502, method: 'POST', path: '/messages', times: 1 },
  { kind: 'truncated', method: 'POST', path: '/messages', times: 1 },
  { kind: 'truncated', times: 3 },
];

const repeat = (count: number, step: NamedStep): readonly NamedStep[] => Array.from({ length: count }, () => step);

export const STEPS: readonly NamedStep[] = [
  ...repeat(6, ['the user schedules a text', acts.create]),
  ...repeat(2, ['another program schedules a text', acts.createElsewhere]),
  ['another program cancels one', acts.deleteElsewhere],
  ...repeat(6, ['the user changes one', acts.change]),
  ...repeat(4, ['the user cancels one', acts.cancel]),
  ...repeat(3, ['the user sends one now', acts.sendNow]),
  ...repeat(2, ['the user undoes', acts.undoLast]),
  ...repeat(4, ['the user decides', acts.decide]),
  ...repeat(4, ['a moment passes', ({ clock, random }) => clock.pass(random.between(1, 10_000))]),
  ...repeat(3, ['time passes', ({ clock, random }) => clock.pass(random.between(1, 4) * MINUTE_MS)]),
  ['much time passes', ({ clock, random }) => clock.pass(random.between(20, 150) * MINUTE_MS)],
  ...repeat(2, ['the network goes', (simulation) => simulation.setOffline(true)]),
  ...repeat(4, ['the network is back', (simulation) => simulation.setOffline(false)]),
  ...repeat(2, ['answers are lost', ({ watched, random }) => void (watched.lossPercent = random.pick([30, 60, 100]))]),
  ...repeat(3, ['answers arrive', ({ watched }) => void (watched.lossPercent = 0)]),
  ...repeat(5, ['the service fails', (simulation) => simulation.fail([simulation.random.pick(FAULTS)])]),
  ...repeat(7, ['killed', (simulation) => simulation.kill()]),
  ['killed between the files', (simulation) => simulation.killBetweenFiles()],
  ['switched off', (simulation) => simulation.switchOff(simulation.random.between(1, 40) * MINUTE_MS)],
];
