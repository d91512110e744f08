// Opens the offline pages without a network. It caches the files of the build that these pages need, and never answers
// of the server: those are stored by account (web/session/offline-account-storage.ts). Why it is written by hand:
// docs/decisions/browser.md. The build prepends `self.OFFLINE` (scripts/vite/offline-file-lists.ts); OFFLINE=off unregisters it.

const { entry, sets } = self.OFFLINE;
const prefix = 'xj-offline ';
const cacheOf = (build, set) => `${prefix}${build} ${set}`;
/** Cache key written once a set is complete; its value lists the modules of the build in it. */
const recordOf = (build, set) => `/offline/${set}?of=${encodeURIComponent(build)}`;
const buildOf = (name) => name.slice(prefix.length).split(' ')[0];
const loose = { ignoreVary: true };

/** Ms the network has to deliver a page that is cached. */
const timeout = 5000;

/** Sets that contain a page, in order of preference. */
const setsOf = (path) =>
  /^\/team(\/|$)/.test(path)
    ? ['team', 'inside']
    : /^\/field\/?$/.test(path)
      ? ['field']
      : /^\/(admin|user)(\/|$)/.test(path)
        ? ['inside']
        : [];

/** Caches of this product, oldest first. */
const own = async () => (await caches.keys()).filter((name) => name.startsWith(prefix));

/**
 * Caches the files of a set one after another, so that the user's own requests come first. Files in the cache are not
 * requested again.
 */
async function keep(set) {
  const kept = await caches.open(cacheOf(entry, set));
  if (await kept.match(recordOf(entry, set))) return;
  const page = await fetch('/index.html', { cache: 'no-cache' });
  if (!(page.ok && (await page.clone().text()).includes(entry))) throw new Error('another build is served by now');
  for (const file of sets[set].files) {
    const known = file.startsWith('/assets/') ? await caches.match(file, loose) : undefined;
    const answer = known ?? (await fetch(file));
    if (!answer.ok) throw new Error(`${file}: ${answer.status}`);
    await kept.put(file, answer);
  }
  await kept.put('/index.html', page);
  await kept.put(recordOf(entry, set), new Response(JSON.stringify(sets[set].parts)));
}

/** The newest cached page of these sets. */
async function keptPage(wanted) {
  const names = (await own()).toReversed();
  names.sort((one, other) => Number(buildOf(other) === entry) - Number(buildOf(one) === entry));
  for (const name of names)
    for (const set of wanted) {
      if (name !== cacheOf(buildOf(name), set)) continue;
      const cache = await caches.open(name);
      if (await cache.match(recordOf(buildOf(name), set))) return cache.match('/index.html');
    }
  return undefined;
}

/** Network first, so that online users never get an old page; the cached page where the network does not answer. */
async function openPage(request, wanted) {
  const kept = await keptPage(wanted);
  if (!kept) return fetch(request);
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(kept), timeout);
    const settle = (answer) => {
      clearTimeout(timer);
      resolve(answer);
    };
    fetch(request).then(
      (answer) => settle(answer.status >= 502 && answer.status <= 504 ? kept : answer),
      () => settle(kept),
    );
  });
}

/** A file with a hash in its name never changes and comes from the cache; others are requested first. */
const openFile = async (request, path) => {
  if (path.startsWith('/assets/')) return (await caches.match(request, loose)) ?? fetch(request);
  return fetch(request).catch(async (error) => {
    const kept = await caches.match(path, loose);
    if (!kept) throw error;
    return kept;
  });
};

/** Whether a build has a module in the cache. Asked before an import, as browsers remember a failed one. */
async function hasPart(name, of) {
  const build = new URL(of, self.location.href).pathname;
  for (const set of Object.keys(sets)) {
    const record = await caches.match(recordOf(build, set));
    if (record && (await record.json()).includes(name)) return new Response('', { status: 200 });
  }
  return new Response('', { status: 404 });
}

const plain = new Set(Object.values(sets).flatMap(({ files }) => files));

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname, searchParams } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (pathname === '/offline/part') event.respondWith(hasPart(searchParams.get('name'), searchParams.get('of')));
  else if (request.mode === 'navigate') {
    const wanted = searchParams.has('server') ? [] : setsOf(pathname);
    if (wanted.length > 0) event.respondWith(openPage(request, wanted));
  } else if (pathname.startsWith('/assets/') || plain.has(pathname)) event.respondWith(openFile(request, pathname));
});

/**
 * Before it takes over, a new worker caches the same sets of the new build. It can take over at once, as pages come
 * from the network first.
 */
self.addEventListener('install', (event) => {
  const renew = async () => {
    const had = new Set((await own()).map((name) => name.slice(name.lastIndexOf(' ') + 1)));
    for (const set of had) if (Object.hasOwn(sets, set)) await keep(set);
    await self.skipWaiting();
  };
  event.waitUntil(renew());
});

/** Of older builds the last one is kept: open pages may still load modules of it. */
self.addEventListener('activate', (event) => {
  const tidy = async () => {
    const names = await own();
    const before = names.map(buildOf).findLast((build) => build !== entry);
    for (const name of names) if (buildOf(name) !== entry && buildOf(name) !== before) await caches.delete(name);
    await self.clients.claim();
  };
  event.waitUntil(tidy());
});

self.addEventListener('message', (event) => {
  const [port] = event.ports;
  const set = event.data?.keep;
  // which build this is, without storing anything
  if (port && event.data?.request === 'build') port.postMessage({ entry });
  if (!port || typeof set !== 'string' || !Object.hasOwn(sets, set)) return;
  const tell = (kept) => port.postMessage({ kept, entry });
  event.waitUntil(
    keep(set).then(
      () => tell(true),
      () => tell(false),
    ),
  );
});
