import { useSyncExternalStore } from 'react'
import { read, write } from '../api/storage.ts'

type InstallEvent = Event & { prompt?: () => Promise<unknown> }

const most = 2
let asked: InstallEvent | undefined
let counted = false
let done = false
const listeners = new Set<() => void>()

/** Call it as early as possible: the browser fires `beforeinstallprompt` only once. */
export function awaitInstallOffer(): void {
  addEventListener('beforeinstallprompt', event => {
    // Ours is shown instead of the browser's own.
    event.preventDefault()
    asked = event
    tell()
  })
  addEventListener('appinstalled', endInstallOffer)
}

/** How the app can be put on the home screen here; undefined when it is there, cannot be, or was offered twice. */
export const useInstallOffer = () => useSyncExternalStore(subscribe, current)

/** Counts a shown offer, once per page load. */
export function countInstallOffer(): void {
  if (counted) return
  counted = true
  write('a2hsPromptCount', read('a2hsPromptCount') + 1)
}

export function endInstallOffer(): void {
  done = true
  tell()
}

export function install(): void {
  endInstallOffer()
  asked?.prompt?.().catch(console.error)
}

function current(): 'prompt' | 'steps' | undefined {
  if (done || isInstalled() || (!counted && read('a2hsPromptCount') >= most)) return undefined
  if (asked) return 'prompt'
  return isApplePhone() ? 'steps' : undefined
}

const isInstalled = () =>
  matchMedia('(display-mode: standalone)').matches || (navigator as { standalone?: boolean }).standalone === true

/** An iPad calls itself a Macintosh, but it has a screen to touch. */
export const isApplePhone = () =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1)

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function tell(): void {
  for (const listener of listeners) listener()
}
