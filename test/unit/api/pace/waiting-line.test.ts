import { describe, expect, it } from 'vitest';
import { WaitingLine, type CallPriority, type Waiter } from '#main/api/pace/waiting-line.ts';

interface Person extends Waiter<never> {
  readonly name: string;
}

const wait = (name: string, priority: CallPriority, deadlineAt = 1_000): Person => ({
  ...{ name, priority, deadlineAt },
  resolve: () => undefined,
  reject: () => undefined,
});

function form(...people: readonly Person[]): WaitingLine<Person> {
  const line = new WaitingLine<Person>();
  for (const person of people) line.add(person);
  return line;
}
const namesOf = (people: readonly Person[]): readonly string[] => people.map(({ name }) => name);

describe('those who wait for a call', () => {
  it('stand in the order of what a person waits for: the page, texts, news, what is old', () => {
    const line = form(wait('old', 'backfill'), wait('news', 'sync'), wait('text', 'sending'), wait('page', 'user'));
    expect(namesOf(line.waiters)).toEqual(['page', 'text', 'news', 'old']);
  });

  it('stand in the order of their arrival where they are equal', () => {
    const line = form(wait('first', 'sync'), wait('page', 'user'), wait('second', 'sync'), wait('third', 'sync'));
    expect(namesOf(line.waiters)).toEqual(['page', 'first', 'second', 'third']);
  });

  it('leave it when they are too late, and the others stay in order', () => {
    const line = form(wait('a', 'user', 10), wait('b', 'sync', 30), wait('c', 'sync', 20), wait('d', 'sync', 40));
    expect(namesOf(line.takeLate(30))).toEqual(['a', 'b', 'c']);
    expect(namesOf(line.waiters)).toEqual(['d']);
    expect(line.takeLate(30)).toEqual([]);
  });
});
