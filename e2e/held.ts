import type { Page } from '@playwright/test'

/** Requests to an address wait from now on, until what is answered is called. */
export async function hold(page: Page, address: string | RegExp): Promise<() => void> {
  const { promise: gone, resolve: letGo } = Promise.withResolvers<void>()
  await page.route(address, async route => {
    await gone
    await route.continue()
  })
  return letGo
}

/**
 * Requests to an address go on their way again, whatever was done with them before. They are still looked at: to stop
 * looking, as `unroute` does, can leave a page that is loading without one of its files.
 */
export async function letThrough(page: Page, address: string | RegExp): Promise<void> {
  await page.route(address, route => route.continue())
}
