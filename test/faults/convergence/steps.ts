/** What can happen in a history. */
import {
  chatIsDoubled,
  clockOfServiceJumps,
  lettersWrite,
  noteInChat,
  orderIsPlaced,
  someoneCalls,
  textIsEdited,
} from './happenings.ts';
import { actOnMany, actOnOne, closeAllRead, deleteMessages, endSnoozes, looksFor, takeBack } from './person.ts';
import type { NamedStep } from './story.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

export const STEPS: readonly NamedStep[] = [
  ['somebody writes', (story) => story.someoneWrites(1)],
  ['somebody writes', (story) => story.someoneWrites(story.random.between(1, 8))],
  ['many write', (story) => story.someoneWrites(story.random.between(20, 130))],
  ['the person acts', actOnOne],
  ['the person acts', actOnOne],
  ['the person acts on many', actOnMany],
  ['the person acts on many', actOnMany],
  ['the person closes all read', closeAllRead],
  ['the person deletes messages', deleteMessages],
  ['the person takes it back', takeBack],
  ['what is due comes back', endSnoozes],
  ['the person looks for something', looksFor],
  ['the person opens a chat', (story) => story.openChat()],
  ['the person sends', (story) => story.send()],
  ['another desk acts', (story) => story.deskActs()],
  ['another desk acts', (story) => story.deskActs()],
  ['another desk acts', (story) => story.deskActs()],
  ['another desk is busy', (story) => [1, 2, 3, 4, 5].forEach(() => story.deskActs())],
  ['time passes', (story) => story.clock.pass(story.random.between(1, 15) * MINUTE_MS)],
  ['killed', (story) => story.kill()],
  ['restarted', (story) => story.restart()],
  [
    'the time zone changes',
    (story) => {
      process.env['TZ'] = story.random.pick(['Pacific/Auckland', 'America/Los_Angeles', 'Asia/Kathmandu', 'UTC']);
    },
  ],
  ['a letter turns late', (story) => story.letterTurns()],
  ['the copy is cleared', (story) => story.clearCopy()],
  [
    'cut off',
    async (story) => {
      story.life.wire.isCut = true;
      await story.clock.pass(story.random.between(1, 120) * 1_000);
      story.life.wire.isCut = false;
    },
  ],
  [
    'troubles',
    (story) =>
      story.demo.faults.set([
        ...story.oddity.refusals,
        story.random.pick([
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
  ['the clock is set', (story) => story.clock.setBy(story.random.pick([-26, -2, 1, 3, 49]) * HOUR_MS)],
  [
    'the computer sleeps',
    (story) => {
      story.clock.sleep(story.random.between(1, 9) * HOUR_MS);
      story.life.sync.tryNow();
    },
  ],
  [
    'history is limited',
    (story) =>
      story.life.sync.setHistory({ days: story.random.pick([30, 365, null]), isPaused: story.random.happens(40) }),
  ],
  ['live updates', (story) => story.life.sync.setLive(story.random.happens(50))],
  ['everything is checked', (story) => void story.life.sync.checkEverything().catch(() => undefined)],
  [
    'everything is checked twice',
    (story) => void Promise.allSettled([1, 2].map(() => story.life.sync.checkEverything())),
  ],
  ['somebody calls', someoneCalls],
  ['the team notes', noteInChat],
  ['a sender of letters writes', lettersWrite],
  ['a text is edited', textIsEdited],
  ['a chat is doubled', chatIsDoubled],
  ['the clock of the service jumps', clockOfServiceJumps],
  ['something goes to many', orderIsPlaced],
  ['killed between the files', (story) => story.killBetweenFiles()],
  [
    'killed, and the copy is cleared',
    async (story) => {
      await story.kill();
      await story.clearCopy();
    },
  ],
  [
    'the service lacks something for a while',
    (story) => {
      const groups = ['replies', 'templates', 'lists', 'contacts', 'notes', 'sessions', 'blocking'];
      story.demo.settings.absent = [...story.oddity.absent, story.random.pick(groups)];
    },
  ],
];
