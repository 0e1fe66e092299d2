import type { Letter } from '../state/model.ts';
import type { Calendar } from './calendar.ts';
import type { Draft } from './draft.ts';
import type { Line, Person } from './people.ts';
import type { Random } from './random.ts';
import type { Member } from './roster.ts';
import { dayNames, listScenarios } from './scenarios.ts';
import type { Scenario } from './scenarios.ts';

/** Minutes of today's oldest hand-written line. */
const OLDEST_TODAY_MINUTES = 210;
const OPENING_MINUTE = 8 * 60;
const CLOSING_MINUTE = 18 * 60;
const MONTHS_OF_HISTORY_DAYS = 240;
const NEWEST_INVENTED_DAY = 2;

export interface HistoryParts {
  readonly random: Random;
  readonly calendar: Calendar;
  /** The account's user and its team by first name. */
  readonly userIds: ReadonlyMap<string, number>;
  readonly accountId: number;
}

function toMinute(time: string): number {
  const [hours, minutes] = time.split(':').map(Number);
  return (hours ?? 0) * 60 + (minutes ?? 0);
}

/** How many days ago the first hand-written line was: what is invented lies before it. */
function toOldestDay(person: Person): number {
  return Math.max(0, ...person.lines.map(({ when }) => (typeof when === 'number' ? 0 : when[0])));
}

/** Where most messages end, and the few that do not. */
function pickLetter(random: Random): { letter: Letter; reason?: string } {
  const at = random.next();
  if (at < 0.962) return { letter: 'd' };
  if (at < 0.978) return { letter: 'f', reason: 'a' };
  if (at < 0.988) return { letter: 'u' };
  return at < 0.995 ? { letter: 'j', reason: 'if' } : { letter: 'e', reason: 'e' };
}

/** Writes what was said over the months. */
export class History {
  readonly #parts: HistoryParts;

  constructor(parts: HistoryParts) {
    this.#parts = parts;
  }

  toAt(when: Line['when']): number {
    const { calendar } = this.#parts;
    if (typeof when === 'number') return calendar.minutesAgo(when, OLDEST_TODAY_MINUTES);
    return calendar.at(when[0], toMinute(when[1]));
  }

  /** The hand-written messages of a person; team notes are not among them. */
  listWritten(person: Person): Draft[] {
    return person.lines
      .filter((line) => line.who !== 'note')
      .map((line) => ({
        kind: line.who === 'them' ? 'in' : 'out',
        phone: person.phone,
        at: this.toAt(line.when),
        text: line.text,
        userId: this.toUserId(line.by),
        ...(line.letter === undefined ? {} : { letter: line.letter }),
        ...(line.letter === 'f' || line.letter === 'j' ? { reason: line.letter === 'f' ? 'a' : 'if' } : {}),
        ...(line.picture === undefined ? {} : { picture: line.picture }),
        ...(line.bulk === undefined ? {} : { bulk: line.bulk }),
      }));
  }

  toUserId(by: string | undefined): number {
    return this.#parts.userIds.get(by ?? '') ?? this.#parts.accountId;
  }

  /** One invented exchange on some day of the past months, more of them lately. */
  inventExchange(member: Member): Draft[] {
    const { random } = this.#parts;
    const scenario = random.pick(listScenarios(member.language));
    const newest = member.person === undefined ? NEWEST_INVENTED_DAY : toOldestDay(member.person) + 1;
    const daysAgo = newest + Math.floor(MONTHS_OF_HISTORY_DAYS * random.next() ** 1.7);
    return this.#write(member, scenario, daysAgo);
  }

  /** A STOP on some recent day, and perhaps a later message that the service would not send any more. */
  inventFarewell(member: Member): Draft[] {
    const { random, calendar } = this.#parts;
    const daysAgo = random.between(6, 40);
    const farewell = this.#write(
      member,
      ['>{pet} is due a booster. Reply STOP to opt out. Northgate Vets', '<STOP'],
      daysAgo,
    );
    if (random.chance(0.5)) return farewell;
    const refused: Draft = {
      kind: 'out',
      phone: member.phone,
      at: calendar.at(daysAgo - 3, random.between(OPENING_MINUTE, CLOSING_MINUTE)),
      text: `Reminder: ${member.petName}’s booster is due this month.`,
      letter: 'g',
      userId: this.#parts.accountId,
    };
    return [...farewell, refused];
  }

  #write(member: Member, scenario: Scenario, daysAgo: number): Draft[] {
    const { random, calendar } = this.#parts;
    let minute = random.between(OPENING_MINUTE, CLOSING_MINUTE - 60);
    const fill = this.#createFiller(member, daysAgo);
    return scenario.map((line) => {
      minute += random.between(1, 12);
      const isTheirs = line.startsWith('<');
      return {
        kind: isTheirs ? 'in' : 'out',
        phone: member.phone,
        at: calendar.at(daysAgo, minute, random.between(0, 59)),
        text: fill(line.slice(1)),
        userId: this.#parts.accountId,
        ...(isTheirs ? {} : pickLetter(random)),
        ...(isTheirs && random.chance(0.015)
          ? { picture: `${random.pick(['dog', 'cat'])}-${random.between(1, 999)}.png` }
          : {}),
      };
    });
  }

  #createFiller(member: Member, daysAgo: number): (text: string) => string {
    const { random, calendar } = this.#parts;
    const weekday = (calendar.weekday(daysAgo) + random.between(1, 5)) % 7;
    const values: Record<string, string> = {
      first: member.contact?.firstName ?? 'there',
      pet: member.petName,
      vet: member.vet,
      day: dayNames[member.language][weekday] ?? '',
      time: `${random.between(9, 17)}:${String(random.between(0, 5) * 10).padStart(2, '0')}`,
      price: `${random.between(14, 240)}.${random.pick(['00', '50', '25'])}`,
    };
    return (text) => text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
  }
}
