import type { Page } from '@playwright/test'

/** Holds requests to an address from now on, until the returned function is called. */
export async function hold(page: Page, address: string | RegExp): Promise<() => void> {
  const { promise: gone, resolve: letGo } = Promise.withResolvers<void>()
  await page.route(address, async route => {
    await gone
    await route.continue()
  })
  return letGo
}

/**
 * Lets requests to an address through again, whatever handler they had. They are still intercepted, because `unroute`
 * can leave a loading page without one of its files.
 */
export async function letThrough(page: Page, address: string | RegExp): Promise<void> {
  await page.route(address, route => route.continue())
}
