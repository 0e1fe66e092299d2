import * as v from 'valibot';
import type { Store } from '#main/store/api.ts';
import type { HistoryChoice } from '#shared/domain/sync.ts';

/** Key among the owned settings of an account. */
const KEY = 'history';
/** Who never chose gets all of it. */
const WHOLE: HistoryChoice = { days: null, isPaused: false };

const choiceSchema = v.object({ days: v.nullable(v.picklist([30, 365])), isPaused: v.boolean() });

/** How far back the messages of this account are read. Throws `disk`. */
export async function readHistoryChoice(store: Pick<Store, 'getSettings'>): Promise<HistoryChoice> {
  const { [KEY]: kept } = await store.getSettings({});
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), choiceSchema), kept);
  return parsed.success ? parsed.output : WHOLE;
}

/** Throws `disk`. */
export async function keepHistoryChoice(store: Pick<Store, 'saveSetting'>, choice: HistoryChoice): Promise<void> {
  const { days, isPaused } = choice;
  await store.saveSetting({ key: KEY, value: JSON.stringify({ days, isPaused }) });
}
