import { expect, type Page, test } from '@playwright/test'
import { doubleText, signIn } from '../accounts.ts'
import { noViolations } from '../shell/accessibility.ts'

const move = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const stat = (page: Page, name: string) =>
  page
    .getByRole('term')
    .filter({ hasText: new RegExp(`^${name}$`) })
    .locator('xpath=following-sibling::dd[1]')
const overflow = async (page: Page) => {
  const { width, height } = page.viewportSize()!
  const [wide, high] = await page.evaluate(() => {
    const { scrollWidth, scrollHeight } = document.documentElement
    return [scrollWidth, scrollHeight]
  })
  return [wide - width, high - height]
}

test.use({ locale: 'zh-HK', colorScheme: 'dark' })

test('on a phone in Chinese a player can read the tutorial, buy, sell, finish a stock and start the next one (GAME-03, 05, 07, 11, 19, 20)', async ({
  page,
}) => {
  await signIn(page, 'jp-trial', '/fintrainer')
  await noViolations(page)
  await page.getByRole('button', { name: /^困難/ }).tap()
  const tutorial = page.getByRole('dialog', { name: '玩法' })
  await expect(tutorial).toContainText('第 1 步，共 7 步')
  await noViolations(page)
  for (let at = 1; at < 7; at++) await tutorial.getByRole('button', { name: '下一步' }).tap()
  await expect(tutorial).toContainText('第 7 步，共 7 步')
  await tutorial.getByRole('button', { name: '開始' }).tap()
  await expect(tutorial).toBeHidden()
  await expect(stat(page, '日數')).toHaveText('1')
  await expect(page.getByRole('application').locator('canvas').first()).toBeVisible()
  const screen = page.viewportSize()!
  for (const name of ['下一日', '下一週', '買入', '賣出', '下一隻股票']) {
    const box = (await move(page, name).boundingBox())!
    expect(box.height, name).toBeGreaterThanOrEqual(44)
    expect(box.y, name).toBeGreaterThan(screen.height * 0.75)
    expect(box.y + box.height, name).toBeLessThanOrEqual(screen.height)
  }
  expect((await page.getByRole('application').boundingBox())!.height).toBeGreaterThan(screen.height * 0.45)
  expect(await overflow(page)).toEqual([0, 0])

  await move(page, '買入').tap()
  await expect(stat(page, '日數')).toHaveText('2')
  await expect(stat(page, '買入價')).toHaveText(/^\d/)
  await expect(move(page, '買入')).toBeDisabled()
  await move(page, '賣出').tap()
  await expect(stat(page, '交易次數')).toHaveText('1')
  await expect(stat(page, '總回報')).toHaveText(/%$/)
  await noViolations(page)
  await move(page, '下一隻股票').tap()
  await page.getByRole('alertdialog').getByRole('button', { name: '下一隻股票' }).tap()
  const summary = page.getByRole('dialog', { name: '股票完結' })
  await expect(summary).toContainText('交易次數尚未足以判斷')
  await expect(summary).toContainText(/\p{Script=Han}{2,}/u)
  await noViolations(page)
  await summary.getByRole('button', { name: '下一隻股票' }).tap()
  await expect(stat(page, '日數')).toHaveText('1')
  await expect(stat(page, '交易次數')).toHaveText('0')

  await page.setViewportSize({ width: 320, height: 640 })
  await doubleText(page)
  expect((await overflow(page))[0]).toBe(0)
})
