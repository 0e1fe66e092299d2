/* Runs before anything is painted: the theme of last time, so that a dark window never flashes white. */
(() => {
  const kept = localStorage.getItem('switchboard.theme');
  const isDark = kept === 'dark' || (kept !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
})();
