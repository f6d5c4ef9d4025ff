import { expect } from '@playwright/test'
import { signInByApi } from '../accounts.ts'
import { asPerson } from '../api.ts'
import { apart, chart, stock, studies } from '../chart/chart-page.ts'
import type { Eye } from './accessibility.ts'

/** Walks through a list, a stock's panel with its reasons, the help, and adding to a watchlist. */
export async function listWalk({ page, at, seen, word }: Eye) {
  await signInByApi(page.request, 'full-lists')
  const dialog = page.getByRole('dialog')
  await at('/finlist-hk', 'tr[data-code]')
  const pick = await newestPick(page)
  await page.goto(`/finlist-hk?stock=${pick}`)
  await expect(dialog.locator('canvas').first()).toBeVisible()
  await expect(dialog.getByRole('table').nth(2)).toBeAttached()
  await seen()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: word('finlist', 'help') }).click()
  await expect(dialog).toBeVisible()
  await seen()
  await page.keyboard.press('Escape')
  await page.getByRole('columnheader').getByRole('button', { name: /[?]$/ }).first().click()
  await seen()
  await page.keyboard.press('Escape')
  await page.locator('tr[data-code] [data-add]').first().click()
  await expect(dialog.getByRole('combobox')).toBeVisible()
  await dialog.locator('button[type=submit]').click()
  await seen()

  await page.goto('/markettrend-hk')
  await page.getByRole('tab').nth(1).click()
  await expect(chart(page).nth(3).locator('canvas').first()).toBeVisible()
  await seen()
  await page.getByRole('radio').last().check({ force: true })
  await expect(page.getByRole('table').first()).toBeVisible()
  await seen()
}

/** The first pick with a base on the newest list. The reasons for such a pick take up the most space. */
async function newestPick(page: Eye['page']): Promise<string> {
  const [newest] = await asPerson<string[]>(page, '/finlist/HKEX/issue-dates')
  const stocks = await asPerson<{ stockCode: string; buyPoint: number }[]>(page, `/finlist/HKEX?issueDate=${newest}`)
  return stocks.find(({ buyPoint }) => buyPoint !== -1)!.stockCode
}

export async function finderWalk({ page, at, seen, word }: Eye) {
  await signInByApi(page.request, 'full-lists')
  const dialog = page.getByRole('dialog')
  const question = page.getByRole('alertdialog')
  await at('/finder-hk', 'main [role=combobox], main select')
  await page.getByRole('tab').nth(1).click()
  const rows = page.locator('tr[data-code]')
  await rows.first().getByRole('button').first().click()
  await expect(page.locator('canvas').first()).toBeVisible()
  await seen()
  const menu = page.getByRole('main').locator('button[aria-haspopup=menu]')
  await menu.click()
  await page.getByRole('menuitem').first().click()
  await expect(dialog).toBeVisible()
  await seen()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await menu.click()
  await page.getByRole('menuitem').last().click()
  await expect(question).toBeVisible()
  await seen()
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await page
    .getByRole('main')
    .getByRole('button', { name: word('finder', 'save-as') })
    .click()
  await expect(dialog).toBeVisible()
  await dialog.locator('button[type=submit]').click()
  await seen()
  await page.goto('/finder-hk?filter=percival_score:gte:0')
  await page.locator('tr[data-code] [data-add]').first().click()
  await expect(dialog.getByRole('combobox')).toBeVisible()
  await dialog.locator('button[type=submit]').click()
  await seen()
}

export async function watchlistWalk({ page, at, seen }: Eye) {
  await signInByApi(page.request, 'full-lists')
  const dialog = page.getByRole('dialog')
  const question = page.getByRole('alertdialog')
  const rows = page.locator('tr[data-code]')
  await at('/watchlist', 'tr[data-code]')
  const listMenu = page.getByRole('main').locator('button[aria-haspopup=menu]').first()
  await listMenu.click()
  await expect(page.getByRole('menu')).toBeVisible()
  await seen()
  await page.getByRole('menuitem').first().click()
  await expect(dialog).toBeVisible()
  await seen()
  await page.keyboard.press('Escape')
  await listMenu.click()
  await page.getByRole('menuitem').last().click()
  await expect(dialog).toBeVisible()
  await seen()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await rows.first().locator('button[aria-haspopup=menu]').click()
  await page.getByRole('menuitem').last().click()
  await expect(question).toBeVisible()
  await seen()
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await rows.nth(1).locator('button[aria-expanded]').first().click()
  await expect(dialog.locator('canvas').first()).toBeVisible()
  await seen()
}

/** Walks through a chart's table, studies and styles, drawings, comparison, menus and replay. */
export async function chartWalk({ page, seen, word }: Eye) {
  await apart(page.context())
  await signInByApi(page.request, 'hk-yearly')
  const dialog = page.getByRole('dialog')
  const open = async () => {
    await page.goto(`/interactive-chart?symbol=HKEX:${stock}`)
    await expect(chart(page).locator('canvas').first()).toBeVisible()
    await expect(studies(page)).toHaveCount(3)
  }
  const press = (feature: string, key: string) =>
    page.getByRole('button', { name: word(feature, key), exact: true }).click()

  await open()
  await page.locator('summary').first().click()
  await press('chart', 'table')
  await seen()
  await press('chart', 'studies')
  await expect(dialog).toBeVisible()
  await seen()
  await page.keyboard.press('Escape')
  await studies(page).nth(1).hover()
  await seen()
  await studies(page).nth(1).getByRole('button').nth(1).click()
  await expect(page.getByRole('slider')).toBeVisible()
  await seen()

  await open()
  await press('chart', 'tools.all')
  await expect(dialog).toBeVisible()
  await seen()
  await dialog.getByRole('button', { name: word('chart', 'tool.rectangle'), exact: true }).click()
  const box = (await chart(page).boundingBox())!
  for (const [across, down] of [
    [0.4, 0.15],
    [0.6, 0.3],
  ] as const)
    await page.mouse.click(box.x + box.width * across, box.y + box.height * down)
  await press('drawing', 'drawing.style')
  await page.locator('summary').last().click()
  await seen()

  await open()
  const compare = page.locator('button[aria-haspopup=dialog]', { hasText: word('chart', 'compare') })
  await compare.click()
  await dialog.getByRole('combobox').fill('HSI')
  await page.getByRole('option').first().click()
  await expect(page.locator('[data-compared]')).toHaveCount(2)
  await seen()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await compare.click()
  await expect(dialog.getByRole('listitem')).toHaveCount(1)
  await seen()

  await open()
  await press('around', 'column')
  await expect(page.getByRole('complementary').getByRole('listitem').first()).toBeVisible()
  await seen()
  const beside = (await chart(page).boundingBox())!
  await page.mouse.click(beside.x + beside.width / 3, beside.y + beside.height * 0.2, { button: 'right' })
  await expect(page.getByRole('menu')).toBeVisible()
  await seen()
  await page.getByRole('menuitem', { name: word('around', 'keys') }).click()
  await expect(page.getByRole('dialog', { name: word('around', 'keys') })).toBeVisible()
  await seen()

  await open()
  await press('chart', 'replay')
  await expect(page.getByRole('form')).toBeVisible()
  await seen()
  await page.getByRole('form').getByRole('button').first().click()
  await press('replay', 'buy')
  await press('replay', 'sell')
  await expect(studies(page)).toHaveCount(3)
  await seen()

  await page.goto('/practice/simulator')
  await page.getByRole('button', { name: word('simulator', 'next-day') }).click()
  await seen()
}
