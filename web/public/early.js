// Code that cannot wait for the code of the page. Runs before the first paint, also in browsers too old for the page
// (no `?.`, no `catch` without a variable), and must stay small.

// The newest feature the page needs.
if (![].toSorted) {
  const script = document.createElement('script');
  script.src = '/old-browser.js';
  document.head.append(script);
}

// A browser that forbids storage throws on reading the name: the replacement lasts as long as the page.
for (const name of ['localStorage', 'sessionStorage']) {
  try {
    if (window[name]) continue;
  } catch (_) {
    // Storage is forbidden.
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

// The theme, so that a dark page never flashes white. Read by web/theme/use-light-or-dark-colour-scheme.ts.
(() => {
  let choice = 'system';
  try {
    choice = JSON.parse(localStorage.getItem('storeConfig_v2') || '{}').theme || 'system';
  } catch (_) {
    // Storage is forbidden or holds something else: the system decides.
  }
  const dark = choice === 'dark' || (choice === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
  const root = document.documentElement;
  root.dataset.theme = dark ? 'dark' : 'light';
  root.style.colorScheme = dark ? 'dark' : 'light';
  root.style.backgroundColor = dark ? '#101618' : '#f2f3ee';
})();

// Preloads code that would otherwise be requested only after the code before it has run.
(() => {
  // scripts/vite/preload-file-names.ts and preload-light-pages.ts insert the file names when they build the page: of
  // every signed-in page, by module, and by the first part of a path.
  const { office = '', modules = '', pages = '' } = document.currentScript.dataset;
  const [, first = '', second] = location.pathname.split('/');
  const ofName = (list, name) => ` ${list}`.split(` ${name}:`).concat('')[1].split(' ')[0];
  const preload = (files) => {
    for (const file of files.split(/[ ,]/).filter(Boolean)) {
      const link = document.createElement('link');
      link.rel = 'modulepreload';
      if (/css$/.test(file)) Object.assign(link, { rel: 'preload', as: 'style' });
      link.href = file;
      document.head.append(link);
    }
  };
  preload(ofName(pages, first.toLowerCase()));
  const [, area = ''] = /^\/(admin|user)(?!\/(login|newlogin|resetpwd))(\/|$)/i.exec(location.pathname) || [];
  const kept = { admin: 'adminInfo', user: 'userInfo' }[area.toLowerCase()];
  if (!kept) return;
  try {
    if (!JSON.parse(localStorage.getItem(kept) || '{}').token) return;
  } catch (_) {
    return;
  }
  preload(`${office} ${ofName(modules, second)}`);
})();
