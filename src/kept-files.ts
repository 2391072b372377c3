/**
 * The service worker: keeps the console's own files, compiled, so that a return visit begins sooner and an open page
 * finds its parts after a new build. It answers nothing itself: a static route leads `/assets/` to what is kept, and
 * everything else goes to the server as if it were not there.
 */

/** Written in by the build: a name that changes with the files, and their addresses. */
declare const KEPT_FILES: { name: string; addresses: string[] }

/** As browsers have them that know static routes; the others keep nothing here. */
interface WorkerEvent extends Event {
  waitUntil(work: Promise<unknown>): void
  addRoutes?(rules: { condition: { urlPattern: string }; source: 'cache' }): Promise<void>
}

/** Empty at the root. Caches belong to the origin, which may have other programs under other paths. */
const basePath = new URL('.', self.location.href).pathname.slice(0, -1)
const { addresses } = KEPT_FILES
const name = basePath === '' ? KEPT_FILES.name : `${basePath} ${KEPT_FILES.name}`
const isOwn = (other: string) => (basePath === '' ? !other.startsWith('/') : other.startsWith(`${basePath} `))

self.addEventListener('install', (event) => {
  const install = event as WorkerEvent // what a worker's scope hands over under this name
  if (!install.addRoutes) return
  install.waitUntil(install.addRoutes({ condition: { urlPattern: `${basePath}/assets/*` }, source: 'cache' }))
  install.waitUntil(keepAll())
})

/** Keeps all of them or none. */
async function keepAll(): Promise<void> {
  const cache = await caches.open(name)
  const kept = await Promise.allSettled(addresses.map((address) => keep(cache, basePath + address)))
  if (kept.every(({ status }) => status === 'fulfilled')) return
  await caches.delete(name)
  throw new Error('Some files could not be loaded.')
}

/** A proxy in front may respond with its sign-in page, which every later visit would take for the file. */
async function keep(cache: Cache, address: string): Promise<void> {
  const response = await fetch(address, { redirect: 'error' })
  const isPage = response.headers.get('content-type')?.startsWith('text/html') === true
  if (!response.ok || isPage) throw new Error(`No file at ${address}`)
  await cache.put(address, response)
}

self.addEventListener('activate', (event) => {
  const forget = async () => {
    for (const other of await caches.keys()) if (isOwn(other) && other !== name) await caches.delete(other)
  }
  const activate = event as WorkerEvent
  activate.waitUntil(forget())
})
