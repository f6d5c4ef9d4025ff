export type InstallEvent = Event & { prompt?: () => Promise<unknown> }

/** The browser's offer to install the app, stored until the app can show it. */
export const install: { asked?: InstallEvent; done?: boolean; tell?: () => void } = {}

/** Call this as early as possible: the browser fires `beforeinstallprompt` only once. */
export function awaitInstallOffer(): void {
  addEventListener('beforeinstallprompt', event => {
    // Our prompt replaces the browser's own.
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
