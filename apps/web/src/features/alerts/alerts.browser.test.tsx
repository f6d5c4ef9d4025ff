import { type User, user } from '@finlist/contract/account/account'
import { type Alert, alertFirings, alerts } from '@finlist/contract/alerts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answerCalls } from '../../../test/network-edge.ts'
import { addressNow, doubleText, looks, noViolations, show, sticksOut } from '../../../test/show.tsx'
import { callQuery, queryClient } from '../../api/query-client.ts'
import { leaving } from '../../components/leaving.ts'
import AlertsScreen from './AlertsScreen.tsx'

type Look = Parameters<typeof show>[1]

const alert = (alertId: number, facts: Partial<Alert> = {}): Alert => ({
  alertId,
  kind: 'price-above',
  exchange: 'HKEX',
  stockCode: '0700',
  stockName: 'Kestrel Holdings',
  stockNameZh: '紅隼控股',
  value: 320,
  paused: false,
  asleep: false,
  createdAt: '2026-07-01T02:00:00.000Z',
  firedAt: null,
  ...facts,
})
const some = [
  alert(1, { firedAt: '2026-07-17T08:30:00.000Z' }),
  alert(2, { kind: 'buy-point', stockCode: null, stockName: '', stockNameZh: '', value: null, asleep: true }),
  alert(3, { kind: 'move', exchange: 'US', stockCode: 'KES', value: 5, paused: true }),
]
const me = { rights: ['signed-in', 'watchlist', 'finlist:HKEX', 'profit-alerts'] } as User

async function showAlerts(list: Alert[], look: Look = {}, most = 5, person = me) {
  queryClient.setQueryData(callQuery(alerts).queryKey, { alerts: list, most })
  queryClient.setQueryData(callQuery(user).queryKey, person)
  await show(<AlertsScreen />, { path: '/alerts', texts: ['alerts', 'watchlist'], ...look })
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
}
const row = (text: string) => page.getByRole('listitem').filter({ hasText: text })
const dialog = () => page.getByRole('dialog')

for (const look of looks)
  test(`alerts are listed by market and kind with the times they fired, and nothing overflows, in ${look.language}`, async () => {
    const en = look.language === 'en'
    queryClient.setQueryData(callQuery(alertFirings, { params: { alertId: 1 } }).queryKey, [
      {
        at: '2026-07-17T08:30:00.000Z',
        stockCode: '0700',
        seen: '2026-07-17',
        bar: { open: 318, high: 321.4, low: 316, close: 320.2, volume: 21_300_000, unconfirmed: false },
      },
      { at: '2026-07-16T08:30:00.000Z', stockCode: '0700', seen: '2026-07-16 14:30', bar: null },
      { at: '2026-07-15T08:30:00.000Z', stockCode: null, seen: 'short 2026-07-15 UPTREND', bar: null },
    ])
    await showAlerts(some, look)
    const heads = page.getByRole('heading', { level: 2 }).elements()
    expect(heads.map(head => head.textContent)).toEqual(en ? ['Hong Kong', 'US'] : ['香港', '美國'])
    await expect.element(row(en ? 'Price at or above HKD 320.00' : '股價達到或高於 HKD 320.00')).toBeVisible()
    await expect
      .element(row(en ? 'A pick passes its buy point' : '名單股份升越買入點位'))
      .toMatchTextContent(en ? /On hold.*resumes automatically/ : /休眠中.*自動恢復/)
    await page.getByRole('button', { name: en ? /last triggered/ : /最近一次/ }).click()
    await expect
      .element(row('0700'))
      .toMatchTextContent(
        en ? /17 Jul 2026 open 318\.00, high 321\.40.*volume 21\.30M/ : /最高 321\.40.*成交量 2,130\.00萬/,
      )
    await expect
      .element(row('0700'))
      .toMatchTextContent(en ? /16 Jul 2026 14:30 15 Jul 2026 Pause/ : /2026年7月16日 14:30 2026年7月15日 暫停/)
    await noViolations()
    await showAlerts(some, { ...look, screen: 'phone' })
    expect(sticksOut()).toEqual([])
    await showAlerts(some, { ...look, screen: 'narrow' })
    doubleText()
    expect(sticksOut()).toEqual([])
  })

test('an alert can be paused, deleted and restored by keyboard', async () => {
  let list = [...some]
  const sent = answerCalls({
    'POST /alerts/1': () => ({ data: { ...some[0], paused: true } }),
    'POST /alerts/1/delete': () => {
      list = list.slice(1)
      return {}
    },
    'POST /alerts/1/restore': () => {
      list = [{ ...some[0]!, paused: true }, ...list]
      return { data: list[0] }
    },
    'GET /alerts': () => ({ data: { alerts: list, most: 5 } }),
  })
  await showAlerts(some)
  await expect.element(page.getByText('3 of 5 alerts set')).toBeVisible()
  const menu = page.getByRole('button', { name: /^Actions: 0700/ })
  ;(menu.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await page.getByRole('menuitem', { name: 'Pause' }).click()
  await expect.element(row('0700')).toMatchTextContent('Paused')
  ;(menu.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('menuitem', { name: 'Delete' })).toBeVisible()
  await userEvent.keyboard('{End}{Enter}')
  await expect.element(page.getByText('2 of 5 alerts set')).toBeVisible()
  const undo = page.getByRole('button', { name: 'Undo' })
  await expect.element(undo).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('3 of 5 alerts set')).toBeVisible()
  expect(undo.elements()).toEqual([])
  await expect.element(row('0700')).toMatchTextContent(/Paused.*last triggered/)
  expect(sent.filter(({ call }) => call.startsWith('POST'))).toEqual([
    { call: 'POST /alerts/1', body: { paused: true } },
    { call: 'POST /alerts/1/delete', body: {} },
    { call: 'POST /alerts/1/restore', body: {} },
  ])
})

test('a user without alerts opens the form from an example; missing or invalid values are reported at their fields', async () => {
  const sent = answerCalls({
    'POST /alerts': () => ({
      status: 400,
      errors: [{ message: 'You already have this alert.', field: 'stockCode' } as never],
    }),
    'GET /tvchart/search': () => ({ data: [] }),
    'GET /alerts': () => ({ data: { alerts: [], most: 5 } }),
  })
  await showAlerts([])
  await expect.element(page.getByText('No alerts yet')).toBeVisible()
  await noViolations()
  await page.getByRole('button', { name: 'Price at or above' }).click()
  await expect.element(dialog()).toBeVisible()
  await page.getByRole('button', { name: 'Set the alert' }).click()
  await expect.element(dialog()).toMatchTextContent(/Please pick a stock.*Please enter a price/)
  await noViolations()
  for (const [typed, said] of [
    ['0', /above 0|0/],
    ['-3', /0/],
    ['2000000000', /1000000000|1,000,000,000/],
    ['1.23456', /4 decimal/],
  ] as const) {
    await page.getByLabelText('Price (HKD)').fill(typed)
    await expect.element(page.getByLabelText('Price (HKD)')).toHaveAttribute('aria-invalid', 'true')
    await expect.element(dialog()).toMatchTextContent(said)
  }
  expect(sent.filter(({ call }) => call === 'POST /alerts')).toEqual([])
})

test('the alert form has only the fields that the chosen type needs, and says which types the plan does not include', async () => {
  const sent = answerCalls({
    'POST /alerts': body => ({ data: { ...alert(4), ...(body as object), value: null } }),
    'GET /alerts': () => ({ data: { alerts: [], most: 5 } }),
  })
  await showAlerts([])
  await page.getByRole('button', { name: 'Set an alert' }).click()
  const kind = page.getByRole('combobox', { name: 'Alert type' })
  await kind.selectOptions('issue')
  expect(page.getByRole('searchbox').elements()).toEqual([])
  expect(page.getByRole('spinbutton').elements()).toEqual([])
  await page.getByRole('combobox', { name: 'Market' }).selectOptions('JP')
  await expect.element(dialog()).toMatchTextContent('Your plan doesn’t include this alert.')
  await page.getByRole('combobox', { name: 'Market' }).selectOptions('HKEX')
  await expect.element(dialog()).not.toMatchTextContent('Your plan doesn’t include')
  await kind.selectOptions('profit-alert')
  expect(page.getByRole('combobox', { name: 'Market' }).element().children).toHaveLength(1)
  await kind.selectOptions('stop')
  await page.getByRole('button', { name: 'Set the alert' }).click()
  await expect
    .poll(() => sent.filter(({ call }) => call === 'POST /alerts'))
    .toEqual([{ call: 'POST /alerts', body: { kind: 'stop', exchange: 'HKEX' } }])
  await expect.poll(() => dialog().elements()).toEqual([])
})

test('a free account is offered the alerts that it may set, and a link to the plans for the others', async () => {
  await showAlerts([], {}, 5, { rights: ['signed-in'] } as User)
  const examples = page.getByText('For instance').element().parentElement!.querySelectorAll('button')
  expect([...examples].map(({ textContent }) => textContent)).toEqual([
    'Price at or above',
    'Percent move in a day',
    'Volume against its average',
  ])
  await page.getByRole('button', { name: 'Set an alert' }).click()
  const kinds = page.getByRole('combobox', { name: 'Alert type' }).getByRole('option').elements()
  expect(kinds.map(option => (option as HTMLOptionElement).value)).toEqual([
    'price-above', 'price-below', 'move', 'volume',
  ]) // biome-ignore format: a list
  await expect.element(dialog()).toMatchTextContent('A plan gives you more types of alert. See the plans')
  await dialog().getByRole('link', { name: 'See the plans' }).click()
  await expect.poll(addressNow).toBe('/subscribe')
})

test('the alert form asks before Escape, a reload or a sign-out discards its input; an untouched form closes immediately', async () => {
  answerCalls({ 'GET /tvchart/search': () => ({ data: [] }) })
  await showAlerts([])
  const open = () => page.getByRole('button', { name: 'Set an alert' }).click()
  const isAskedOnReload = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }))
  await open()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog()).not.toBeInTheDocument()
  expect(isAskedOnReload()).toBe(false)
  await open()
  await page.getByLabelText('Price (HKD)').fill('320')
  expect(isAskedOnReload()).toBe(true)
  const question = page.getByRole('alertdialog', { name: 'Leave this page?' })
  let hasLeft = false
  leaving(() => (hasLeft = true))
  await question.getByRole('button', { name: 'Stay' }).click()
  expect(hasLeft).toBe(false)
  ;(page.getByLabelText('Price (HKD)').element() as HTMLElement).focus()
  await userEvent.keyboard('{Escape}')
  await question.getByRole('button', { name: 'Stay' }).click()
  await expect.element(page.getByLabelText('Price (HKD)')).toHaveValue(320)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect.element(dialog()).not.toBeInTheDocument()
})
