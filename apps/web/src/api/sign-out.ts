import * as z from 'zod/mini'
import { endPush, leaveFor, ownRequest } from './session.ts'
import { write } from './storage.ts'

const departure = z.object({ next: z.string() })

let sending: Promise<boolean> | undefined

/**
 * Notifies the server of the sign-out and navigates to the address in its response. Resolves to false if the server
 * could not be reached.
 */
export function sendSignOut(): Promise<boolean> {
  sending ??= tellServer().finally(() => {
    sending = undefined
  })
  return sending
}

async function tellServer(): Promise<boolean> {
  await rememberSignOut().catch(console.error)
  await endPush()
  const answer = await fetch('/auth/logout', { method: 'POST', headers: ownRequest }).catch(() => undefined)
  const parsed = z.safeParse(departure, await answer?.json().catch(() => undefined))
  if (!parsed.success) return false
  await forgetSignOut().catch(console.error)
  leaveFor(parsed.data.next)
  write('signOutPending', false)
  return true
}

/** The service worker (`public/push-worker.js`) reads this cache, because it has no localStorage. */
const cacheName = 'sign-out'
const tag = 'sign-out'
type WithSync = ServiceWorkerRegistration & { sync?: { register(tag: string): Promise<void> } }

/**
 * Makes the service worker send the sign-out once there is a network, even with no page open, if the browser supports
 * that.
 */
async function rememberSignOut(): Promise<void> {
  if (!('caches' in globalThis)) return
  await (await caches.open(cacheName)).put('/pending', new Response())
  const registration: WithSync | undefined = await navigator.serviceWorker?.getRegistration()
  await registration?.sync?.register(tag)
}

async function forgetSignOut(): Promise<void> {
  if ('caches' in globalThis) await caches.delete(cacheName)
}
