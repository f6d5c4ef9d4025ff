import type { Page } from '@playwright/test'

/**
 * What sticks out at the side of the screen, where there is nothing to scroll it by. The screen is as wide as it was set:
 * where too much stands, a phone's own idea of its width grows with it.
 */
export async function sticksOut(page: Page): Promise<string[]> {
  const { width } = page.viewportSize()!
  return await page.evaluate(most => {
    const wide = document.documentElement.scrollWidth
    if (wide <= most) return []
    // What is fixed to the screen is as wide as the page has become.
    const isApart = (element: Element) => element.closest('[class*=overflow-x], .fixed') !== null
    const found = Array.from(document.body.querySelectorAll('*')).filter(
      element => element.getBoundingClientRect().right > most && !isApart(element),
    )
    return [`${wide} px of ${most}`, ...found.slice(-8).map(({ outerHTML }) => outerHTML.slice(0, 200))]
  }, width)
}
