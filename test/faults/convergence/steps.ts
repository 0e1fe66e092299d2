/** What can happen in a history. */
import type { Simulation, NamedStep } from './simulation.ts';
import { actOnMany, actOnOne, closeAllRead, deleteMessages, endSnoozes, search, takeBack } from './user-steps.ts';

const MINUTE_MS = 60_000;

/** Of a team, seen inside the chat only. */
function addTeamNote({ demo, random }: Simulation): void {
  const { world } = demo;
  const { phone } = random.pick(world.chats.rows);
  const note = { id: world.teamNotes.nextId(), kind: 'note' as const, phone, at: demo.clock.nowAt() };
  const row = { ...note, text: `Note ${String(note.id)}`, userId: world.account.id };
  world.teamNotes.append(row);
  world.threads.add(row);
}

function addCall({ demo, random }: Simulation): void {
  const { world } = demo;
  const { phone } = random.pick(world.chats.rows);
  const direction = random.pick(['in', 'out'] as const);
  const userId = direction === 'in' ? null : world.account.id;
  const call = { id: world.calls.nextId(), kind: 'call' as const, phone, direction, at: demo.clock.nowAt(), userId };
  world.calls.append(call);
  world.threads.add(call);
}

/** Nobody can answer a sender of letters. */
function receiveFromSenderName({ demo, random }: Simulation): void {
  const sender = random.pick(['PARCELCO', 'My Bank', 'info-line']);
  demo.receive({ sender, text: `Your code is ${String(random.between(1_000, 9_999))}` });
}

/** The words of a message change where it is. */
function editSentText({ demo, random }: Simulation): void {
  const { rows } = demo.world.sent;
  if (rows.length > 0) Object.assign(random.pick(rows), { text: `Edited ${String(random.between(1, 999))}` });
}

/** A chat that was deleted is made anew for its number, and the old one is not taken away. */
function duplicateChat({ demo, random }: Simulation): void {
  const { world } = demo;
  const former = random.pick(world.chats.rows);
  former.status = 'd';
  world.addChat({ ...former, id: world.chats.nextId(), status: 'a', unread: 0, pinned: false });
  world.chats.touch();
}

/** It is ahead from now on, with all that fell due meanwhile. */
function advanceServiceClock({ demo, random }: Simulation): void {
  demo.advance(random.pick([1, 30, 600]) * MINUTE_MS);
}

/** What others plan and what goes to many. */
async function sendToMany({ demo, random }: Simulation): Promise<void> {
  const phones = demo.world.contacts.rows.slice(0, 5).map(({ phone }) => phone);
  const text = `To many ${String(random.between(1, 9_999))}`;
  const sendingTime = Math.floor((demo.clock.nowAt() + random.between(1, 8) * MINUTE_MS) / 1_000);
  const when = random.happens(50) ? { sendingTime: String(sendingTime) } : {};
  await demo.handle({
    ...{ method: 'POST', path: '/api/v2/messages', query: '' },
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-tm-username': demo.username,
      'x-tm-key': demo.apiKey,
    },
    body: new TextEncoder().encode(new URLSearchParams({ text, phones: phones.join(','), ...when }).toString()),
  });
}

const HOUR_MS = 60 * MINUTE_MS;

export const STEPS: readonly NamedStep[] = [
  ['somebody writes', (simulation) => simulation.receiveTexts(1)],
  ['somebody writes', (simulation) => simulation.receiveTexts(simulation.random.between(1, 8))],
  ['many write', (simulation) => simulation.receiveTexts(simulation.random.between(20, 130))],
  ['the person acts', actOnOne],
  ['the person acts', actOnOne],
  ['the person acts on many', actOnMany],
  ['the person acts on many', actOnMany],
  ['the person closes all read', closeAllRead],
  ['the person deletes messages', deleteMessages],
  ['the person takes it back', takeBack],
  ['what is due comes back', endSnoozes],
  ['the person looks for something', search],
  ['the person opens a chat', (simulation) => simulation.openChat()],
  ['the person sends', (simulation) => simulation.send()],
  ['another desk acts', (simulation) => simulation.actElsewhere()],
  ['another desk acts', (simulation) => simulation.actElsewhere()],
  ['another desk acts', (simulation) => simulation.actElsewhere()],
  ['another desk is busy', (simulation) => [1, 2, 3, 4, 5].forEach(() => simulation.actElsewhere())],
  ['time passes', (simulation) => simulation.clock.pass(simulation.random.between(1, 15) * MINUTE_MS)],
  ['killed', (simulation) => simulation.kill()],
  ['restarted', (simulation) => simulation.restart()],
  [
    'the time zone changes',
    (simulation) => {
      process.env['TZ'] = simulation.random.pick(['Pacific/Auckland', 'America/Los_Angeles', 'Asia/Kathmandu', 'UTC']);
    },
  ],
  ['a letter turns late', (simulation) => simulation.changeDeliveryStatus()],
  ['the copy is cleared', (simulation) => simulation.clearCopy()],
  [
    'cut off',
    async (simulation) => {
      simulation.app.network.isCut = true;
      await simulation.clock.pass(simulation.random.between(1, 120) * 1_000);
      simulation.app.network.isCut = false;
    },
  ],
  [
    'troubles',
    (simulation) =>
      simulation.demo.faults.set([
        ...simulation.variant.refusals,
        simulation.random.pick([
          { kind: 'status', status: 429, retryAfterSeconds: 3, times: 5 },
          { kind: 'status', status: 500, times: 4 },
          { kind: 'maintenance', times: 6 },
          { kind: 'reset-after', times: 3 },
          { kind: 'truncated', times: 3 },
          { kind: 'status', status: 404, times: 3 },
          { kind: 'status', status: 403, times: 3 },
          { kind: 'status', status: 401, times: 2 },
        ] as const),
      ]),
  ],
  ['the clock is set', (simulation) => simulation.clock.setBy(simulation.random.pick([-26, -2, 1, 3, 49]) * HOUR_MS)],
  [
    'the computer sleeps',
    (simulation) => {
      simulation.clock.sleep(simulation.random.between(1, 9) * HOUR_MS);
      simulation.app.sync.tryNow();
    },
  ],
  [
    'history is limited',
    (simulation) =>
      simulation.app.sync.setHistory({
        days: simulation.random.pick([30, 365, null]),
        isPaused: simulation.random.happens(40),
      }),
  ],
  ['live updates', (simulation) => simulation.app.sync.setLive(simulation.random.happens(50))],
  ['everything is checked', (simulation) => void simulation.app.sync.checkEverything().catch(() => undefined)],
  [
    'everything is checked twice',
    (simulation) => void Promise.allSettled([1, 2].map(() => simulation.app.sync.checkEverything())),
  ],
  ['somebody calls', addCall],
  ['the team notes', addTeamNote],
  ['a sender of letters writes', receiveFromSenderName],
  ['a text is edited', editSentText],
  ['a chat is doubled', duplicateChat],
  ['the clock of the service jumps', advanceServiceClock],
  ['something goes to many', sendToMany],
  ['killed between the files', (simulation) => simulation.killBetweenFiles()],
  [
    'killed, and the copy is cleared',
    async (simulation) => {
      await simulation.kill();
      await simulation.clearCopy();
    },
  ],
  [
    'the service lacks something for a while',
    (simulation) => {
      const groups = ['replies', 'templates', 'lists', 'contacts', 'notes', 'sessions', 'blocking'];
      simulation.demo.settings.absent = [...simulation.variant.absent, simulation.random.pick(groups)];
    },
  ],
];
