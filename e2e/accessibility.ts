import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'

/** Waits until every fade and slide has ended; endless pulses are left out. */
export const atRest = (page: Page) =>
  page.evaluate(() => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
    return Promise.all(ending.map(animation => animation.finished.catch(() => 0)))
  })

/** Asserts that the page at rest, our frames included, has no accessibility violations. */
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
