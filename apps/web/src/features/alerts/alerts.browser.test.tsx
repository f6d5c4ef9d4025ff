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
  once: false,
  doneAt: null,
  expiresOn: null,
  ended: false,
  note: '',
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

const over = [
  alert(5, { once: true, doneAt: '2026-07-17T08:30:00.000Z', note: 'Half of it', firedAt: '2026-07-17T08:30:00.000Z' }),
  alert(4, { kind: 'issue', stockCode: null, value: null, stockName: '', expiresOn: '2026-07-10', ended: true }),
  alert(3, { kind: 'price-below', value: 290, expiresOn: '2026-12-31' }),
]

for (const look of looks)
  test(`alerts that are done or have ended say so, next to their end and note, in ${look.language}`, async () => {
    const en = look.language === 'en'
    await showAlerts(over, { ...look, screen: 'phone' })
    await expect
      .element(row(en ? 'Price at or above' : '股價達到或高於'))
      .toMatchTextContent(
        en ? /Done.*Half of it.*triggers once.*Set again/ : /已完成.*Half of it.*只提示一次.*再次設定/,
      )
    await expect
      .element(row(en ? 'A new list is published' : '新一期名單發布'))
      .toMatchTextContent(en ? /Ended.*until 10 Jul 2026.*Set again/ : /已到期.*至 2026年7月10日.*再次設定/)
    await expect.element(row('290')).toMatchTextContent(en ? /until 31 Dec 2026Pause/ : /至 2026年12月31日暫停/)
    expect(sticksOut()).toEqual([])
    await noViolations()
  })

test('an alert that is done is set again in one step, and one that has ended by a later end date', async () => {
  const sent = answerCalls({
    'POST /alerts/5': () => ({ data: { ...over[0], doneAt: null } }),
    'POST /alerts/4': () => ({ data: { ...over[1], expiresOn: '2026-12-31', ended: false } }),
    'GET /alerts': () => ({ data: { alerts: over, most: 5 } }),
  })
  await showAlerts(over)
  await page.getByRole('button', { name: /^Set again 0700/ }).click()
  await expect.element(row('Half of it')).not.toMatchTextContent('Done')
  await page.getByRole('button', { name: /^Set again A new list/ }).click()
  await expect.element(page.getByRole('dialog', { name: 'Change the alert' })).toBeVisible()
  await noViolations()
  await page.getByLabelText('End date (optional)').fill('2026-12-31')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.element(dialog()).not.toBeInTheDocument()
  expect(sent.filter(({ call }) => call.startsWith('POST'))).toEqual([
    { call: 'POST /alerts/5', body: { paused: false } },
    { call: 'POST /alerts/4', body: { expiresOn: '2026-12-31' } },
  ])
})

test('an alert is set to trigger once, with an end and a note; a change of the note sends nothing else', async () => {
  const sent = answerCalls({
    'POST /alerts': () => ({ status: 400, errors: [{ message: 'Too early.', field: 'expiresOn' } as never] }),
    'POST /alerts/3': () => ({ data: over[2] }),
    'POST /alerts/try': () => ({ data: untried }),
    'GET /alerts': () => ({ data: { alerts: over, most: 5 } }),
  })
  await showAlerts(over)
  await page.getByRole('button', { name: 'Set an alert' }).click()
  await page.getByRole('combobox', { name: 'Alert type' }).selectOptions('stop')
  await expect.element(page.getByLabelText('Note (optional)')).not.toBeVisible()
  await page.getByText('Repeat, end date and note').click()
  await page.getByRole('radio', { name: 'Once' }).click({ force: true })
  await page.getByLabelText('End date (optional)').fill('2020-01-01')
  await page.getByLabelText('Note (optional)').fill(' Ask why ')
  await page.getByText('Repeat, end date and note').click()
  await page.getByRole('button', { name: 'Set the alert' }).click()
  await expect.element(page.getByLabelText('End date (optional)')).toHaveFocus()
  await expect.element(dialog()).toMatchTextContent('Too early.')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click()
  await page.getByRole('button', { name: /^Actions: 0700.*290/ }).click()
  await page.getByRole('menuitem', { name: 'Change' }).click()
  await page.getByLabelText('Note (optional)').fill('Support')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.element(dialog()).not.toBeInTheDocument()
  expect(sent.filter(({ call }) => call.startsWith('POST') && !call.endsWith('try'))).toEqual([
    {
      call: 'POST /alerts',
      body: { kind: 'stop', exchange: 'HKEX', once: true, expiresOn: '2020-01-01', note: 'Ask why' },
    },
    { call: 'POST /alerts/3', body: { note: 'Support' } },
  ])
})

/** The trial of an alert on a stock without prices. */
const untried = { days: 0, from: null, to: null, count: 0, fired: [], current: null, distance: null, isTrue: false }
