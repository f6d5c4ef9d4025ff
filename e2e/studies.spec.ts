import { expect, test } from '@playwright/test'
import { noViolations } from './accessibility.ts'
import { listen, signIn } from './accounts.ts'
import {
  apart,
  chart,
  openChart,
  openSaved,
  ownName,
  saveAs,
  seen,
  settled,
  stock,
  studies,
  withStudy,
} from './chart-page.ts'
import { themes } from './themes.ts'

test.beforeEach(({ context }) => apart(context))

const everyStudy = [
  'Moving average',
  'Exponential moving average',
  'Weighted moving average',
  'Volume-weighted moving average',
  'Bollinger bands',
  'Keltner channels',
  'Donchian channels',
  'RSI',
  'Stochastic',
  'MACD',
  'ADX',
  'Average true range',
  'On-balance volume',
  'Distance to the 52-week high',
]

test('by keyboard alone: found by a few letters, added, set, moved, styled, hidden, shown and removed', async ({
  page,
}) => {
  await signIn(page, 'hk-yearly', '/interactive-chart')
  await openChart(page, `HKEX:${stock}`)
  await expect(studies(page)).toHaveCount(3)
  const press = (...keys: string[]) =>
    keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve())
  await page.getByRole('button', { name: 'Studies' }).focus()
  await press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Studies' })
  await dialog.getByRole('searchbox', { name: 'Find a study' }).focus()
  for (const typed of ['exp', 'exp', 'atr']) {
    await page.keyboard.type(typed)
    await press('Enter')
  }
  await expect(dialog.getByRole('status')).toHaveText('Average true range added')
  await expect(studies(page)).toHaveCount(6)
  await expect(studies(page).filter({ hasText: 'EMA 20' })).toHaveCount(2)

  await dialog.getByRole('group', { name: 'Exponential moving average 2' }).getByLabel('Bars').fill('8')
  await expect(studies(page).filter({ hasText: 'EMA 8' })).toHaveText(/EMA 8 \d/)

  // The range is under the volume, and goes above it.
  await dialog.getByRole('button', { name: 'Move Average true range', exact: true }).focus()
  await press('ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowUp')
  await expect(dialog.getByRole('status')).toHaveText('Average true range: 2 of 6')
  await expect(dialog.getByRole('button', { name: 'Move Average true range', exact: true })).toBeFocused()
  await expect(studies(page).nth(1)).toContainText('ATR 14')

  await dialog.getByRole('button', { name: 'Style of Average true range' }).focus()
  await press('Enter')
  const style = dialog.getByRole('region', { name: 'Style of Average true range' })
  await style.getByRole('group', { name: 'Colour' }).getByRole('radio', { name: 'Auto' }).focus()
  await press('ArrowRight', 'ArrowRight')
  await expect(style.getByRole('radio', { name: 'Purple' })).toBeChecked()
  await style.getByRole('group', { name: 'Line' }).getByRole('radio', { name: 'Auto' }).focus()
  await press('ArrowRight', 'ArrowRight')
  await expect(style.getByRole('radio', { name: 'Dashed' })).toBeChecked()
  const height = style.getByRole('slider', { name: 'Height of its pane' })
  await height.focus()
  await press('End')
  await expect(height).toHaveValue('4')
  await press('Escape')
  await expect(dialog).toBeHidden()

  await withStudy(page, 'ATR', 'Hide')
  await expect(studies(page).filter({ hasText: 'Average true range' })).not.toHaveText(/\d\.\d/)
  // The view moves meanwhile: a hidden study's pane keeps its height.
  await chart(page).focus()
  await press('+', '-')
  await withStudy(page, 'Average true range', 'Show')
  await expect(studies(page).filter({ hasText: 'ATR 14' })).toHaveText(/\d\.\d/)
  await withStudy(page, 'ATR 14', 'Settings of')
  const settings = page.getByRole('dialog', { name: 'Settings of Average true range' })
  await expect(settings.getByRole('radio', { name: 'Purple' })).toBeChecked()
  await expect(settings.getByRole('slider')).toHaveValue('4')
  await settings.getByRole('button', { name: 'Remove Average true range' }).focus()
  await press('Enter')
  await expect(settings).toBeHidden()
  await expect(studies(page)).toHaveCount(5)
})

test('every study has a value, as many as a chart holds; the last is dragged up', async ({ page }) => {
  await signIn(page, 'hk-yearly', '/interactive-chart')
  await openChart(page, `HKEX:${stock}`)
  await page.getByRole('button', { name: 'Studies' }).click()
  const dialog = page.getByRole('dialog')
  for (const name of ['Relative strength line', 'Volume', 'Moving average'])
    await dialog.getByRole('button', { name: `Remove ${name}`, exact: true }).click()
  await expect(dialog.getByText('No studies are on the chart.')).toBeVisible()
  for (const [at, name] of everyStudy.entries()) {
    if (at === 12) {
      await expect(dialog.getByText('A chart holds 12 studies at most.')).toBeVisible()
      await expect(dialog.getByRole('button', { name, exact: true })).toBeDisabled()
      for (const first of everyStudy.slice(0, 2))
        await dialog.getByRole('button', { name: `Remove ${first}`, exact: true }).click()
    }
    await dialog.getByRole('button', { name, exact: true }).click()
    await expect(studies(page).last()).toHaveText(/\d/)
  }
  const last = dialog.getByRole('button', { name: 'Move Distance to the 52-week high', exact: true })
  await last.scrollIntoViewIfNeeded()
  const start = (await last.boundingBox())!
  await page.mouse.move(start.x + 10, start.y + start.height / 2)
  await page.mouse.down()
  await page.mouse.move(start.x + 10, start.y - 60, { steps: 12 })
  await page.mouse.up()
  await expect(studies(page).last()).toContainText('OBV')
  await expect(dialog.getByRole('status')).toHaveText(/^Distance to the 52-week high: \d+ of 12$/)
})

test('the rank of a pick is a study, as each list told it; an index has none', async ({ page }) => {
  await signIn(page, 'hk-yearly', '/finlist-hk')
  const code = (await page.locator('[data-code]').first().getAttribute('data-code'))!
  await openChart(page, `HKEX:${code}`)
  await page.getByRole('button', { name: 'Studies' }).click()
  const dialog = page.getByRole('dialog', { name: 'Studies' })
  await dialog.getByRole('button', { name: 'RS rank, from FinList', exact: true }).click()
  await page.keyboard.press('Escape')
  await expect(studies(page).filter({ hasText: /RS rank \d{1,2}$/ })).toBeVisible()
  await openChart(page, 'HKEX:HSI')
  await page.getByRole('button', { name: 'Studies' }).click()
  await expect(dialog.getByRole('button', { name: 'Average true range', exact: true })).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'RS rank, from FinList', exact: true })).toHaveCount(0)
})

test('presets take the place of averages and follow the interval', async ({ page }) => {
  await signIn(page, 'hk-yearly', '/interactive-chart')
  await openChart(page, `HKEX:${stock}`)
  await page.getByRole('button', { name: 'Studies' }).click()
  await page.getByRole('button', { name: '10-week and 40-week averages' }).click()
  await page.keyboard.press('Escape')
  await expect(studies(page)).toHaveCount(4)
  await expect(studies(page).nth(0)).toContainText('MA 50')
  await expect(studies(page).nth(1)).toContainText('MA 200')
  await page.getByRole('button', { name: 'W', exact: true }).click()
  await expect(studies(page).nth(0)).toContainText('MA 10')
  await expect(studies(page).nth(1)).toContainText('MA 40')
  await page.getByRole('button', { name: 'Studies' }).click()
  await page.getByRole('button', { name: '21 EMA and 50 SMA' }).click()
  await page.keyboard.press('Escape')
  await expect(studies(page)).toHaveCount(4)
  await expect(studies(page).nth(0)).toContainText('EMA 21')
})

test('each kind of chart draws otherwise, keeps the view, and is saved with styles and pane heights', async ({
  page,
}) => {
  const calls = listen(page)
  await signIn(page, 'hk-yearly', '/interactive-chart')
  await openChart(page, `HKEX:${stock}`)
  await expect(studies(page)).toHaveCount(3)
  const kind = page.getByLabel('Shape of the bars')
  const pictures = new Set<string>()
  const { from, to } = await settled(page)
  for (const name of ['Candles', 'Hollow candles', 'Bars', 'Line', 'Area', 'Heikin-Ashi']) {
    await kind.selectOption(name)
    await page.mouse.move(0, 0)
    await expect
      .poll(async () => {
        const picture = (await chart(page).screenshot({ animations: 'disabled' })).toString('base64')
        const isNew = !pictures.has(picture)
        if (isNew) pictures.add(picture)
        return isNew
      })
      .toBe(true)
    expect(await seen(page)).toMatchObject({ from, to })
  }
  await page.getByRole('button', { name: 'Studies' }).click()
  await page.getByRole('button', { name: 'Style of Volume' }).click()
  await page.getByRole('slider').fill('2.5')
  await page.getByText('Dotted', { exact: true }).click()
  await page.keyboard.press('Escape')
  const name = ownName('Styled')
  await saveAs(page, name)
  const { content } = calls.find(({ call }) => call === 'POST /tvchart/storage/charts')!.body as { content: string }
  expect(JSON.parse(content)).toMatchObject({
    kind: 'heikin-ashi',
    studies: [
      { type: 'SMA', pane: 'price' },
      { type: 'VOL', pane: 'volume', style: { line: 'dotted' } },
      { type: 'RS' },
    ],
  })
  await openChart(page)
  await openSaved(page, name)
  await expect(kind).toHaveValue('heikin-ashi')
  await withStudy(page, 'Volume', 'Settings of')
  await expect(page.getByRole('radio', { name: 'Dotted' })).toBeChecked()
  expect(Number(await page.getByRole('slider').inputValue())).toBeCloseTo(2.5, 1)
})

for (const { language, theme } of themes)
  test(`nothing is against the rules of accessibility with a style open (${language}, ${theme})`, async ({ page }) => {
    await page.addInitScript(
      ([spoken, chosen]) => {
        localStorage.setItem('language', spoken)
        localStorage.setItem('theme', chosen)
      },
      [language, theme] as const,
    )
    await signIn(page, 'hk-yearly', `/interactive-chart?symbol=HKEX:${stock}`)
    await expect(studies(page)).toHaveCount(3)
    await studies(page).nth(1).hover()
    await noViolations(page)
    await studies(page).nth(1).getByRole('button').nth(1).click()
    await expect(page.getByRole('slider')).toBeVisible()
    await noViolations(page)
  })
