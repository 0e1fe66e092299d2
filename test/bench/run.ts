/**
 * `npm run bench`: the app with 20,000 chats and 300,000 messages against its targets, and the store against bare SQLite.
 * `--chats`, `--messages`, `--contacts` make it smaller; `--only app` or `--only store` does half of it.
 */
import process from 'node:process';
import { parseArgs } from 'node:util';
import * as v from 'valibot';
import { measureApp } from './app-parts.ts';
import { print } from './measure.ts';
import { compareStore } from './store-parts.ts';

const count = (fallback: string) =>
  v.optional(v.pipe(v.string(), v.transform(Number), v.integer('takes a whole number'), v.minValue(50)), fallback);

const optionsSchema = v.object({
  chats: count('20000'),
  messages: count('300000'),
  contacts: count('100000'),
  only: v.optional(v.picklist(['app', 'store'])),
});

const { values } = parseArgs({
  options: {
    chats: { type: 'string' },
    messages: { type: 'string' },
    contacts: { type: 'string' },
    only: { type: 'string' },
  },
});
const parsed = v.safeParse(optionsSchema, values);
if (parsed.success) {
  const { only, ...settings } = parsed.output;
  const comparisons = only === 'app' ? [] : await compareStore();
  const figures = only === 'store' ? [] : await measureApp(settings);
  print({ settings, comparisons, figures });
} else {
  const [issue] = parsed.issues;
  process.stderr.write(`--${v.getDotPath(issue) ?? ''}: ${issue.message}.\n`);
  process.exitCode = 2;
}
