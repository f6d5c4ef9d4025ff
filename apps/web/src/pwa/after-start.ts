import { followPush } from './follow-push.ts'
import { isApplePhone } from './install-offer.ts'
import { offerUpdate } from './waiting-update.ts'

const everyMs = 3_600_000

/**
 * Lazy-loaded once the page is complete. Registers the service worker; a new version waits until the user accepts it.
 */
export function afterStart(): void {
  if (isApplePhone()) void import('./splash.ts').then(({ drawSplash }) => drawSplash()).catch(console.error)
  // Undefined in private windows of Firefox, which have no service workers.
  const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker
  if (!workers || !import.meta.env.PROD) return
  register(workers).catch(console.error)
  followPush(workers)
}

async function register(workers: ServiceWorkerContainer): Promise<void> {
  let wanted = false
  let replaced = false
  workers.addEventListener('controllerchange', () => {
    replaced = true
    // Reloads only the tab in which the update was accepted, so that no work in other tabs is lost.
    if (wanted) location.reload()
  })
  const registration = await workers.register('/sw.js', { scope: '/' })
  const take = () => {
    wanted = true
    if (replaced) location.reload()
    else registration.waiting?.postMessage({ type: 'SKIP_WAITING' })
  }
  // Offered only if a worker controls the page: no other page receives `controllerchange`.
  const offer = () => registration.waiting && workers.controller && offerUpdate(take)
  offer()
  registration.addEventListener('updatefound', () => registration.installing?.addEventListener('statechange', offer))
  registration.installing?.addEventListener('statechange', offer)
  // Checks for a new version regularly: the browser only does so when a page is loaded, and this page may stay open for
  // days.
  setInterval(() => void registration.update().catch(() => undefined), everyMs)
}
