/// <reference types="vite-plugin-pwa/vanillajs" />

import { registerSW } from 'virtual:pwa-register'
import { isApplePhone } from './install-offer.ts'
import { offerUpdate } from './waiting-update.ts'

const everyMs = 3_600_000
let wanted = false
let replaced = false

/** Load it lazily, once the page stands. Registers the service worker; a new version waits until somebody takes it. */
export function afterStart(): void {
  if (isApplePhone()) void import('./splash.ts').then(({ drawSplash }) => drawSplash()).catch(console.error)
  const letTakeOver = registerSW({
    immediate: true,
    onNeedRefresh: () => offerUpdate(take),
    onNeedReload() {
      replaced = true
      // Taken in another tab: whoever works in this one goes on.
      if (wanted) location.reload()
    },
    onRegisteredSW(_, registration) {
      // A page that stays open for days never navigates, and a browser looks for a new version only then.
      if (registration) setInterval(() => void registration.update().catch(() => undefined), everyMs)
    },
  })
  function take() {
    wanted = true
    if (replaced) location.reload()
    else void letTakeOver(true)
  }
}
