/* Runs before anything is painted: the look of last time, so that a dark window never flashes white, nor rows change height. */
(() => {
  const root = document.documentElement;
  const kept = localStorage.getItem('switchboard.theme');
  const isDark = kept === 'dark' || (kept !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.dataset.theme = isDark ? 'dark' : 'light';
  try {
    const look = JSON.parse(localStorage.getItem('switchboard.look') ?? '{}');
    if (look.density === 'compact') root.dataset.density = look.textSize >= 130 ? 'compact-large' : 'compact';
    if ([90, 115, 130].includes(look.textSize)) root.style.fontSize = `${look.textSize}%`;
    if (look.motion === 'reduced') root.dataset.motion = 'reduce';
  } catch {
    // Somebody wrote something else there: the look of a new window, until main has told what was chosen.
  }
})();
