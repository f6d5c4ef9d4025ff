import { subscribePush, unsubscribePush } from '@finlist/contract/channels'
import { request } from './request.ts'

/**
 * The state of push in this browser: what blocks it, or whether it is on. `home-screen`: the app must first be added to
 * the home screen.
 */
export type PushState = 'unsupported' | 'home-screen' | 'blocked' | 'off' | 'on'

const waitMs = 10_000

export async function pushState(): Promise<PushState> {
  if (!('PushManager' in window) || !navigator.serviceWorker)
    // Only browsers on an iPhone or iPad have this property.
    return 'standalone' in navigator ? 'home-screen' : 'unsupported'
  if (Notification.permission === 'denied') return 'blocked'
  return (await subscription()) ? 'on' : 'off'
}

/**
 * Asks the user for permission, then registers this browser with the server. `key`: the server's public key, as
 * base64url. Rejects if the browser or the server refuses; push is then completely off.
 */
export async function turnPushOn(key: string): Promise<PushState> {
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') return permission === 'denied' ? 'blocked' : 'off'
  const { pushManager } = await workerWithin(waitMs)
  // A subscription made with another key would make the browser refuse the new one.
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

/** Turns push off on both sides. The browser's subscription is removed even if the server does not respond. */
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
