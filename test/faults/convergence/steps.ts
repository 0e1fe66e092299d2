/** The steps of a simulation. */
import type { Simulation, NamedStep } from './simulation.ts';
import { actOnMany, actOnOne, closeAllRead, deleteMessages, endSnoozes, search, takeBack } from './user-steps.ts';

const MINUTE_MS = 60_000;

/** A note of the team, which only the thread of the chat shows. */
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

/** A sender with a name instead of a number, which takes no answers. */
function receiveFromSenderName({ demo, random }: Simulation): void {
  const sender = random.pick(['PARCELCO', 'My Bank', 'info-line']);
  demo.receive({ sender, text: `Your code is ${String(random.between(1_000, 9_999))}` });
}

/** Changes the text of a message in the service. */
function editSentText({ demo, random }: Simulation): void {
  const { rows } = demo.world.sent;
  if (rows.length > 0) Object.assign(random.pick(rows), { text: `Edited ${String(random.between(1, 999))}` });
}

/** Adds a second chat for a number while its deleted chat stays. */
function duplicateChat({ demo, random }: Simulation): void {
  const { world } = demo;
  const former = random.pick(world.chats.rows);
  former.status = 'd';
  world.addChat({ ...former, id: world.chats.nextId(), status: 'a', unread: 0, pinned: false });
  world.chats.touch();
}

/** Advances the clock of the service; all that falls due meanwhile happens. */
function advanceServiceClock({ demo, random }: Simulation): void {
  demo.advance(random.pick([1, 30, 600]) * MINUTE_MS);
}

/** Another client sends or schedules a text to five contacts. */
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
  ['a customer writes', (simulation) => simulation.receiveTexts(1)],
  ['a customer writes', (simulation) => simulation.receiveTexts(simulation.random.between(1, 8))],
  ['many customers write', (simulation) => simulation.receiveTexts(simulation.random.between(20, 130))],
  ['the user acts', actOnOne],
  ['the user acts', actOnOne],
  ['the user acts on many', actOnMany],
  ['the user acts on many', actOnMany],
  ['the user closes all read', closeAllRead],
  ['the user deletes messages', deleteMessages],
  ['the user undoes the last action', takeBack],
  ['due snoozes end', endSnoozes],
  ['the user searches', search],
  ['the user opens a chat', (simulation) => simulation.openChat()],
  ['the user sends', (simulation) => simulation.send()],
  ['another client acts', (simulation) => simulation.actElsewhere()],
  ['another client acts', (simulation) => simulation.actElsewhere()],
  ['another client acts', (simulation) => simulation.actElsewhere()],
  ['another client is busy', (simulation) => [1, 2, 3, 4, 5].forEach(() => simulation.actElsewhere())],
  ['time passes', (simulation) => simulation.clock.pass(simulation.random.between(1, 15) * MINUTE_MS)],
  ['killed', (simulation) => simulation.kill()],
  ['restarted', (simulation) => simulation.restart()],
  [
    'the time zone changes',
    (simulation) => {
      process.env['TZ'] = simulation.random.pick(['Pacific/Auckland', 'America/Los_Angeles', 'Asia/Kathmandu', 'UTC']);
    },
  ],
  ['a delivery status changes late', (simulation) => simulation.changeDeliveryStatus()],
  ['the cache is cleared', (simulation) => simulation.clearCopy()],
  [
    'the network fails',
    async (simulation) => {
      simulation.app.network.isCut = true;
      await simulation.clock.pass(simulation.random.between(1, 120) * 1_000);
      simulation.app.network.isCut = false;
    },
  ],
  [
    'the service fails',
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
  ['a customer calls', addCall],
  ['the team adds a note', addTeamNote],
  ['a sender name writes', receiveFromSenderName],
  ['a text is edited', editSentText],
  ['a chat is duplicated', duplicateChat],
  ['the clock of the service advances', advanceServiceClock],
  ['another client sends to many', sendToMany],
  ['killed between the files', (simulation) => simulation.killBetweenFiles()],
  [
    'killed, and the cache is cleared',
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
