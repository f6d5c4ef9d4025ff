import { expect, test } from '@playwright/test'
import { signIn } from '../accounts.ts'
import { noViolations } from './accessibility.ts'

test('the FAQ has thirteen entries, several of which can be open at a time; an address or a search opens an entry, and the page links to support (FAQ-01, 02, 03, 04, 05, 06)', async ({
  page,
}) => {
  await signIn(page, 'free', '/faq#devices')
  const questions = page.locator('details')
  const answer = (question: string) => questions.filter({ hasText: question })
  await expect(questions).toHaveCount(13)
  await expect(page.getByRole('status').filter({ hasText: '13 questions' })).toBeVisible()
  await expect(answer('On how many devices')).toHaveAttribute('open', '')
  await expect(page.getByText(/Up to 100 of your devices/)).toBeInViewport()

  await answer('as an app on my phone').locator('summary').click()
  await answer('register for the Sunday Club').locator('summary').click()
  await answer('What technology').locator('summary').click()
  for (const text of [/iPhone and iPad \(Safari\)/, /Android \(Chrome\)/, /Between Saturday 08:00/, /from 0 to 100/])
    await expect(page.getByText(text)).toBeVisible()
  await expect(page.getByText(/Up to 100 of your devices/)).toBeVisible()
  await noViolations(page)
  await answer('What technology').locator('summary').click()
  await expect(page.getByText(/from 0 to 100/)).toBeHidden()

  const search = page.getByRole('searchbox', { name: 'Search the questions' })
  await search.fill('coupon case-sensitive')
  await expect(page.getByRole('status').filter({ hasText: '1 question' })).toBeVisible()
  await expect(questions).toHaveCount(1)
  await search.fill('nothing like this')
  await expect(questions).toHaveCount(0)
  await search.press('Escape')
  await expect(questions).toHaveCount(13)
  await answer('How do coupons').locator('summary').click()
  await answer('How do coupons').getByRole('link', { name: 'Link to this answer' }).click()
  await expect(page).toHaveURL('/faq#coupons')

  const support = page.getByRole('region', { name: 'Still no answer?' })
  await expect(support.getByRole('link', { name: /WhatsApp \+85251234567/ })).toHaveAttribute(
    'href',
    'https://wa.me/85251234567',
  )
  await expect(support.getByRole('link', { name: 'service@finlist.example' })).toHaveAttribute(
    'href',
    'mailto:service@finlist.example',
  )
  await expect(support.getByRole('link', { name: '+852 5123 4567', exact: true })).toHaveAttribute(
    'href',
    'tel:+85251234567',
  )

  // If the operator has set no contacts, the heading for them is absent.
  await page.route('**/api/operator', async route => {
    const { data, ...answer } = (await (await route.fetch()).json()) as { data: object }
    await route.fulfill({ json: { ...answer, data: { ...data, phone: '', whatsApp: '', serviceEmail: '' } } })
  })
  await page.reload()
  await expect(questions).toHaveCount(13)
  await expect(support).toBeHidden()
})

test('the operator’s videos show the steps, in frames that make no request until they are opened (FAQ-03, 04)', async ({
  page,
}) => {
  const asked: string[] = []
  await page.route('https://player.vimeo.com/**', async route => {
    asked.push(route.request().url())
    await route.abort()
  })
  await signIn(page, 'free', '/faq#phone-app')
  for (const [name, id] of [
    ['Watch the steps: iOS', '11'],
    ['Watch the steps: Android', '12'],
    ['Watch how to register', '13'],
  ] as const) {
    if (id === '13') await page.getByText('How do I register for the Sunday Club?').click()
    await page.getByRole('button', { name }).click()
    const address = `https://player.vimeo.com/video/${id}`
    await expect(page.getByRole('dialog', { name }).locator('iframe')).toHaveAttribute('src', address)
    await expect.poll(() => asked.at(-1)).toBe(address)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
  }
  expect(asked).toHaveLength(3)
})
