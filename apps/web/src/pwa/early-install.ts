export type InstallEvent = Event & { prompt?: () => Promise<unknown> }

/** What the browser has said of installing before anything here showed it. */
export const install: { asked?: InstallEvent; done?: boolean; tell?: () => void } = {}

/** Call it as early as possible: the browser fires `beforeinstallprompt` only once. */
export function awaitInstallOffer(): void {
  addEventListener('beforeinstallprompt', event => {
    // Ours is shown instead of the browser's own.
    event.preventDefault()
    install.asked = event
    install.tell?.()
  })
  addEventListener('appinstalled', endInstallOffer)
}

export function endInstallOffer(): void {
  install.done = true
  install.tell?.()
}
