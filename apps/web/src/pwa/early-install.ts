export type InstallEvent = Event & { prompt?: () => Promise<unknown> }

/** What the browser reported about installing before this app could show it. */
export const install: { asked?: InstallEvent; done?: boolean; tell?: () => void } = {}

/** Must be called as early as possible: the browser fires `beforeinstallprompt` only once. */
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
