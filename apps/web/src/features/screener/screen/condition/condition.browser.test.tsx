import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { deferred } from '../../../../../test/deferred.ts'
import { screened, screenerAnswers } from '../../../../../test/screener.ts'
import { dialog, field, showScreener } from '../../../../../test/screener-page.tsx'
import { addressNow, looks, noViolations, sticksOut } from '../../../../../test/show.tsx'

const add = () => page.getByRole('button', { name: 'Add condition' })
const chip = (name: string) => page.getByRole('button', { name, exact: true })
const submit = (name = 'Add') => dialog().getByRole('button', { name, exact: true }).click()
const counted = () => dialog().getByRole('status').last()
const low = () => dialog().getByRole('slider', { name: 'Lowest value' })
const high = () => dialog().getByRole('slider', { name: 'Highest value' })

async function choose(figure: string) {
  await add().click()
  await dialog()
    .getByRole('button', { name: new RegExp(` ${figure}$`) })
    .click()
}

test('each condition is a chip in words, to remove; the focus then goes to the button that adds one', async () => {
  await showScreener({
    query:
      'rs > 90 and dist50 = 0..5 and base in ("CWH", "FB") and not listed and top 10% change1m and price > 1.05 * sma50',
  })
  for (const name of [
    'RS rank > 90',
    'Close vs 50-day average 0% to 5%',
    'Base: Cup with handle or Flat base',
    'Not: On the newest list',
    'Top 10% by 1-month change',
    'Price > 1.05 × 50-day average',
  ])
    await expect.element(chip(name)).toBeVisible()
  await page.getByRole('button', { name: 'Remove: RS rank > 90' }).click()
  await expect.element(add()).toHaveFocus()
  await expect
    .element(field())
    .toHaveValue('dist50 = 0..5 and base in ("CWH", "FB") and not listed and top 10% change1m and price > 1.05 * sma50')
})

test('a part with “or” is one chip, edited as text', async () => {
  await showScreener({ query: 'rs > 90 and (volumex > 2 or change3m > sector(change3m))' })
  await chip('Volume multiple > 2× or 3-month change > sector median of 3-month change').click()
  await dialog().getByRole('combobox').fill('volumex > 3 or rsnewhigh')
  await submit('Apply')
  await expect.element(field()).toHaveValue('rs > 90 and (volumex > 3 or rsnewhigh)')
})

test('a figure is found by its name, its definition is shown, and a range is set by two fields', async () => {
  await showScreener({ query: 'rs > 50' })
  await add().click()
  await expect.element(dialog().getByRole('searchbox')).toHaveFocus()
  await dialog().getByRole('searchbox').fill('50-day')
  await expect.poll(() => dialog().getByRole('listitem').elements().length).toBeLessThan(12)
  await dialog()
    .getByRole('button', { name: /dist50$/ })
    .click()
  await expect.element(dialog().getByText('Close ÷ 50-day average − 1', { exact: false })).toBeVisible()
  await dialog().getByRole('textbox', { name: 'From' }).fill('5')
  await dialog().getByRole('textbox', { name: 'To' }).fill('2')
  await userEvent.tab()
  await expect.element(dialog().getByText('The second value is below the first.')).toBeVisible()
  await dialog().getByRole('textbox', { name: 'To' }).fill('12.5')
  const { matched } = screened({ markets: ['HKEX'], query: 'rs > 50 and dist50 = 5..12.5' })
  await expect.element(counted()).toHaveTextContent(`${matched} of 240 stocks match`)
  await submit()
  await expect.element(field()).toHaveValue('rs > 50 and dist50 = 5..12.5')
  await expect.element(chip('Close vs 50-day average 5% to 12.5%')).toBeVisible()
})

test('the ends of the histogram are moved by keys and by dragging, and an end at the edge is open', async () => {
  await showScreener()
  await choose('rs')
  const { distribution } = screened({ markets: ['HKEX'], query: '', distribution: 'rs' })
  await expect.element(low()).toHaveAttribute('aria-valuetext', 'any')
  low().element().focus()
  await userEvent.keyboard('{PageUp}{ArrowRight}')
  const from = Number(dialog().getByRole('textbox', { name: 'From' }).element().getAttribute('value'))
  expect(from).toBe(Math.round(distribution!.from) + 11)
  await expect.element(low()).toHaveAttribute('aria-valuetext', String(from))
  const track = high().element().parentElement!
  const { left, width, top, height } = track.getBoundingClientRect()
  const point = (type: string, share: number) =>
    track.dispatchEvent(
      new PointerEvent(type, {
        bubbles: true,
        pointerId: 1,
        button: 0,
        clientX: left + share * width,
        clientY: top + height / 2,
      }),
    )
  track.setPointerCapture = () => undefined
  point('pointerdown', 0.9)
  point('pointermove', 0.75)
  point('pointerup', 0.75)
  const to = Math.round(distribution!.from + 0.75 * (distribution!.to - distribution!.from))
  await expect.element(dialog().getByRole('textbox', { name: 'To' })).toHaveValue(String(to))
  high().element().focus()
  await userEvent.keyboard('{End}')
  await expect.element(dialog().getByRole('textbox', { name: 'To' })).toHaveValue('')
  await submit()
  await expect.element(field()).toHaveValue(`rs >= ${from}`)
})

test('counts are requested one at a time: while one is on its way the last number stays, then the newest is asked', async () => {
  const waiting: ReturnType<typeof deferred<void>>[] = []
  const counts: string[] = []
  await showScreener({
    answers: screenerAnswers([], {
      'POST /screener': async body => {
        const { most, query, distribution } = body as { most?: number; query?: string; distribution?: string }
        if (most === 0 && !distribution) {
          counts.push(query ?? '')
          if (counts.length > 1) {
            const next = deferred<void>()
            waiting.push(next)
            await next.promise
          }
        }
        return { data: screened(body as never) }
      },
    }),
  })
  await choose('rs')
  await expect.element(counted()).toHaveTextContent('240 of 240 stocks match')
  const from = dialog().getByRole('textbox', { name: 'From' })
  for (const value of ['5', '50', '60', '70']) await from.fill(value)
  await expect.poll(() => counts).toEqual(['', 'rs >= 5'])
  await expect.element(counted()).toHaveTextContent('240 of 240 stocks match')
  waiting[0]!.resolve()
  await expect.poll(() => counts).toEqual(['', 'rs >= 5', 'rs >= 70'])
  waiting[1]!.resolve()
  const { matched } = screened({ markets: ['HKEX'], query: 'rs >= 70' })
  await expect.element(counted()).toHaveTextContent(`${matched} of 240 stocks match`)
})

test('texts are ticked, each with its number of stocks', async () => {
  await showScreener()
  await choose('sector')
  await dialog().getByRole('checkbox', { name: 'Industrials 60 stocks' }).click()
  await dialog().getByRole('checkbox', { name: 'Financials 60 stocks' }).click()
  await expect.element(counted()).toHaveTextContent('120 of 240 stocks match')
  await submit()
  await expect.element(field()).toHaveValue('sector in ("Industrials", "Financials")')
})

test('a flag is yes or no', async () => {
  await showScreener()
  await choose('rsnewhigh')
  await dialog().getByText('No', { exact: true }).click()
  await submit()
  await expect.element(field()).toHaveValue('not rsnewhigh')
})

test('a condition can ask for the largest values, as a share or a number of stocks', async () => {
  await showScreener({ query: 'rs > 95' })
  await choose('rs4w')
  await dialog().getByText('Top or bottom').click()
  await dialog().getByRole('textbox', { name: 'How many' }).fill('20')
  await dialog().getByRole('combobox', { name: 'Counted in' }).selectOptions('stocks')
  await submit()
  await expect.element(field()).toHaveValue('rs > 95 and top 20 rs4w')
})

test('a condition can compare two figures', async () => {
  await showScreener({ query: 'rs > 95' })
  await choose('price')
  await dialog().getByText('Compare', { exact: true }).click()
  await dialog().getByRole('textbox', { name: 'Multiple' }).fill('1.05')
  await dialog().getByRole('combobox', { name: 'Of the figure' }).selectOptions('50-day average')
  await submit()
  await expect.element(field()).toHaveValue('rs > 95 and price > 1.05 * sma50')
})

test('a press on a chip edits its condition in place', async () => {
  await showScreener({ query: 'rs > 90 and dist50 < 5' })
  await chip('RS rank > 90').click()
  const from = dialog().getByRole('textbox', { name: 'From' })
  await expect.element(from).toHaveValue('90')
  const before = addressNow()
  await submit('Apply')
  expect(addressNow()).toBe(before)
  await chip('RS rank > 90').click()
  await from.fill('95')
  await submit('Apply')
  await expect.element(field()).toHaveValue('rs >= 95 and dist50 < 5')
})

for (const look of looks)
  for (const screen of ['desktop', 'phone'] as const) {
    test(`the figures have no violations and fit: ${look.language}, ${look.theme}, ${screen}`, async () => {
      await showScreener({ ...look, screen, query: 'rs > 98' })
      await page.getByRole('button', { name: /^(Add condition|加入條件)$/ }).click()
      await expect.element(dialog().getByRole('searchbox')).toBeVisible()
      await noViolations()
      expect(dialogSticksOut()).toEqual([])
    })

    test(`a range has no violations and fits: ${look.language}, ${look.theme}, ${screen}`, async () => {
      await showScreener({ ...look, screen, query: 'rs > 98' })
      await page.getByRole('listitem').getByRole('button').first().click()
      await expect.element(dialog().getByRole('slider').first()).toBeVisible()
      await noViolations()
      expect(dialogSticksOut()).toEqual([])
      expect(sticksOut()).toEqual([])
    })
  }

/** The dialog's elements beyond its right edge. */
function dialogSticksOut() {
  const box = dialog().element()
  const { right } = box.getBoundingClientRect()
  return [...box.querySelectorAll('*')].filter(element => element.getBoundingClientRect().right > right + 1)
}
