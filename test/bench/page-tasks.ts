import type { Page } from 'playwright';
import * as v from 'valibot';
import { toWorst, type Stretch } from './main-turns.ts';

const RUN_TASK = 'ThreadControllerImpl::RunTask';
const MAIN_THREAD = 'CrRendererMain';

/** What is read of an event. `dur` and `tdur`: microseconds, wall time and CPU time of the thread. */
const eventSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    name: v.string(),
    pid: v.number(),
    tid: v.number(),
    dur: v.optional(v.number()),
    tdur: v.optional(v.number()),
    args: v.optional(v.object({ name: v.optional(v.string()) })),
  }),
);
type TraceEvent = v.InferOutput<typeof eventSchema>;

const LINE_END = 10;
const COMMA = 44;

/** The worst task of the page's main thread while the work was done, from Chromium's own trace. */
export async function watchTasks(page: Page, work: () => Promise<unknown>): Promise<Stretch> {
  const browser = page.context().browser();
  if (browser === null) throw new Error('The page has no browser to trace');
  await browser.startTracing(page, { categories: ['toplevel'] });
  const isDone: unknown = await work().then(
    () => true,
    (error: unknown) => error,
  );
  const trace = await browser.stopTracing();
  if (isDone !== true) throw isDone;
  return toBusiest(trace);
}

/** One page is looked at; other renderers of the browser idle. */
function toBusiest(trace: Buffer): Stretch {
  const events = [...readEvents(trace)];
  const threads = events.filter(({ name, args }) => name === 'thread_name' && args?.name === MAIN_THREAD);
  const stretches = threads.map(({ pid, tid }) => {
    const tasks = events.filter((event) => event.pid === pid && event.tid === tid && event.name === RUN_TASK);
    return toWorst(tasks.map(toStretch));
  });
  const [busiest] = stretches.sort((a, b) => b.usedMs - a.usedMs);
  if (busiest === undefined || busiest.usedMs === 0) throw new Error('The trace has no tasks of a page');
  return busiest;
}

/** The tasks, and what threads are called. Chromium writes an event a line; minutes of them are more than a string holds. */
function* readEvents(trace: Buffer): Generator<TraceEvent> {
  for (let start = 0; start < trace.length;) {
    const found = trace.indexOf(LINE_END, start);
    const end = found === -1 ? trace.length : found;
    const line = trace.subarray(start, trace[end - 1] === COMMA ? end - 1 : end);
    if (line.includes(`"${RUN_TASK}"`) || line.includes('"thread_name"')) yield v.parse(eventSchema, line.toString());
    start = end + 1;
  }
}

function toStretch({ dur = 0, tdur = 0 }: TraceEvent): Stretch {
  return { cpuMs: tdur / 1000, wallMs: dur / 1000, usedMs: tdur / 1000 };
}
