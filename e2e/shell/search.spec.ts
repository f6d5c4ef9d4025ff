import { expect, type Page, test } from '@playwright/test'
import { listen, signIn } from '../accounts.ts'

const field = (page: Page) => page.getByRole('combobox', { name: 'Stock, list, page, question or action' })
const options = (page: Page) => page.getByRole('option')

async function search(page: Page, keys: string, text: string) {
  await page.keyboard.press(keys)
  await expect(field(page)).toBeFocused()
  await page.keyboard.type(text)
}

/** Milliseconds from the input to the frame after the first result that contains the text. */
const firstResultMs = (page: Page, typed: string, text: string) =>
  page.evaluate(
    async ([value, wanted]) => {
      const frame = () => new Promise(resolve => requestAnimationFrame(resolve))
      const input = document.querySelector<HTMLInputElement>('dialog input')!
      await frame()
      const began = performance.now()
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, value)
      input.dispatchEvent(new Event('input', { bubbles: true }))
      while (!document.querySelector('dialog [role=option]')?.textContent?.includes(wanted)) await frame()
      await frame()
      return performance.now() - began
    },
    [typed, text] as const,
  )

test('by keyboard alone, a free user finds stocks in any spelling, and all pages except those for staff', async ({
  page,
}) => {
  await signIn(page, 'free', '/faq')
  const calls = listen(page)
  await search(page, 'Control+k', '0')
  const some = options(page)
    .filter({ hasText: /^0\d{3}.*HKEX$/ })
    .first()
  const code = (await some.innerText()).slice(0, 4)
  await page.keyboard.press('Escape')
  await expect(field(page)).toBeHidden()
  for (const [keys, text] of [
    ['Control+k', `${code}.HK`],
    ['/', `${Number(code)}`],
    ['/', `0${code}`],
  ] as const) {
    await search(page, keys, text)
    await expect(options(page).first()).toContainText(code)
    await page.keyboard.press('Escape')
    await expect(field(page)).toBeHidden()
  }
  await search(page, '/', `${code}.HK`)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/interactive-chart\\?symbol=HKEX(:|%3A)${code}`))
  await expect(page.getByRole('combobox', { name: 'Symbol' })).toHaveValue(new RegExp(code))

  await search(page, 'Control+k', 'audit')
  await expect(page.getByText('No results.')).toBeVisible()
  await field(page).fill('')
  await expect(options(page).filter({ hasText: 'Staff page' })).toHaveCount(0)
  const ofStock = await firstResultMs(page, `${Number(code)}.hk`, code)
  const ofPage = await firstResultMs(page, 'interactive', 'Interactive Chart')
  console.log(`from the key to the first result: a page ${ofPage.toFixed(0)} ms, a stock ${ofStock.toFixed(0)} ms`)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Interactive Chart', level: 1 })).toBeVisible()
  // No call that needs a paid plan was made.
  expect(calls.filter(({ call }) => /watchlist|finder|finlist\//.test(call))).toEqual([])
})

test('staff find their pages by keyboard alone, and a stock of the current list opens its panel', async ({ page }) => {
  await signIn(page, 'admin', '/finlist-hk')
  const code = await page.locator('[data-code]').first().getAttribute('data-code')
  await search(page, '/', code!)
  await expect(options(page).first()).toContainText(code!)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/finlist-hk\\?stock=${code}`))
  await expect(page.getByRole('dialog')).toBeVisible()
  await search(page, 'Control+k', 'audit')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Audit Log', level: 1 })).toBeVisible()
})
