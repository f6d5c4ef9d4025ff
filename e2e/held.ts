import type { Page } from '@playwright/test'

/** Holds back requests to an address until the returned function is called. */
export async function hold(page: Page, address: string | RegExp): Promise<() => void> {
  const { promise: gone, resolve: letGo } = Promise.withResolvers<void>()
  await page.route(address, async route => {
    await gone
    await route.continue()
  })
  return letGo
}

/**
 * Lets requests to an address through again after they were held back or mocked. Playwright still intercepts them,
 * because `unroute` can leave a loading page without one of its files.
 */
export async function letThrough(page: Page, address: string | RegExp): Promise<void> {
  await page.route(address, route => route.continue())
}
