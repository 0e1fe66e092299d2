import vm from 'node:vm';

const HANGS_MS = 60_000;
const CALL = new vm.Script('work()');

/** Runs what would block the whole process if it never ended, a hostile regular expression say: then it is stopped, and throws. */
export function endWithin<Result>(work: () => Result, timeout = HANGS_MS): Result {
  return CALL.runInContext(vm.createContext({ work }), { timeout }) as Result;
}
