import { expect, type Locator, test } from '@playwright/test'
import { signIn } from '../accounts.ts'

test('every feature that has no other story shows its content (CORE-03)', async ({ page, browser }) => {
  const main = page.getByRole('main')
  const row = main.getByRole('row')
  const contents: [path: string, content: Locator][] = [
    ['/finder-hk', main.getByRole('tab').first()],
    ['/markettrend-hk', main.getByRole('table', { name: 'Up and down' }).getByRole('row').nth(2)],
    ['/top-shareholding-change', row.nth(60)],
    ['/market-movers-hk', row.nth(5)],
    ['/market-movers-plus-hk', row.nth(5)],
    ['/stock-news-hk', main.getByRole('link', { name: /report/i }).first()],
    ['/interactive-chart', main.locator('canvas').first()],
    ['/fintrainer', page.getByRole('button', { name: 'Leaderboard' })],
    ['/watchlist', row.nth(20)],
    ['/education', main.getByText(/Demo replay/).first()],
    ['/education?tab=services', main.getByRole('heading', { level: 2 }).nth(3)],
    ['/education?tab=patterns', main.getByRole('img').nth(3)],
    ['/faq', page.locator('details').nth(12)],
  ]
  await signIn(page, 'full-lists', '/faq')
  for (const [path, content] of contents) {
    await page.goto(path)
    await expect(content, path).toBeVisible()
  }
  const affiliate = await (await browser.newContext()).newPage()
  await signIn(affiliate, 'affiliate', '/affiliates')
  await expect(affiliate.getByRole('region', { name: 'Your coupon code' })).toContainText('PARTNER20')
})

test('a subscriber, a visitor, an affiliate and a staff member each see what their rights allow (CORE-04)', async ({
  browser,
}) => {
  const open = async (name: string, path: string) => {
    const page = await (await browser.newContext()).newPage()
    await signIn(page, name, path)
    return page
  }
  const subscriber = await open('us-yearly', '/finlist-us')
  await expect(subscriber.getByRole('main').getByRole('row').nth(5)).toBeVisible()
  await expect(subscriber.getByRole('main').getByRole('link', { name: 'Subscribe now' })).toBeHidden()
  for (const name of ['free', 'affiliate']) {
    const visitor = await open(name, '/finlist-us')
    await expect(visitor.getByRole('main').getByRole('link', { name: 'Subscribe now' })).toBeVisible()
    await visitor.context().close()
  }
  const staff = await open('staff', '/admin/upload')
  await expect(staff.getByRole('button', { name: 'Upload', exact: true })).toBeVisible()
  await expect(staff.getByText('Only staff can upload data')).toBeHidden()
})

test('the FAQ explains how to install FinList on iOS and Android, and its address opens that question (PWA-03)', async ({
  page,
}) => {
  await signIn(page, 'free', '/faq#phone-app')
  await expect(page.getByText(/iPhone and iPad \(Safari\).*Add to Home Screen/)).toBeVisible()
  await expect(page.getByText(/Android \(Chrome\).*Install/)).toBeVisible()
  await page.getByText('Can rising prices be red?').click()
  await expect(page.getByText(/choose the colour for rising prices/)).toBeVisible()
  await expect(page.getByText(/iPhone and iPad/)).toBeVisible()
})
