/** A storm of callbacks at a running app: about what is true, what is older, and what was made up. */
import { setTimeout as wait } from 'node:timers/promises';
import type { ServiceAccount } from '#test/e2e/support/programs.ts';
import type { DisposeStack } from '#shared/lib/disposable.ts';
import type { Random } from '#test/support/random.ts';
import type { LiveApp } from './live-app.ts';
import { makeNews, readIds } from './news.ts';
import { buildCallback, Caller, inventMessage, toKey, type Told } from './posting.ts';

export interface StormScene {
  readonly app: LiveApp;
  readonly account: ServiceAccount;
  readonly random: Random;
  /** What is opened ends with it. */
  readonly stack: DisposeStack;
}

export interface StormSize {
  /** Callbacks, and how many of them are begun in a second. */
  readonly count: number;
  readonly perSecond: number;
}

export interface Storm {
  /** Every callback by its last answer. */
  readonly answers: ReadonlyMap<number | null, number>;
  /** Keys of what was answered with 200. */
  readonly taken: ReadonlySet<string>;
  /** Ids of the texts that came in meanwhile. */
  readonly written: ReadonlySet<number>;
  /** How long each answer took, in milliseconds. */
  readonly answerMs: readonly number[];
}

/** Of a hundred: 20 about something that was written just now, 40 about something older, 39 invented, 1 with a wrong letter. */
export async function blow({ app, account, random, stack }: StormScene, size: StormSize): Promise<Storm> {
  const caller = new Caller(app.addresses);
  stack.add(() => caller.dispose());
  const known = await readIds(account);
  const [older, sent] = [known.inbound.slice(-500), known.outbound.slice(-500)];
  const written = new Set<number>();
  const answers = new Map<number | null, number>();
  const taken = new Set<string>();
  const answerMs: number[] = [];
  const post = async (told: Told): Promise<void> => {
    const at = performance.now();
    const status = await caller.postUntilTaken(buildCallback(told, random));
    answerMs.push(performance.now() - at);
    answers.set(status, (answers.get(status) ?? 0) + 1);
    if (status === 200) taken.add(toKey(told));
  };
  const pick = (): Told => {
    const dice = random.between(1, 100);
    const fresh = [...written].slice(-20);
    if (dice <= 20 && fresh.length > 0) return { direction: 'in', id: random.pick(fresh), letter: '' };
    if (dice <= 40) return { direction: 'in', id: random.pick(older), letter: '' };
    if (dice <= 60) return { direction: 'out', id: random.pick(sent), letter: random.pick(['q', 'r']) };
    return dice <= 61 ? { direction: 'out', id: random.pick(sent), letter: 'f' } : inventMessage(random);
  };
  const ending = new AbortController();
  const onText = ({ id }: { readonly id: number }): unknown => written.add(id);
  const writing = makeNews(account, { random: random.fork(), ending: ending.signal, onText });
  const posts: Promise<void>[] = [];
  const beganAt = performance.now();
  while (posts.length < size.count) {
    const due = Math.min(size.count, Math.ceil(((performance.now() - beganAt) * size.perSecond) / 1_000));
    while (posts.length < due) posts.push(post(pick()));
    await wait(5);
  }
  ending.abort();
  await Promise.all([...posts, writing]);
  return { answers, taken, written, answerMs };
}
