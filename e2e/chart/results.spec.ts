import type { Results } from '@finlist/contract/finlist-results'
import { exchangeIds } from '@finlist/domain/markets'
import { expect, type Page, test } from '@playwright/test'
import { signInAs } from '../accounts.ts'
import { asPerson } from '../api.ts'
import { apart, chart, openChart, settled } from './chart-page.ts'

type Newest = { stockList: { stockCode: string }[] }

test.beforeEach(({ context }) => apart(context))

test('charts of every market show the results of a listed stock, by day and by week', async ({ page }) => {
  await signInAs(page, 'friend')
  for (const exchange of exchangeIds) {
    const { stockList } = await asPerson<Newest>(page, `/finlist/${exchange}/newest`)
    const { stockCode } = stockList.at(-1)!
    const results = await asPerson<Results[]>(page, `/finlist/${exchange}/results?stockCode=${stockCode}`)
    expect(results.length).toBeGreaterThan(1)
    await openChart(page, `${exchange}:${stockCode}`)
    await expect(async () => expect(await firstResultsSaid(page)).toContain(', quarter to ')).toPass()
  }
  await page.getByRole('button', { name: 'W', exact: true }).click()
  await expect(chart(page)).toHaveAccessibleName(/^Weekly/)
  await expect(async () => expect(await firstResultsSaid(page)).toMatch(/EPS .+ year on year; sales /)).toPass()
})

/** Goes back from the newest bar until results are announced, a quarter of a year at most. */
async function firstResultsSaid(page: Page): Promise<string> {
  await settled(page)
  const said = page.getByRole('status').filter({ hasText: /: open/ })
  await chart(page).press('End')
  for (let bar = 0; bar < 70; bar++) {
    const text = (await said.textContent()) ?? ''
    if (text.includes('Results of ')) return text
    await chart(page).press('ArrowLeft')
  }
  return ''
}
