import { castEarlier } from '../seed/cast-earlier.ts';
import { castToday } from '../seed/cast-today.ts';
import { guessLanguage } from '../seed/language.ts';
import type { Language } from '../seed/language.ts';
import { createRandom, hashText } from '../seed/random.ts';
import type { Random } from '../seed/random.ts';
import type { RuntimeSettings } from '../settings.ts';
import type { Chat, Job, Outbound } from '../state/model.ts';
import type { World } from '../state/world.ts';
import type { Timers } from './clock.ts';
import { isFlaky } from './letters.ts';
import { listAnswers, listChatter } from './phrases.ts';

export interface PeopleParts {
  readonly world: World;
  readonly clock: Timers;
  readonly settings: RuntimeSettings;
  readonly schedule: (job: Job) => void;
  /** Takes in what somebody writes. */
  readonly say: (phone: string, text: string) => void;
}

const FIRST_CHATTER_MS = [5_000, 8_000] as const;
const CHATTER_MS = [12_000, 25_000] as const;
const ANSWER_MS = [4_000, 12_000] as const;
const FOLLOW_UP_MS = [3_000, 8_000] as const;
const FOLLOW_UP_PROBABILITY = 0.25;
const STRANGER_PROBABILITY = 0.06;
/** With more unread messages than this waiting, people write only a quarter as often. */
const PATIENCE = 80;
const SLOW_DOWN = 4;
/** Who writes first in a new demo. */
const FIRST_SPEAKER = '447700900188';

const cast = [...castToday, ...castEarlier];
const liveLines = new Map(cast.map((person) => [person.phone, person.live ?? []]));
/** Couriers and strangers say what is written for them, and nothing about animals. */
const withoutPet = new Set(cast.filter(({ pet }) => pet === undefined).map(({ phone }) => phone));

/** Whether a message would visibly move a chat: the first one after each start does. */
function isCalm(chat: Chat): boolean {
  return chat.status === 'a' && !chat.pinned && !chat.muted && chat.unread === 0;
}

/** People of the demo: they write by themselves, and answer when they are written to. */
export class People {
  readonly #parts: PeopleParts;
  readonly #random: Random;
  #hasSpoken = false;

  constructor(parts: PeopleParts) {
    this.#parts = parts;
    this.#random = createRandom(hashText(`people ${parts.world.data.seed} ${parts.world.inbound.nextId()}`));
  }

  /** Begins to talk. */
  start(): void {
    this.#scheduleChatter(FIRST_CHATTER_MS);
  }

  /** Somebody writes, and the next one is planned. */
  chatter(): void {
    const { settings, world, say } = this.#parts;
    if (!settings.live) return;
    const line = this.#pickLine();
    say(line.phone, line.text);
    const unread = world.chats.rows.reduce(
      (sum, chat) => sum + (chat.status === 'a' && !chat.muted ? chat.unread : 0),
      0,
    );
    const slower = unread > PATIENCE ? SLOW_DOWN : 1;
    this.#scheduleChatter([CHATTER_MS[0] * slower, CHATTER_MS[1] * slower]);
  }

  /** Plans the answer to an accepted message. Nobody answers to what cannot reach them, or to a sender of letters. */
  hear(message: Outbound): void {
    const { settings, world, clock, schedule } = this.#parts;
    if (!settings.live || message.status !== 'q' || !this.#canAnswer(message)) return;
    const language = this.#toLanguage(message.receiver, message.text);
    const { answers, followUps } = listAnswers(message.text, language);
    const random = createRandom(hashText(`${world.data.seed} answer ${message.id}`));
    const answerAt = clock.nowAt() + random.between(...ANSWER_MS) / settings.speed;
    schedule({ kind: 'say', dueAt: answerAt, phone: message.receiver, text: random.pick(answers) });
    if (followUps.length === 0 || !random.chance(FOLLOW_UP_PROBABILITY)) return;
    const laterAt = answerAt + random.between(...FOLLOW_UP_MS) / settings.speed;
    schedule({ kind: 'say', dueAt: laterAt, phone: message.receiver, text: random.pick(followUps) });
  }

  #canAnswer(message: Outbound): boolean {
    const { world } = this.#parts;
    const contact = world.findContactByPhone(message.receiver);
    const outcome = world.data.outcomes[message.receiver];
    const isReachable = outcome === undefined ? !isFlaky(world, message.receiver) : outcome === 'd';
    return isReachable && /^\d+$/.test(message.sender) && contact?.phoneType !== 0;
  }

  #toLanguage(phone: string, text: string): Language {
    const guessed = guessLanguage(text);
    return guessed === 'en' ? (this.#parts.world.data.languages[phone] ?? 'en') : guessed;
  }

  #scheduleChatter([leastMs, mostMs]: readonly [number, number]): void {
    const { clock, schedule } = this.#parts;
    schedule({ kind: 'chatter', dueAt: clock.nowAt() + this.#random.between(leastMs, mostMs) });
  }

  #pickLine(): { phone: string; text: string } {
    const { world } = this.#parts;
    const isFirst = !this.#hasSpoken;
    this.#hasSpoken = true;
    if (!isFirst && this.#random.chance(STRANGER_PROBABILITY)) return this.#pickStranger();
    const mayWrite = (chat: Chat): boolean => this.#mayWrite(chat) && (!isFirst || isCalm(chat));
    const scripted = [...liveLines].flatMap(([phone, lines]) => {
      const chat = world.findChatByPhone(phone);
      const text = lines[world.data.spoken[phone] ?? 0];
      return chat !== undefined && text !== undefined && mayWrite(chat) ? [{ phone, text }] : [];
    });
    if (scripted.length === 0) return this.#pickUnscripted(mayWrite);
    const line =
      (isFirst ? scripted.find(({ phone }) => phone === FIRST_SPEAKER) : undefined) ?? this.#random.pick(scripted);
    world.data.spoken[line.phone] = (world.data.spoken[line.phone] ?? 0) + 1;
    return line;
  }

  #pickUnscripted(mayWrite: (chat: Chat) => boolean): { phone: string; text: string } {
    const { world } = this.#parts;
    const chats = world.chats.rows.filter(
      (chat) => chat.status !== 'd' && !withoutPet.has(chat.phone) && mayWrite(chat),
    );
    if (chats.length === 0) return this.#pickStranger();
    const { phone } = this.#random.pick(chats);
    return { phone, text: this.#random.pick(listChatter(world.data.languages[phone] ?? 'en')) };
  }

  #pickStranger(): { phone: string; text: string } {
    const phone = `44770090060${this.#random.between(0, 9)}`;
    return { phone, text: this.#random.pick(listChatter('en')) };
  }

  #mayWrite(chat: Chat): boolean {
    const { world } = this.#parts;
    const isPerson = /^\d+$/.test(chat.phone) && world.findContactByPhone(chat.phone)?.phoneType !== 0;
    const isHeard = world.findContactByPhone(chat.phone)?.blocked !== true;
    return isPerson && isHeard && world.findUnsubscribed(chat.phone) === undefined;
  }
}
