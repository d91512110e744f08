// What cannot wait for the code of the page. Runs before the first paint and must stay small.

// The theme, so that a dark page never flashes white. Read by web/theme/theme.ts.
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

// The code of the signed-in areas: without this it is only asked for once the code before it has come and run.
(() => {
  const area = /^\/(admin|user)(?!\/(login|newlogin|resetpwd))(\/|$)/i.exec(location.pathname)?.[1];
  const kept = { admin: 'adminInfo', user: 'userInfo' }[area?.toLowerCase()];
  if (!kept) return;
  try {
    if (!JSON.parse(localStorage.getItem(kept) || '{}').token) return;
  } catch {
    return;
  }
  // scripts/early-files.ts names the files when it builds the page
  for (const file of document.currentScript.dataset.office?.split(' ') ?? []) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = file;
    document.head.append(link);
  }
})();
