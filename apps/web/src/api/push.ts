import { subscribePush, unsubscribePush } from '@finlist/contract/channels'
import { request } from './request.ts'

/** What push is in this browser: what stands in its way, or whether it is on. `home-screen`: it has to be put there first. */
export type PushState = 'unsupported' | 'home-screen' | 'blocked' | 'off' | 'on'

const waitMs = 10_000

export async function pushState(): Promise<PushState> {
  if (!('PushManager' in window) || !navigator.serviceWorker)
    // Only an iPhone's or iPad's browser knows of its home screen.
    return 'standalone' in navigator ? 'home-screen' : 'unsupported'
  if (Notification.permission === 'denied') return 'blocked'
  return (await subscription()) ? 'on' : 'off'
}

/**
 * Asks the person, and then the server to send to this browser. `key`: the server's own, as base64url. Rejects where the
 * browser or the server refuses; then nothing is left on.
 */
export async function turnPushOn(key: string): Promise<PushState> {
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') return permission === 'denied' ? 'blocked' : 'off'
  const { pushManager } = await workerWithin(waitMs)
  // One made with another key would be refused.
  await (await pushManager.getSubscription())?.unsubscribe()
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(key) })
  try {
    const { endpoint, keys } = made.toJSON()
    await request(subscribePush, {
      body: { endpoint: endpoint!, keys: { p256dh: keys!['p256dh']!, auth: keys!['auth']! } },
    })
  } catch (error) {
    await made.unsubscribe()
    throw error
  }
  return 'on'
}

/** On both sides; the browser's own goes even where the server does not answer. */
export async function turnPushOff(): Promise<void> {
  const made = await subscription()
  if (!made) return
  try {
    await request(unsubscribePush, { body: { endpoint: made.endpoint } })
  } finally {
    await made.unsubscribe()
  }
}

const subscription = async () => (await navigator.serviceWorker?.getRegistration())?.pushManager.getSubscription()

async function workerWithin(ms: number): Promise<ServiceWorkerRegistration> {
  const late = new Promise<never>((_, reject) => setTimeout(() => reject(new Error('no service worker')), ms))
  return await Promise.race([navigator.serviceWorker.ready, late])
}

const bytesOf = (base64url: string) =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), letter => letter.charCodeAt(0))
