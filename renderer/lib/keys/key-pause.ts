/** Calls `run` once no key was pressed for `pauseMs`, counted from this call on. Returns a function that prevents it. */
export function runAtKeyPause(run: () => void, pauseMs: number): () => void {
  const start = (): ReturnType<typeof setTimeout> => setTimeout(end, pauseMs, true);
  const restart = (): void => {
    clearTimeout(timer);
    timer = start();
  };
  function end(isPause: boolean): void {
    clearTimeout(timer);
    removeEventListener('keydown', restart, true);
    if (isPause) run();
  }
  let timer = start();
  addEventListener('keydown', restart, true);
  return () => end(false);
}
