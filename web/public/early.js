// What cannot wait for the code of the page. Runs before the first paint, also in browsers too old for the page (no `?.`, no
// `catch` without its error), and must stay small.

// What the page is built with that browsers learned last.
if (![].toSorted) {
  const script = document.createElement('script');
  script.src = '/old-browser.js';
  document.head.append(script);
}

// Where the browser forbids storage, reading the name alone throws: what is stored lasts as long as the page.
for (const name of ['localStorage', 'sessionStorage']) {
  try {
    if (window[name]) continue;
  } catch (_) {
    // It is forbidden.
  }
  const methods = {
    getItem: (key) => (key in stored ? stored[key] : null),
    setItem: (key, value) => Object.assign(stored, { [key]: `${value}` }),
    removeItem: (key) => delete stored[key],
    clear: () => Object.keys(stored).map(methods.removeItem),
  };
  const stored = Object.create(methods);
  Object.defineProperty(window, name, { value: stored });
}

// The theme, so that a dark page never flashes white. Read by web/theme/theme.ts.
(() => {
  let choice = 'system';
  try {
    choice = JSON.parse(localStorage.getItem('storeConfig_v2') || '{}').theme || 'system';
  } catch (_) {
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
  const [, area = ''] = /^\/(admin|user)(?!\/(login|newlogin|resetpwd))(\/|$)/i.exec(location.pathname) || [];
  const kept = { admin: 'adminInfo', user: 'userInfo' }[area.toLowerCase()];
  if (!kept) return;
  try {
    if (!JSON.parse(localStorage.getItem(kept) || '{}').token) return;
  } catch (_) {
    return;
  }
  // scripts/early-files.ts names the files when it builds the page
  for (const file of (document.currentScript.dataset.office || '').split(' ').filter(Boolean)) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = file;
    document.head.append(link);
  }
})();
