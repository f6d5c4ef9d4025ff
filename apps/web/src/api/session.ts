import * as z from 'zod/mini'
import './early.ts'
import { CallError } from './call-error.ts'
import { bringDeviceOf } from './device-account.ts'
import { currentLanguage } from './language.ts'
import { read, write } from './storage.ts'

const answer = z.object({
  accessToken: z.string(),
  expiresInSeconds: z.number(),
  userId: z.union([z.string(), z.number()]),
})
type Grant = { token: string; grantedAt: number; renewAt: number }

export const ownRequest = { 'X-Requested-With': 'finlist' }

const renewAheadMs = 45_000
const never = new Promise<never>(() => {})

let grant: Grant | undefined
let account: string | undefined
let renewal: Promise<Grant> | undefined
let leaving = false

/**
 * Returns the bearer token, which is held in memory only. If the user is signed out, navigates to the sign-in page and
 * never settles.
 */
export async function accessToken(): Promise<string> {
  if (leaving || read('signOutPending')) return never
  return grant && Date.now() < grant.renewAt ? grant.token : renewAccessToken()
}

/** The signed-in user's id, once a token has been fetched. */
export const accountId = (): string | undefined => account

/** Whether the page is navigating away. */
export const isLeaving = (): boolean => leaving

/** Whether a valid token is already available. */
export const hasToken = (): boolean => grant !== undefined && Date.now() < grant.renewAt

/** Fetches a new token even if the current one still looks fresh. */
export async function renewAccessToken(): Promise<string> {
  renewal ??= fetchGrant().finally(() => {
    renewal = undefined
  })
  return (await renewal).token
}

async function fetchGrant(): Promise<Grant> {
  const response = await (askedBeforehand() ?? fetch('/auth/token', { method: 'POST', headers: ownRequest })).catch(
    () => {
      throw new CallError('/auth/token', 0)
    },
  )
  if (response.status === 401) return signIn()
  const parsed = z.safeParse(answer, await response.json().catch(() => undefined))
  if (!response.ok || !parsed.success) throw new CallError('/auth/token', response.status)
  const userId = String(parsed.data.userId)
  if (account !== undefined && account !== userId) {
    // Another account signed in from another tab: nothing on this page belongs to it.
    location.reload()
    return never
  }
  account = userId
  if (bringDeviceOf(userId)) await endPush()
  const lifeMs = parsed.data.expiresInSeconds * 1000
  const grantedAt = Date.now()
  grant = {
    token: parsed.data.accessToken,
    grantedAt,
    renewAt: grantedAt + Math.max(lifeMs - renewAheadMs, lifeMs / 2),
  }
  return grant
}

function askedBeforehand(): Promise<Response> | undefined {
  const asked = window.finlistFirst?.token
  if (asked) window.finlistFirst!.token = undefined
  return asked
}

/** Navigates to the sign-in page, which returns to the current page. A public page is shown as to a stranger instead. */
export function signIn(): Promise<never> {
  if (leaving) return never
  // The page's first script asks for a token unless the page is public (boot/first.ts).
  if (window.finlistFirst && !('token' in window.finlistFirst)) {
    write('completeRegistration', false)
    leaving = true
    location.reload()
    return never
  }
  if (isLoop()) return Promise.reject(new CallError('/auth/login comes back signed out', 401))
  leave()
  return never
}

/** The time at which the token was granted. */
export const grantedAt = (): number => grant!.grantedAt

/** Navigates to the sign-in page for a fresh sign-in, which some changes require, and returns here. */
export const signInFreshly = () => leave({ fresh: 'yes' })

/** Deletes the offline cache, which belongs to the user who is signing out. */
const deleteKept = () => void globalThis.caches?.delete('kept-answers')

function leave(asking: Record<string, string> = {}): void {
  if (read('signOutPending')) return
  deleteKept()
  const here = location.pathname + location.search + location.hash
  const returnTo = here === '/' ? '/start' : here
  leaveFor(`/auth/login?${new URLSearchParams({ ...asking, returnTo, lang: currentLanguage() })}`)
}

/**
 * Ends push to this browser for the user who was signed in. The server removes its side when the session ends. Waits
 * only briefly for the browser, because it may not respond, for example offline.
 */
export async function endPush(): Promise<void> {
  const ended = navigator.serviceWorker
    ?.getRegistration()
    .then(found => found?.pushManager?.getSubscription())
    .then(made => made?.unsubscribe())
  await Promise.race([ended, new Promise(resolve => setTimeout(resolve, 3_000))]).catch(console.error)
}

/**
 * Signs out in every tab immediately, online or offline: afterwards nothing of the account can be opened in this
 * browser. The page that then replaces the app notifies the server (`sign-out.ts`).
 */
export function signOut(): void {
  write('signOutPending', true)
  write('completeRegistration', false)
  write('somethingToBuy', null)
  grant = undefined
  deleteKept()
}

/** Navigates to `address`. Calls made meanwhile never settle. */
export function leaveFor(address: string): void {
  leaving = true
  location.assign(address)
}

// A page restored from the back-forward cache is still `leaving`, so it is reloaded.
globalThis.addEventListener?.('pageshow', event => {
  if (event.persisted) location.reload()
})

/**
 * Detects an endless redirect to the sign-in page, for example in a browser that blocks cookies: more than eight
 * redirects within 30 s.
 */
function isLoop(): boolean {
  try {
    const recent = (sessionStorage.getItem('signInDepartures') ?? '').split(' ').filter(at => Date.now() - +at < 30_000)
    sessionStorage.setItem('signInDepartures', [...recent, Date.now()].join(' '))
    return recent.length > 8
  } catch {
    return false
  }
}
