import { screenStocks } from '@finlist/contract/screener'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { screenerAnswers } from '../../../../../test/screener.ts'
import { dialog, field, showScreener } from '../../../../../test/screener-page.tsx'
import { addressNow, forget, looks, noViolations, sticksOut } from '../../../../../test/show.tsx'

const options = () =>
  page
    .getByRole('listbox')
    .getByRole('option')
    .elements()
    .map(({ textContent }) => textContent)
const active = () => document.querySelector('[role=option][aria-selected=true]')?.textContent
const underlined = () => document.querySelector('.decoration-wavy')?.textContent

test('the names of figures are completed by arrow keys and Enter or Tab, and Escape closes the list', async () => {
  await showScreener()
  await field().fill('rs > 90 and dis')
  await expect.element(field()).toHaveAttribute('aria-expanded', 'true')
  expect(options().slice(0, 2)).toEqual(['dist20 Close vs 20-day average', 'dist50 Close vs 50-day average'])
  await userEvent.keyboard('{ArrowDown}')
  expect(active()).toContain('dist50')
  expect(document.getElementById(field().element().getAttribute('aria-activedescendant')!)?.textContent).toContain(
    'dist50',
  )
  await userEvent.keyboard('{Enter}')
  await expect.element(field()).toHaveValue('rs > 90 and dist50 ')
  expect(addressNow()).toBe('/screener?markets=hk')
  await field().fill('rs > 90 and volu')
  await userEvent.keyboard('{Escape}')
  expect(options()).toEqual([])
  await userEvent.keyboard('m{Tab}')
  await expect.element(field()).toHaveValue('rs > 90 and volume ')
  await expect.element(field()).toHaveFocus()
  await userEvent.keyboard('> 1{Enter}')
  await expect.poll(addressNow).toBe('/screener?q=rs+%3E+90+and+volume+%3E+1&markets=hk')
})

test('figures are also found by their label, by mouse', async () => {
  await showScreener()
  await field().fill('dividend')
  await page.getByRole('option', { name: /^yield/ }).click()
  await expect.element(field()).toHaveValue('yield ')
  await expect.element(field()).toHaveFocus()
})

test('after a figure of texts its values are suggested, in the user’s language too', async () => {
  await showScreener()
  await field().fill('rs > 90 and sector = ind')
  await expect.poll(options).toEqual(['"Industrials" Industrials'])
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await expect.element(field()).toHaveValue('rs > 90 and sector = "Industrials" ')
  await showScreener({ language: 'zh' })
  await field().fill('sector in (工')
  await expect.poll(options).toEqual(['"Industrials" 工業'])
  await userEvent.keyboard('{Tab}')
  await expect.element(field()).toHaveValue('sector in ("Industrials" ')
})

test('a query that is complete runs on Enter, and when the field is left', async () => {
  await showScreener()
  await field().fill('rsnewhigh')
  await userEvent.keyboard('{Enter}')
  await expect.poll(addressNow).toContain('q=rsnewhigh')
  await field().fill('rs > 80')
  await userEvent.tab()
  await expect.poll(addressNow).toContain('q=rs+%3E+80')
})

test('a mistake is underlined, pointed at and explained on Enter, and the matches stay', async () => {
  await showScreener({ query: 'rs > 90' })
  await field().fill('rs > 60 and dst50 < 5%')
  await expect.element(field()).toHaveAccessibleDescription('No figure is called “dst50”. Did you mean dist50?')
  await expect.element(field()).toBeInvalid()
  expect(underlined()).toBe('dst50')
  await userEvent.keyboard('{Enter}')
  const input = field().element() as HTMLInputElement
  expect(input.value.slice(input.selectionStart!, input.selectionEnd!)).toBe('dst50')
  expect(new URL(addressNow(), location.origin).searchParams.get('q')).toBe('rs > 90')
  await field().fill('rs > 60 and dist50 < 5%')
  await expect.element(field()).toBeValid()
})

test('while a condition is being typed, what is missing is a hint and not a mistake', async () => {
  await showScreener()
  await field().click()
  await userEvent.keyboard('rs >')
  await expect.element(field()).toHaveAccessibleDescription('Type a number or the name of a figure here.')
  await expect.element(field()).toBeValid()
  await userEvent.keyboard('{Enter}')
  await expect.element(field()).toBeInvalid()
})

test.each([
  ['rs > 90 or', 'Type the name of a figure here, such as rs.'],
  ['rs = 9..1', 'The range’s second number is below its first.'],
  ['base > 3', 'Type = or in here, for example base = "CWH".'],
  ['(rs > 90', 'A bracket is missing here.'],
  ['rs > 90 dist50 < 5', 'Join conditions with and or or.'],
  ['top 200% rs', 'Type a percentage up to 100%, or a whole number up to 10,000.'],
])('a link with the mistake %s shows the query and explains it', async (query, said) => {
  await showScreener({ query })
  await expect.element(field()).toHaveValue(query)
  await expect.element(field()).toHaveAccessibleDescription(said)
  await expect.element(page.getByText('Correct the query to see stocks.')).toBeVisible()
})

test('a query that the server refuses is explained at the query', async () => {
  const errors = [{ message: 'The server does not have this figure.', code: 'query-wrong' }]
  await showScreener({
    query: 'rs > 90',
    answers: screenerAnswers([], { 'POST /screener': () => ({ status: 400, errors }) }),
  })
  await expect.element(field()).toHaveAccessibleDescription('The server does not have this figure.')
  await expect.element(field()).toBeInvalid()
  await forget(screenStocks)
})

test('the key ? opens the help with the forms of a query and every figure', async () => {
  await showScreener()
  await field().click()
  await userEvent.keyboard('?')
  await expect.element(dialog().getByText('change3m > sector(change3m)')).toBeVisible()
  await expect
    .element(dialog().getByText('Close ÷ 50-day average − 1, in percent', { exact: false }))
    .toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  await expect.element(field()).toHaveValue('')
})

for (const look of looks)
  for (const screen of ['desktop', 'phone'] as const) {
    test(`completion and a mistake have no violations: ${look.language}, ${look.theme}, ${screen}`, async () => {
      await showScreener({ ...look, screen, query: 'rs > 98' })
      await field().fill('rs > 60 and chan')
      await expect.poll(() => options().length).toBeGreaterThan(3)
      await noViolations()
      await field().fill('rs > 60 and dst50 < 5%')
      await noViolations()
      expect(sticksOut()).toEqual([])
    })

    test(`the help has no violations: ${look.language}, ${look.theme}, ${screen}`, async () => {
      await showScreener({ ...look, screen, query: 'rs > 98' })
      await page.getByRole('button', { name: /^(Query help|查詢說明)/ }).click()
      await expect.element(dialog()).toBeVisible()
      await noViolations()
      expect(sticksOut()).toEqual([])
    })
  }
