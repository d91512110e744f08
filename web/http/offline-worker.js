// Opens the pages of the road without a network: what the program of these pages consists of is kept here, and nothing else.
// Never an answer of the server: those are kept by account (web/session/own-storage.ts). Why it is written by hand:
// docs/decisions/0081. The build writes `self.OFFLINE` before it (scripts/offline-files.ts); OFFLINE=off takes it back.

const { entry, sets } = self.OFFLINE;
const prefix = 'xj-offline ';
const cacheOf = (build, set) => `${prefix}${build} ${set}`;
/** Stands in the cache of a set once all of it is there, and says which parts of the program it has. */
const recordOf = (build, set) => `/offline/${set}?of=${encodeURIComponent(build)}`;
const buildOf = (name) => name.slice(prefix.length).split(' ')[0];
const loose = { ignoreVary: true };

/** Ms the network is given for a page, where one is kept. */
const patience = 5000;

/** Sets that open a page; the first that is there does. */
const setsOf = (path) =>
  /^\/team(\/|$)/.test(path) ? ['team', 'inside'] : /^\/(admin|user)(\/|$)/.test(path) ? ['inside'] : [];

/** Caches of this product, the oldest first. */
const own = async () => (await caches.keys()).filter((name) => name.startsWith(prefix));

/** Keeps all of a set, one file after another: whoever is at work comes first. What is there already is not asked for. */
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

/** The newest page that can be opened with one of these sets. */
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

/** The network first, so that who has one is never served what is old; what is kept where it does not answer. */
async function openPage(request, wanted) {
  const kept = await keptPage(wanted);
  if (!kept) return fetch(request);
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(kept), patience);
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

/** What its name says by a hash is the same for ever; what has none is asked for. */
const openFile = async (request, path) => {
  if (path.startsWith('/assets/')) return (await caches.match(request, loose)) ?? fetch(request);
  return fetch(request).catch(async (error) => {
    const kept = await caches.match(path, loose);
    if (!kept) throw error;
    return kept;
  });
};

/** Whether a page of some build has a part at hand: asked before the part is, as browsers remember one that did not come. */
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

/** What was kept of an older build is kept of this one, before it takes over; then it does, as pages come from the network. */
self.addEventListener('install', (event) => {
  const renew = async () => {
    const had = new Set((await own()).map((name) => name.slice(name.lastIndexOf(' ') + 1)));
    for (const set of had) if (Object.hasOwn(sets, set)) await keep(set);
    await self.skipWaiting();
  };
  event.waitUntil(renew());
});

/** Of older builds the last one stays: pages that stand open still ask for parts of it. */
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
  if (!port || typeof set !== 'string' || !Object.hasOwn(sets, set)) return;
  const tell = (kept) => port.postMessage({ kept, entry });
  event.waitUntil(
    keep(set).then(
      () => tell(true),
      () => tell(false),
    ),
  );
});
