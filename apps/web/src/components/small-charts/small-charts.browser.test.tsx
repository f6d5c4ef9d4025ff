import { alerts } from '@finlist/contract/alerts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { screenerAnswers } from '../../../test/screener.ts'
import { showScreener } from '../../../test/screener-page.tsx'
import { addressNow, looks, noViolations, sticksOut } from '../../../test/show.tsx'
import { smallChartAnswers } from '../../../test/small-charts.ts'
import { callQuery, queryClient } from '../../api/query-client.ts'
import { read, write } from '../../api/storage.ts'
import { fetchTexts } from '../../i18n/texts.ts'

type Others = Parameters<typeof smallChartAnswers>[0]

/** Shows the screener's matches as charts. Returns the requests that it sends. */
async function showCharts(look: Parameters<typeof showScreener>[0] & { others?: Others } = {}) {
  write('chartedLists', { screener: true })
  await fetchTexts('list-charts')
  const answers = { ...screenerAnswers(), ...smallChartAnswers(look.others) }
  const sent = await showScreener({ path: '/screener?markets=hk&sort=code', ...look, answers })
  await expect.poll(() => canvases().filter(isDrawn).length).toBeGreaterThan(1)
  return sent
}
const canvases = () => [...document.querySelectorAll<HTMLCanvasElement>('li canvas')]
const isDrawn = (canvas: HTMLCanvasElement) =>
  canvas.width > 0 &&
  canvas
    .getContext('2d')!
    .getImageData(0, 0, canvas.width, canvas.height)
    .data.some(part => part > 0)
const isEmpty = ({ width }: HTMLCanvasElement) => width === 0
const asked = (sent: { call: string }[]) => sent.filter(({ call }) => call === 'GET /tvchart/small').length
const main = () => page.getByRole('main')

test.each(looks)('a list switches to charts and back, and stays as it was left, $language', async look => {
  write('chartedLists', {})
  await showScreener({ answers: { ...screenerAnswers(), ...smallChartAnswers() }, ...look })
  await page.getByRole('button', { name: /^(Charts|圖表)$/ }).click()
  await expect.poll(() => canvases().filter(isDrawn).length).toBeGreaterThan(2)
  await noViolations()
  expect(read('chartedLists')).toEqual({ screener: true })
  await page.getByRole('button', { name: /^(List|列表)$/ }).click()
  await expect.element(page.getByRole('table')).toBeVisible()
  expect([canvases(), read('chartedLists')]).toEqual([[], {}])
})

test('a chart states its stock, days, range, base and newest price', async () => {
  await showCharts()
  await expect
    .element(page.getByRole('img').first())
    .toHaveAccessibleName(
      /^0005, daily from .* to 27 November 2026; low [\d.]+, high [\d.]+; Buy point [\d.]+; Stop [\d.]+$/,
    )
  await expect.element(page.getByRole('listitem').first()).toMatchTextContent(/^0005 Kestrel Harbour 0[\d.]+ \S+%$/)
})

test('charts are requested twelve at a time, as they come near, and given up far away', async () => {
  const sent = await showCharts()
  const before = asked(sent)
  expect(before).toBeLessThan(5)
  window.scrollTo(0, document.documentElement.scrollHeight)
  await expect.poll(() => asked(sent)).toBeGreaterThan(before)
  await expect.poll(() => isEmpty(canvases()[0]!)).toBe(true)
  window.scrollTo(0, 0)
  await expect.poll(() => isDrawn(canvases()[0]!)).toBe(true)
})

test('the interval is the same for all lists', async () => {
  await showCharts()
  await page.getByRole('combobox', { name: 'Interval' }).selectOptions('1W')
  await expect.element(page.getByRole('img').first()).toHaveAccessibleName(/^0005, weekly from .* to 1 December 2026;/)
  expect(read('chartAround')['smallInterval']).toBe('1W')
})

test('a chart opens the full one, with the list next to it', async () => {
  await showCharts()
  await page.getByRole('link', { name: /^0012/ }).click()
  await expect.poll(addressNow).toBe('/interactive-chart?symbol=HKEX%3A0012')
  expect(read('chartAround')).toMatchObject({ column: true, list: 'shown' })
  const shown = queryClient.getQueryData<{ stocks: { symbol: string }[] }>(['shown list'])
  expect(shown!.stocks.slice(0, 2).map(({ symbol }) => symbol)).toEqual(['HKEX:0005', 'HKEX:0012'])
})

test('a chart without prices, whose prices may not be shown, or with a move in doubt, says so', async () => {
  const none = { t: [], o: [], h: [], l: [], c: [], v: [], base: null }
  await showCharts({
    others: {
      'HKEX:0019': { unconfirmed: [Date.parse('2026-11-20') / 1_000] },
      'HKEX:0005': { status: 'no_data', ...none },
      'HKEX:0012': { status: 'not_shown', ...none },
    },
  })
  await expect.element(main()).toMatchTextContent(/No prices\./)
  expect(page.getByText('Unconfirmed price move').elements()).toHaveLength(1)
  await expect.element(main()).toMatchTextContent(/does not allow them to be shown/)
})

test('the user’s alerts are lines on the chart', async () => {
  const alert = {
    kind: 'price-above',
    exchange: 'HKEX',
    stockCode: '0005',
    value: 61.5,
    paused: false,
    asleep: false,
  }
  queryClient.setQueryData(callQuery(alerts).queryKey, { alerts: [alert], most: 100 } as never)
  await showCharts()
  await expect.element(page.getByRole('img').first()).toHaveAccessibleName(/; Alert above 61\.50$/)
})

test.each(looks)('on a phone, one chart is as wide as the screen, $language', async look => {
  await showCharts({ ...look, screen: 'phone' })
  expect(canvases()[0]!.getBoundingClientRect().width).toBeGreaterThan(320)
  expect(sticksOut()).toEqual([])
  await noViolations()
})

test.each(looks)(
  'the screener’s rows can have price lines, which sorting does not request again, $language',
  async look => {
    write('chartedLists', {})
    await fetchTexts('list-charts')
    const answers = { ...screenerAnswers(), ...smallChartAnswers({ 'HKEX:0012': { status: 'not_shown', c: [] } }) }
    const sent = await showScreener({ path: '/screener?markets=hk&sort=code', answers, ...look })
    await page.getByRole('switch', { name: /^(Price lines|走勢線)$/ }).click({ force: true })
    const lineOf = (code: string) => page.getByRole('row').filter({ hasText: code }).getByRole('img')
    await expect.element(lineOf('0005')).toHaveAccessibleName(/^(Last 6 months, |過去 6 個月，)[+−][\d.]+%$/)
    await expect.element(lineOf('0012')).not.toBeInTheDocument()
    await noViolations()
    await expect.poll(() => asked(sent)).toBeGreaterThan(0)
    const before = asked(sent)
    await page
      .getByRole('button', { name: /^(Name|名稱)/ })
      .first()
      .click()
    await expect.element(lineOf('0005')).toBeVisible()
    expect(asked(sent)).toBe(before)
    await page.getByRole('switch', { name: /^(Price lines|走勢線)$/ }).click({ force: true })
    await expect.element(lineOf('0005')).not.toBeInTheDocument()
    expect(read('chartedLists')).toEqual({})
  },
)
