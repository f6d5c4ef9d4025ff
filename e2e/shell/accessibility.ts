import { expect, type Frame, type Page } from '@playwright/test'
import axe from 'axe-core'
import type { Look } from '../themes.ts'
import { type Words, wordsOf } from '../words.ts'

/** Waits until every fade and slide has ended. Ignores animations that never end. */
export const atRest = (page: Page) =>
  page.evaluate(() => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
    return Promise.all(ending.map(animation => animation.finished.catch(() => 0)))
  })

/**
 * Waits until the page has settled, then asserts that the page, our frames and the frames of the payment sandbox have
 * no accessibility violations. Each frame is checked as part of its page, so the page's only `main` and its first
 * heading must be outside the frame.
 */
export async function noViolations(page: Page) {
  await atRest(page)
  // Results that have to be merged describe every element that was judged, which takes twice as long.
  const found = page.frames().length === 1 ? await violationsIn(page) : await violationsAcross(page)
  expect(found, page.url()).toEqual([])
}

/** The violations of a page without frames. */
async function violationsIn(page: Page) {
  await loadAxe(page.mainFrame())
  return await page.evaluate(async () => {
    const { run } = (window as unknown as { axe: typeof axe }).axe
    const { violations } = await run(document, { resultTypes: ['violations'] })
    return violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html) }))
  })
}

/** The violations of a page and its frames. */
async function violationsAcross(page: Page) {
  const parts = await partsOf(page.mainFrame())
  return await page.evaluate(async all => {
    const { finishRun } = (window as unknown as { axe: typeof axe }).axe
    const { violations } = await finishRun(
      all.map(json => JSON.parse(json) as axe.PartialResult | null),
      { resultTypes: ['violations'] },
    )
    return violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html) }))
  }, parts)
}

async function loadAxe(frame: Frame) {
  if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axe.source)
}

/**
 * Runs axe in a frame, then in the frames inside it, and returns the results in the order that axe needs to merge them.
 * `context` is the JSON that axe passes to a frame about itself. The results are JSON as well, because transferring two
 * megabytes of objects to and from a page takes seconds.
 */
async function partsOf(frame: Frame, context = ''): Promise<string[]> {
  await loadAxe(frame)
  const { part, within } = await frame.evaluate(async json => {
    const judged = json === '' ? document : (JSON.parse(json) as axe.ContextSpec)
    const { runPartial, utils } = (window as unknown as { axe: typeof axe }).axe
    const within = utils.getFrameContexts(judged, { resultTypes: ['violations'] })
    const told = within.map(it => ({ selector: it.frameSelector, inside: JSON.stringify(it.frameContext) }))
    // Contrast is not checked inside a frame. The frame's text is on the colour of the surrounding page, which axe
    // cannot see from inside.
    const rules = json === '' ? {} : { 'color-contrast': { enabled: false } }
    return { part: JSON.stringify(await runPartial(judged, { resultTypes: ['violations'], rules })), within: told }
  }, context)
  const parts = [part]
  for (const { selector, inside } of within) {
    const element = await frame.evaluateHandle(
      at => (window as unknown as { axe: typeof axe }).axe.utils.shadowSelect(at),
      selector,
    )
    const inner = await element.asElement()?.contentFrame()
    parts.push(...(inner?.url().startsWith('http') ? await partsOf(inner, inside) : ['null']))
  }
  return parts
}

/** Checks the pages of a walk one after the other, in one language and theme. */
export type Eye = {
  page: Page
  look: Look
  /** Opens an address, waits until the element `sign` is visible, and asserts that the page has no violations. */
  at(path: string, sign: string | RegExp): Promise<void>
  /** Asserts that the page in its current state has no violations. */
  seen(): Promise<void>
  word: Words['word']
}

export function eyeOf(page: Page, look: Look): Eye {
  const seen = () => noViolations(page)
  const { word } = wordsOf(look.language)
  return {
    page,
    look,
    seen,
    async at(path, sign) {
      await page.goto(path)
      const found = typeof sign === 'string' ? page.locator(sign) : page.getByText(sign)
      await expect(found.first(), path).toBeVisible()
      await seen()
    },
    word,
  }
}
