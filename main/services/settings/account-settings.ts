/** The settings of one account, as its owned rows have them. */
import * as v from 'valibot';
import type { Store } from '#main/store/api.ts';
import { settingsViewSchema } from '#shared/contract/index.ts';

export const changesSchema = v.partial(settingsViewSchema);
export type SettingsChanges = v.InferOutput<typeof changesSchema>;

/** Keys of these settings in the account's owned rows. */
export const PREFIX = 'window.';

/** What was chosen in this account. Row by row: one that no longer makes sense takes no other with it. */
export async function readOwned(store: Pick<Store, 'getSettings'>): Promise<SettingsChanges> {
  const known: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(await store.getSettings({}))) {
    const name = key.startsWith(PREFIX) ? key.slice(PREFIX.length) : '';
    const parsed = v.safeParse(v.pipe(v.string(), v.parseJson()), value);
    if (!parsed.success || !Object.hasOwn(changesSchema.entries, name)) continue;
    if (v.is(changesSchema, { [name]: parsed.output })) known[name] = parsed.output;
  }
  return v.parse(changesSchema, known);
}
