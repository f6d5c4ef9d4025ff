import { type BrowserContext, expect, type Page } from '@playwright/test'

/** A stock of the demo market that has bases on its chart. */
export const stock = '0013'

export const chart = (page: Page) => page.getByRole('application')
/** The studies in the chart's legend. */
export const studies = (page: Page) => page.locator('[data-study]')

/** Clicks one of a study's buttons, which appear on hover next to its values. */
export async function withStudy(page: Page, text: string, action: 'Hide' | 'Show' | 'Settings of' | 'Remove') {
  const row = studies(page).filter({ hasText: text }).first()
  await row.hover()
  await row.getByRole('button', { name: new RegExp(`^${action} `) }).click()
}

/** Blocks the calls that load and save chart state, so that this browser does not show state saved by other stories. */
export const apart = (context: BrowserContext) => context.route('**/api/tvchart/memory*', route => route.abort())

export async function openChart(page: Page, symbol?: string) {
  await page.goto(`/interactive-chart${symbol ? `?symbol=${symbol}` : ''}`)
  await expect(chart(page).locator('canvas').first()).toBeVisible()
  await expect(inView(page)).toBeAttached()
}

/** The chart's description of what is in view. */
export const inView = (page: Page) => page.getByRole('paragraph').filter({ hasText: /^In view:/ })

type Seen = { from: string; to: string; days: number; low: number; high: number }

/** What is in view: the days that the chart describes, and the range of its price axis. */
export async function seen(page: Page): Promise<Seen> {
  const text = await inView(page).innerText()
  const [, from = '', to = ''] = /view: (.+) to ([^,]+), .* bars of /.exec(text) ?? []
  const [low = '', high = ''] =
    (await page.getByRole('application').first().getAttribute('data-axis'))?.split(' ') ?? []
  const number = (digits: string) => Number(digits.replaceAll(',', ''))
  return { from, to, days: (Date.parse(to) - Date.parse(from)) / 86_400_000, low: number(low), high: number(high) }
}

/** What is in view once the chart has stopped moving. The chart updates its description after a short delay. */
export async function settled(page: Page): Promise<Seen> {
  let before = ''
  await expect
    .poll(
      async () => {
        const now = await inView(page).innerText()
        const rests = now === before
        before = now
        return rests
      },
      { intervals: [500] },
    )
    .toBe(true)
  return seen(page)
}

/**
 * The number of days from the day `months` months ago to the first visible bar; more than 0 if the market was closed on
 * that day.
 */
export async function daysLate(page: Page, months: number): Promise<number> {
  const { from, to } = await seen(page)
  const newest = new Date(`${to} UTC`)
  const [year, month] = [newest.getUTCFullYear(), newest.getUTCMonth() - months]
  // If that month does not have the day, its last day is used.
  const begin = Math.min(Date.UTC(year, month, newest.getUTCDate()), Date.UTC(year, month + 1, 0))
  return (Date.parse(`${from} UTC`) - begin) / 86_400_000
}
/** Maximum number of consecutive days on which the market is closed. */
export const longestClosure = 6

/** Chooses a symbol in the search as a user does. */
export async function choose(page: Page, typed: string) {
  const field = page.getByRole('combobox', { name: 'Symbol' })
  await field.click()
  await field.fill(typed)
  await page.getByRole('option', { name: typed }).first().click()
}

/**
 * A point on the chart in page pixels. `across` is a fraction of the chart's width, `down` a fraction of its upper
 * half, which is the price pane.
 */
export async function spot(page: Page, across: number, down: number) {
  await chart(page).scrollIntoViewIfNeeded()
  const box = (await chart(page).boundingBox())!
  return { x: box.x + (box.width - 70) * across, y: box.y + box.height * 0.5 * down }
}

/** A unique name under which to save something. */
export const ownName = (what: string) => `${what} ${crypto.randomUUID().slice(0, 8)}`

export const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true })

export async function saveAs(page: Page, name: string) {
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Save as…' }).click()
  await page.getByLabel('Chart name').fill(name)
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
}

export async function openSaved(page: Page, name: string) {
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name }).first().click()
}
