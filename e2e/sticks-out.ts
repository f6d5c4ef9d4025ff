import type { Page } from '@playwright/test'

/**
 * The elements that extend beyond the side of the screen, except those inside elements that scroll sideways. The
 * screen's width is the configured one, because a phone widens its viewport to fit content that is too wide.
 */
export async function sticksOut(page: Page): Promise<string[]> {
  const { width } = page.viewportSize()!
  return await page.evaluate(most => {
    const wide = document.documentElement.scrollWidth
    if (wide <= most) return []
    // Leaves out fixed elements, because they are as wide as the widened page.
    const isApart = (element: Element) => element.closest('[class*=overflow-x], .fixed') !== null
    const found = Array.from(document.body.querySelectorAll('*')).filter(
      element => element.getBoundingClientRect().right > most && !isApart(element),
    )
    return [`${wide} px of ${most}`, ...found.slice(-8).map(({ outerHTML }) => outerHTML.slice(0, 200))]
  }, width)
}
