import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import {
  alertSaid,
  button,
  chart,
  focus,
  openChart,
  press,
  seen,
  settled,
  textsOf,
} from '../../../../test/chart-page.tsx'
import { serveCharts } from '../../../../test/chart-server.ts'
import { noViolations } from '../../../../test/show.tsx'
import { touchScreen } from '../../../../test/touch.ts'
import { flipThrough } from '../../../components/small-charts/shown-list.ts'

const codes = ['0013', '0135', '0372', '0509']
const list = {
  title: 'Stocks found',
  stocks: codes.map(code => ({ symbol: `HKEX:${code}`, code, name: `Kestrel ${code}` })),
}
const beside = () => page.getByRole('complementary', { name: 'List next to the chart' })

/** Opens the chart of a stock from a list. Returns the calls that the page makes. */
async function openFromList(
  symbol: string,
  { answers, ...look }: Parameters<typeof openChart>[1] & { answers?: Parameters<typeof serveCharts>[0] } = {},
) {
  const called = serveCharts(answers)
  await openChart(symbol, look)
  flipThrough(list)
  await expect.element(beside().getByRole('combobox')).toMatchTextContent('Stocks found')
  return called
}

test('the list from which a chart was opened is next to it, and the charts before and after are fetched ahead', async () => {
  const called = await openFromList('HKEX:0135')
  expect(textsOf(beside().getByRole('listitem')).map(text => text.trim().slice(0, 4))).toEqual(codes)
  await expect.element(beside().getByRole('status')).toMatchTextContent('2 of 4')
  const fetched = () =>
    called.flatMap(({ call, search }) => (call === 'GET /tvchart/history' ? (search.get('symbol') ?? []) : []))
  await expect.poll(fetched).toContain('HKEX:0013')
  await expect.poll(fetched).toContain('HKEX:0372')
  expect(fetched()).not.toContain('HKEX:0509')
  focus(chart())
  await press('Alt+ArrowDown')
  await expect.element(chart()).toHaveAccessibleName(/0372/)
  await expect.element(beside().getByRole('status')).toMatchTextContent('3 of 4')
  await expect.poll(fetched).toContain('HKEX:0509')
  await noViolations()
})

test('on a phone, a swipe over the list’s bar steps to the next stock and back; a short one does not', async () => {
  await openFromList('HKEX:0135', { screen: 'phone' })
  const finger = await touchScreen()
  beside().element().scrollIntoView({ block: 'center' })
  const swipe = async (across: number) => {
    const { x, y, width, height } = beside().element().getBoundingClientRect()
    const from = { x: x + width / 2, y: y + height - 8 }
    await finger.down(from)
    await finger.slide([from], [{ x: from.x + across, y: from.y }])
    await finger.up()
  }
  await swipe(-120)
  await expect.element(chart()).toHaveAccessibleName(/0372/)
  await swipe(-20)
  await swipe(120)
  await expect.element(chart()).toHaveAccessibleName(/0135/)
})

test('Alt and A set an alert at the newest price', async () => {
  await openFromList('HKEX:0135')
  await expect.element(button('Set an alert')).toBeVisible()
  focus(chart())
  await press('Alt+a')
  await expect.element(page.getByRole('dialog')).toBeVisible()
  await expect.element(page.getByRole('dialog')).toMatchTextContent(/0135/)
  await press('Escape')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await button('Close the list').click()
  await expect.element(beside()).not.toBeInTheDocument()
})

test('the next chart is drawn in the same place at its first view, without the bar and the zoom of the one before', async () => {
  await openFromList('HKEX:0135')
  await expect.element(beside().getByRole('status')).toMatchTextContent('2 of 4')
  await settled()
  const first = seen()
  const place = chart().element()
  focus(chart())
  await press('+', '+', '+', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft')
  await settled()
  expect(seen().days).toBeLessThan(first.days * 0.8)
  await expect.element(chart()).toHaveFocus()

  await press('Alt+ArrowDown')
  await expect.element(chart()).toHaveAccessibleName(/0372/)
  await settled()
  expect(chart().element()).toBe(place)
  await expect.element(chart()).toHaveFocus()
  expect(seen()).toMatchObject({ days: first.days, to: first.to })
  expect([seen().low, seen().high]).not.toEqual([first.low, first.high])

  await press('Alt+ArrowUp')
  await expect.element(chart()).toHaveAccessibleName(/0135/)
  await settled()
  expect(seen()).toEqual(first)
})

const noted = { exchange: 'HKEX', stockCode: '0372', stockName: 'Kestrel 0372', stockNameZh: '', flag: null }

test('Alt and C flag the stock in the next colour, and Alt and N write a note; both are shown in the list', async () => {
  const called = await openFromList('HKEX:0135', {
    answers: {
      'GET /stock-marks': () => ({ data: [{ ...noted, note: 'Results in May' }] }),
      'POST /stock-marks/HKEX/0135': () => ({}),
      'POST /stock-marks/HKEX/0372': () => ({}),
    },
  })
  const saved = () => called.flatMap(({ call, body }) => (call.startsWith('POST /stock-marks/') ? [body] : []))
  const row = (code: string) => beside().getByRole('listitem').filter({ hasText: code })
  await expect.element(row('0372').getByText('Has a note')).toBeInTheDocument()
  focus(chart())
  await press('Alt+c', 'Alt+c')
  await expect.element(row('0135').getByText('amber')).toBeInTheDocument()
  await expect.poll(saved).toEqual([{ flag: 'red' }, { flag: 'amber' }])

  await press('Alt+ArrowDown')
  await expect.element(beside().getByText('Results in May')).toBeVisible()
  await press('Alt+n')
  const dialog = page.getByRole('dialog', { name: 'Note on 0372 Kestrel 0372' })
  await expect.element(dialog.getByLabelText('Note')).toHaveValue('Results in May')
  await noViolations()
  await dialog.getByLabelText('Note').fill(' Results in June ')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(beside().getByText('Results in June')).toBeVisible()
  expect(saved().at(-1)).toEqual({ note: 'Results in June' })

  await beside().getByRole('combobox').selectOptions('Flagged and noted')
  expect(textsOf(beside().getByRole('listitem')).map(text => text.trim().slice(0, 4))).toEqual(['0135', '0372'])
})

test('a flag that the server refuses is taken back and the reason is shown', async () => {
  await openFromList('HKEX:0135', {
    answers: {
      'POST /stock-marks/HKEX/0135': () => ({ status: 400, errors: [{ message: 'You have flagged 500 stocks.' }] }),
    },
  })
  await button('Flag this stock (Alt + C)').click()
  expect(await alertSaid()).toBe('You have flagged 500 stocks.')
  await expect.element(button('Flag this stock (Alt + C)')).toBeVisible()
})

test('without the right to watchlists there is no key for one, and flags wait until they are known', async () => {
  let answer = () => {}
  const answered = new Promise<{ data: [] }>(resolve => {
    answer = () => resolve({ data: [] })
  })
  await openFromList('HKEX:0135', { answers: { 'GET /stock-marks': () => answered } })
  await expect.element(beside().getByRole('status')).toMatchTextContent('2 of 4')
  await expect.element(button(/^Flag/)).not.toBeInTheDocument()
  await expect.element(button(/watchlist/)).not.toBeInTheDocument()
  focus(chart())
  await press('Alt+c', 'Alt+n', 'Alt+p')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  answer()
  await expect.element(button('Flag this stock (Alt + C)')).toBeVisible()
})
