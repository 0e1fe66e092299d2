/** The steps of a simulation of people edits. */
import type { Fault } from '#main/demo/steering/faults.ts';
import type { NamedStep, PeopleSimulation } from './people-simulation.ts';
import * as edits from './user-edits.ts';
import type { UserEdit } from './user-edits.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const byUser = (edit: UserEdit) => (simulation: PeopleSimulation) => edit(simulation.user);

const FAULTS: readonly Fault[] = [
  { kind: 'status', status: 429, retryAfterSeconds: 3, times: 4 },
  { kind: 'status', status: 500, times: 3 },
  { kind: 'maintenance', times: 4 },
  { kind: 'reset-before', times: 3 },
  // The service does it, and its answer is lost.
  { kind: 'reset-after', times: 3 },
  { kind: 'reset-after', method: 'PUT', times: 2 },
  { kind: 'reset-after', method: 'POST', times: 2 },
  { kind: 'status-after', status: 502, method: 'POST', times: 2 },
  { kind: 'truncated', times: 3 },
  { kind: 'truncated', method: 'POST', times: 2 },
  { kind: 'status', status: 403, method: 'PUT', times: 1 },
];

const repeat = (count: number, step: NamedStep): readonly NamedStep[] => Array.from({ length: count }, () => step);

export const STEPS: readonly NamedStep[] = [
  ...repeat(6, ['the user edits a contact', byUser(edits.editContact)]),
  ...repeat(3, ['the user adds a note', byUser(edits.addNote)]),
  ...repeat(2, ['the user edits a note', byUser(edits.editNote)]),
  ['the user deletes notes', byUser(edits.deleteNotes)],
  ...repeat(2, ['the user adds members', byUser(edits.addMembers)]),
  ...repeat(2, ['the user takes members off', byUser(edits.takeMembersOff)]),
  ['the user sets members', byUser(edits.setMembers)],
  ['the user pauses members', byUser(edits.pauseMembers)],
  ...repeat(2, ['the user edits a list', byUser(edits.editList)]),
  ['the user creates a list', byUser(edits.createList)],
  ['the user deletes a list', byUser(edits.deleteList)],
  ['the user deletes contacts', byUser(edits.deleteContacts)],
  ['the user creates a field', byUser(edits.createField)],
  ['the user renames a field', byUser(edits.renameField)],
  ['the user deletes a field', byUser(edits.deleteField)],
  ['the user makes a tag', byUser(edits.createTag)],
  ['the user unsubscribes', byUser(edits.unsubscribe)],
  ['the user creates a contact', byUser(edits.createContact)],
  ...repeat(2, ['the user blocks or unblocks', byUser(edits.setBlocked)]),
  ['the user opens a contact', byUser(edits.openContact)],
  ...repeat(4, ['the user undoes', byUser(edits.undoLast)]),
  ...repeat(4, ['the user answers', byUser((user) => edits.answer(user))]),
  ...repeat(10, ['another client edits', (simulation) => simulation.editElsewhere()]),
  ...repeat(2, ['another client is busy', (simulation) => [1, 2, 3, 4].forEach(() => simulation.editElsewhere())]),
  ['the clock is set', ({ clock, random }) => clock.setBy(random.pick([-26, -2, 1, 3]) * HOUR_MS)],
  ...repeat(2, ['time passes', (simulation) => simulation.clock.pass(simulation.random.between(1, 6) * MINUTE_MS)]),
  ...repeat(3, ['the network goes', (simulation) => simulation.setOffline(true)]),
  ...repeat(4, ['the network is back', (simulation) => simulation.setOffline(false)]),
  ...repeat(3, ['answers are lost', ({ watched, random }) => void (watched.lossPercent = random.pick([30, 60, 100]))]),
  ...repeat(2, ['answers arrive', ({ watched }) => void (watched.lossPercent = 0)]),
  ...repeat(4, ['the service fails', (simulation) => simulation.fail([simulation.random.pick(FAULTS)])]),
  ['killed', (simulation) => simulation.kill()],
  ['killed between the files', (simulation) => simulation.killBetweenFiles()],
  ['restarted', (simulation) => simulation.restart()],
];
