import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { searchAnswer } from '../../../test/chart-market.ts'
import {
  button,
  chart,
  focus,
  hasCount,
  inHand,
  openChart,
  press,
  seen,
  settled,
  stock,
  textOf,
} from '../../../test/chart-page.tsx'
import { serveCharts } from '../../../test/chart-server.ts'
import { deferred } from '../../../test/deferred.ts'
import { keepLanguage } from '../../api/language.ts'
import { write } from '../../api/storage.ts'
import { setLanguage } from '../../i18n/texts.ts'

const symbol = `HKEX:${stock}`
const field = () => page.getByRole('combobox', { name: 'Symbol' })
const options = () => page.getByRole('option')

test('Enter pressed before the search has responded chooses its first result, unless the user types on (CHART-21)', {
  tags: ['slow'],
}, async () => {
  const held = new Map<string, Promise<void>>()
  serveCharts({
    'GET /tvchart/search': async (_, { searchParams }) => {
      await held.get(searchParams.get('query')!)
      return { plain: searchAnswer(searchParams) }
    },
  })
  const hold = (query: string) => {
    const { promise, resolve } = deferred()
    held.set(query, promise)
    return resolve
  }
  await openChart()
  const answer13 = hold('13')
  focus(field())
  await press('1', '3', 'Enter')
  answer13()
  await expect.element(chart()).toHaveAccessibleName(/0013/)
  await expect.element(field()).toHaveValue('0013 Osprey Energy')

  const answer00 = hold('00')
  await press('0', '0', 'Enter', '1', '3')
  await expect.element(options().first()).toMatchTextContent(/^0013/)
  answer00()
  await press('ArrowDown')
  await expect.element(options().nth(1)).toHaveAttribute('aria-selected', 'true')
  await expect.element(field()).toHaveValue('0013')
})

test('a code typed on the chart changes the symbol; letters and digits typed elsewhere on the page do nothing', {
  tags: ['slow'],
}, async () => {
  serveCharts()
  await openChart(symbol)
  focus(chart())
  await userEvent.keyboard('372')
  await expect.element(field()).toHaveFocus()
  await expect.element(options().first()).toMatchTextContent('0372')
  await press('Enter')
  await expect.element(chart()).toHaveAccessibleName(/0372/)
  await press('Escape')
  focus(button('Table'))
  await userEvent.keyboard(`${stock}?F`)
  await expect.element(button('Table')).toHaveFocus()
  expect(page.getByRole('dialog').elements()).toEqual([])
  await expect.element(chart()).toHaveAccessibleName(/0372/)
  focus(chart())
  await userEvent.keyboard(stock)
  await expect.element(options().first()).toMatchTextContent(stock)
  await press('Enter')
  await expect.element(chart()).toHaveAccessibleName(/0013/)
})

test('with single-key shortcuts off, letters, digits and question marks do nothing on the chart, but zooming by key works', async () => {
  serveCharts()
  write('singleKeys', false)
  await openChart(symbol)
  await expect.element(button('Full screen')).toBeVisible()
  focus(chart())
  const { days } = await settled()
  await userEvent.keyboard('37?F')
  await expect.element(chart()).toHaveFocus()
  expect(page.getByRole('dialog').elements()).toEqual([])
  await press('-')
  await expect.poll(() => seen().days).toBeGreaterThan(days * 1.1)
})

test('keys move through the bars and zoom, each step is announced, and the table shows the same bars', {
  tags: ['slow'],
}, async () => {
  serveCharts()
  await openChart(symbol)
  focus(chart())
  const { days } = await settled()
  await press('End')
  const said = page.getByRole('status').filter({ hasText: /open .*, high / })
  await expect.element(said).toMatchTextContent(/2\d{3}: open [\d.]+, high [\d.]+, low [\d.]+, close [\d.]+, volume/)
  const newest = textOf(said)
  await press('ArrowLeft')
  await expect.poll(() => textOf(said)).not.toBe(newest)
  await press('-')
  await expect.element(page.getByRole('status').filter({ hasText: /^In view: / })).toBeInTheDocument()
  await expect.poll(() => seen().days).toBeGreaterThan(days * 1.1)
  const plus = () => new KeyboardEvent('keydown', { key: '+', bubbles: true, cancelable: true })
  chart().element().dispatchEvent(plus())
  chart().element().dispatchEvent(plus())
  await expect.poll(() => seen().days).toBeLessThan(days)
  await press('0')
  // Allows a few days' difference: the width of the price axis decides whether the outermost bar is in view.
  await expect.poll(() => Math.abs(seen().days - days)).toBeLessThan(4)
  await button('Table').click()
  const row = page.getByRole('region', { name: 'Table' }).getByRole('row').nth(1)
  const [, close = ''] = /close ([\d.]+)/.exec(newest) ?? []
  await expect.element(row.getByRole('cell').nth(3)).toHaveTextContent(close)
  await expect.element(page.getByRole('columnheader', { name: 'MA 50' })).toBeVisible()
  focus(chart())
  await press('Home')
  await expect.poll(() => textOf(said)).not.toBe(newest)
  const [, first = ''] = /close ([\d.]+)/.exec(textOf(said)) ?? []
  await expect.element(page.getByCss('p[aria-hidden]').filter({ hasText: 'Open' })).toMatchTextContent(`Close ${first}`)

  // A change of language removes the last announcement: it is neither repeated in the new language nor left in the old
  // one.
  keepLanguage('zh')
  await setLanguage('zh')
  await expect.element(chart()).toHaveAccessibleName(/日線/)
  await hasCount(page.getByRole('status').filter({ hasText: /open .*, high |開.*高/ }), 0)
})

test('the drawing tools are one Tab stop; arrows move through all of them, even disabled ones, and Enter chooses one', async () => {
  serveCharts()
  await openChart(symbol)
  const bar = page.getByRole('toolbar', { name: 'Drawing tools' })
  await expect.element(bar.getByRole('button', { name: 'Text' })).toBeVisible()
  const stops = () =>
    bar
      .getByRole('button')
      .elements()
      .filter(it => (it as HTMLElement).tabIndex === 0)
  await expect.poll(() => stops().length).toBe(1)
  focus(bar.getByRole('button', { name: 'Select and move' }))
  await press('ArrowDown')
  await expect.element(bar.getByRole('button', { name: 'Trend line' })).toHaveFocus()
  await press('ArrowUp', 'ArrowUp')
  await expect.element(bar.getByRole('button', { name: 'Redo' })).toHaveFocus()
  await press('Home', 'ArrowDown', 'Enter')
  await inHand('Trend line')
  expect(stops().map(it => it.getAttribute('aria-label'))).toEqual(['Trend line'])
})
