import { expect, type Page, test } from '@playwright/test'
import { becomesQuiet } from '../../tools/quiet.ts'
import { signIn } from '../accounts.ts'
import { inEachTheme } from '../themes.ts'
import { noViolations } from './accessibility.ts'

const explanation = (page: Page) => page.getByRole('tooltip')
/** The “?” above a column's label, found by the column's name. */
const sign = (page: Page, column: RegExp) =>
  page.getByRole('columnheader', { name: column }).getByRole('button', { name: new RegExp(`${column.source}.*\\?$`) })

test('the “?” next to a column’s name explains it on press, hover and focus, and the column still sorts', async ({
  page,
}) => {
  await signIn(page, 'hk-yearly', '/finlist-hk')
  await becomesQuiet(page)
  const score = page.getByRole('columnheader', { name: /^Percival Score/ })
  const mark = sign(page, /^Percival Score/)

  await mark.click()
  await expect(explanation(page)).toContainText('from 0 to 100')
  await expect(mark).toHaveAccessibleDescription(/from 0 to 100/)
  await expect(mark).toHaveAttribute('aria-expanded', 'true')
  await expect(score).not.toHaveAttribute('aria-sort')
  await mark.click()
  await expect(explanation(page)).toHaveCount(0)
  await expect(mark).toHaveAttribute('aria-expanded', 'false')

  await sign(page, /^Buy point/).hover()
  await expect(explanation(page)).toContainText('break out of its pattern')
  await explanation(page).hover()
  await expect(explanation(page)).toBeVisible()
  await page.getByRole('heading', { level: 1 }).hover()
  await expect(explanation(page)).toHaveCount(0)

  await score.getByRole('button').first().focus()
  await page.keyboard.press('Tab')
  await expect(mark).toBeFocused()
  await expect(explanation(page)).toContainText('from 0 to 100')
  await page.keyboard.press('Escape')
  await expect(explanation(page)).toHaveCount(0)
  await expect(mark).toBeFocused()

  await score.getByRole('button').first().click()
  await expect(score).toHaveAttribute('aria-sort', 'descending')
})

test('in a panel, Escape dismisses an open explanation first, and the next Escape closes the panel', async ({
  page,
}) => {
  await signIn(page, 'hk-yearly', '/finlist-hk')
  await becomesQuiet(page)
  await page.locator('tbody [data-code] a, tbody a').first().click()
  const panel = page.getByRole('dialog')
  await panel.getByRole('button', { name: 'Percival Score' }).click()
  await expect(explanation(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(explanation(page)).toHaveCount(0)
  await expect(panel).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
})

test('watchlists, Finder’s filters, Market Indicators and shareholding explain their terms', async ({ page }) => {
  const explains = async (name: string | RegExp, text: string | RegExp) => {
    const word = page.getByRole('main').getByRole('button', { name, exact: true }).first()
    await word.click()
    await expect(explanation(page)).toContainText(text)
    await page.keyboard.press('Escape')
    await expect(explanation(page)).toHaveCount(0)
  }
  await signIn(page, 'full-lists', '/watchlist')
  await becomesQuiet(page)
  await explains(/^Chase limit/, '5%')
  await sign(page, /^To stop/).click()
  await expect(explanation(page)).toContainText('7–8% below the buy price')
  await page.goto('/finder-hk')
  await becomesQuiet(page)
  await page
    .getByRole('button', { name: 'Filters', exact: true })
    .or(page.getByLabel('Column', { exact: true }))
    .first()
    .waitFor()
  await page.getByLabel('Column', { exact: true }).selectOption('rank')
  await explains('RS rank?', 'Relative strength, 1 to 99')
  await page.goto('/markettrend-hk')
  await becomesQuiet(page)
  await page.getByRole('region', { name: 'Up and down' }).getByRole('button', { name: 'Up and down?' }).click()
  await expect(explanation(page)).toContainText('How widely stocks take part')
  await page.goto('/top-shareholding-change')
  await becomesQuiet(page)
  await explains('CCASS', 'clearing system')
})

inEachTheme(({ language }) => {
  test('the whole glossary is under Education, and an open explanation is accessible', async ({ page }) => {
    await signIn(page, 'hk-yearly', '/tools')
    await page
      .getByRole('main')
      .getByRole('link', { name: language === 'en' ? 'Glossary' : '詞彙' })
      .click()
    await expect(page).toHaveURL('/education?tab=glossary')
    const words = page.getByRole('article').getByRole('term')
    await expect(words.first()).toBeVisible()
    expect(await words.count()).toBeGreaterThan(25)
    for (const definition of await page.getByRole('article').getByRole('definition').allInnerTexts())
      expect(definition).toMatch(language === 'en' ? /^[A-Z][^{]{20,}\.$/ : /^[^{]*\p{Script=Han}[^{]{5,}。$/u)
    await noViolations(page)
    await page.goto('/finlist-hk')
    await becomesQuiet(page)
    await page.getByRole('columnheader').getByRole('button', { name: /[?]$/ }).first().click()
    await expect(explanation(page)).toBeVisible()
    await noViolations(page)
  })
})
