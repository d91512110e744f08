// Chooses the theme before the first paint, so that a dark page never flashes white. Read by web/theme/theme.ts.
(() => {
  let choice = 'system';
  try {
    choice = JSON.parse(localStorage.getItem('storeConfig_v2') || '{}').theme || 'system';
  } catch {
    // Storage may be forbidden or hold something else: the system decides.
  }
  const dark = choice === 'dark' || (choice === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
  const root = document.documentElement;
  root.dataset.theme = dark ? 'dark' : 'light';
  root.style.colorScheme = dark ? 'dark' : 'light';
  root.style.backgroundColor = dark ? '#101618' : '#f2f3ee';
})();
