// Removes the service worker that versions before 0.4.0 registered at this address, with the files that it saved.
addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => {
  const remove = async () => {
    for (const name of await caches.keys()) if (/^[0-9a-f]{16}$/.test(name)) await caches.delete(name)
    await registration.unregister()
  }
  event.waitUntil(remove())
})
