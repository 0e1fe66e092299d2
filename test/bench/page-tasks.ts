import type { Page } from 'playwright';
import * as v from 'valibot';
import { toWorst, type Stretch } from './main-turns.ts';

const RUN_TASK = 'ThreadControllerImpl::RunTask';
const MAIN_THREAD = 'CrRendererMain';

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds: wall time, and CPU time of the thread. */
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/** Only the frame is checked: there are hundreds of thousands of events, all written by one Chromium. */
const traceSchema = v.pipe(v.string(), v.parseJson(), v.object({ traceEvents: v.array(v.unknown()) }));

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
  return toBusiest(trace.toString());
}

/** One page is looked at; other renderers of the browser idle. */
function toBusiest(trace: string): Stretch {
  const events = v.parse(traceSchema, trace).traceEvents as TraceEvent[];
  const threads = events.filter(({ name, args }) => name === 'thread_name' && args?.name === MAIN_THREAD);
  const stretches = threads.map(({ pid, tid }) => {
    const tasks = events.filter((event) => event.pid === pid && event.tid === tid && event.name === RUN_TASK);
    return toWorst(tasks.map(toStretch));
  });
  const [busiest] = stretches.sort((a, b) => b.usedMs - a.usedMs);
  if (busiest === undefined || busiest.usedMs === 0) throw new Error('The trace has no tasks of a page');
  return busiest;
}

function toStretch({ dur = 0, tdur = 0 }: TraceEvent): Stretch {
  return { cpuMs: tdur / 1000, wallMs: dur / 1000, usedMs: tdur / 1000 };
}
