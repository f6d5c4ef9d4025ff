import { expect, test } from '@playwright/test'
import { signIn } from '../accounts.ts'
import { sticksOut } from '../sticks-out.ts'
import { noViolations } from './accessibility.ts'

test.use({ colorScheme: 'dark' })

test('the tools menu on a phone links to every tool, to support and to the legal texts (TOOL-01, 02, 03, 04)', async ({
  page,
}) => {
  await signIn(page, 'free', '/tools')
  const screen = page.getByRole('main')
  for (const [name, address] of [
    ['Shareholding Changes', '/top-shareholding-change'],
    ['Market Movers', '/market-movers-hk'],
    ['Profit alerts', '/stock-news-hk'],
    ['Interactive Chart', '/interactive-chart'],
    ['FinTrainer', '/fintrainer'],
    ['My Account', '/dashboard'],
    ['Subscribe', '/subscribe'],
    ['FAQ', '/faq'],
  ] as const)
    await expect(screen.getByRole('link', { name, exact: true })).toHaveAttribute('href', address)
  const support = screen.getByRole('region', { name: 'Support' })
  await expect(support.getByRole('link', { name: /WhatsApp/ })).toHaveAttribute('href', 'https://wa.me/85251234567')
  await expect(support.getByRole('link', { name: '+852 5123 4567', exact: true })).toHaveAttribute(
    'href',
    'tel:+85251234567',
  )
  await expect(support.getByRole('link', { name: 'service@finlist.example' })).toBeVisible()
  await expect(screen.getByText(/^© 20\d\d FinList$/)).toBeVisible()
  for (const name of ['Terms of use', 'Privacy notice']) {
    await screen.getByRole('button', { name }).click()
    await expect(page.getByRole('dialog', { name })).toBeVisible()
    await page.getByRole('button', { name: 'Close' }).click()
  }
  await noViolations(page)
})

test('the FAQ works on a phone in Chinese (FAQ-01, 02)', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('language', 'zh'))
  await page.goto('/faq')
  await page.getByRole('button', { name: 'free@demo.example' }).click()
  await expect(page.locator('details')).toHaveCount(13)
  await page.getByText('背後採用甚麼技術？').click()
  await page.getByText('優惠碼與帳戶結餘如何使用？').click()
  await expect(page.getByText(/逐一分析各市場所有股票/)).toBeVisible()
  await expect(page.getByText(/優惠碼不分大小寫/)).toBeVisible()
  expect(await sticksOut(page)).toEqual([])
  await noViolations(page)
})
