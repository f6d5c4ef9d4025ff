import { useSyncExternalStore } from 'react'
import { read, write } from '../api/storage.ts'
import { endInstallOffer, install } from './early-install.ts'

const most = 2
let counted = false
const listeners = new Set<() => void>()
install.tell = () => {
  for (const listener of listeners) listener()
}

/** How the app can be added to the home screen. Undefined if it cannot be added, already was, or was offered twice. */
export const useInstallOffer = () => useSyncExternalStore(subscribe, current)

/** Counts a showing of the offer, at most once per page load. */
export function countInstallOffer(): void {
  if (counted) return
  counted = true
  write('a2hsPromptCount', read('a2hsPromptCount') + 1)
}

export function acceptInstallOffer(): void {
  endInstallOffer()
  install.asked?.prompt?.().catch(console.error)
}

function current(): 'prompt' | 'steps' | undefined {
  if (install.done || isInstalled() || (!counted && read('a2hsPromptCount') >= most)) return undefined
  if (install.asked) return 'prompt'
  return isApplePhone() ? 'steps' : undefined
}

const isInstalled = () =>
  matchMedia('(display-mode: standalone)').matches || (navigator as { standalone?: boolean }).standalone === true

/** An iPad identifies itself as a Macintosh, but it has a touch screen. */
export const isApplePhone = () =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1)

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
