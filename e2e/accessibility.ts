import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'

/** Whatever fades or slides has come to rest; what pulses for ever is left out. */
export const atRest = (page: Page) =>
  page.evaluate(() => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
    return Promise.all(ending.map(animation => animation.finished.catch(() => 0)))
  })

/** Nothing on the page at rest, frames of ours among it, is against the rules of accessibility. */
export async function noViolations(page: Page) {
  await atRest(page)
  const { origin } = new URL(page.url())
  for (const frame of page.frames().filter(it => it.url().startsWith(`${origin}/`))) {
    if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axe.source)
    const found = await frame.evaluate(async () => {
      const { run } = (window as unknown as { axe: typeof axe }).axe
      const { violations } = await run(document, { resultTypes: ['violations'], iframes: false })
      return violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html) }))
    })
    expect(found).toEqual([])
  }
}
