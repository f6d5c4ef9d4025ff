import { type User, user } from '@finlist/contract/account/account'
import { type AlertTrial, tryAlert } from '@finlist/contract/alerts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answerCalls } from '../../../test/network-edge.ts'
import { doubleText, forget, looks, noViolations, show, sticksOut } from '../../../test/show.tsx'
import { callQuery, queryClient } from '../../api/query-client.ts'
import SetAlert from './set-alert.tsx'

type Look = Parameters<typeof show>[1]

const stock = { stockCode: '0700', stockName: 'Kestrel Holdings', stockNameZh: '紅隼控股' }
const trial: AlertTrial = {
  days: 246,
  from: '2025-07-21',
  to: '2026-07-17',
  count: 4,
  fired: [
    { date: '2026-06-02', figure: 321.4, unconfirmed: false },
    { date: '2026-03-11', figure: 324, unconfirmed: true },
  ],
  current: 307.2,
  distance: 4.1667,
  isTrue: false,
}
type Asked = { kind: string; value?: number }

async function showDialog(answer: (asked: Asked) => object, look: Look = {}, start: object = { value: 320 }) {
  const sent = answerCalls({
    'POST /alerts/try': body => answer(body as Asked),
    'GET /tvchart/search': () => ({ data: [] }),
  })
  queryClient.setQueryData(callQuery(user).queryKey, { rights: ['signed-in'] } as User)
  await show(
    <>
      <h1>Chart</h1>
      <SetAlert start={{ exchange: 'HKEX', stock, ...start }} onClose={() => undefined} />
    </>,
    { texts: ['alerts', 'watchlist'], ...look },
  )
  return () => sent.filter(({ call }) => call === 'POST /alerts/try').map(({ body }) => body)
}
const shown = (en = true) => page.getByRole('region', { name: en ? 'Before you set it' : '設定前參考' })

for (const look of looks)
  test(`the dialog shows where the stock is and when the alert would have triggered, in ${look.language}`, async () => {
    const en = look.language === 'en'
    await showDialog(() => ({ data: trial }), look)
    await expect
      .element(shown(en))
      .toMatchTextContent(
        en
          ? /Last close: HKD 307\.20 \(17 Jul 2026\)The price has to rise 4\.17% to reach this level\.Would have triggered 4 times in the last year/
          : /最近收市價：HKD 307\.20（2026年7月17日）股價尚需上升 4\.17% 才到達此價。過去一年會觸發 4 次/,
      )
    await expect.element(page.getByText('321.40')).not.toBeVisible()
    await shown(en)
      .getByText(en ? /4 times/ : /4 次/)
      .click()
    const days = page.getByRole('list', { name: en ? /^Days/ : /日子/ })
    await expect
      .element(days)
      .toMatchTextContent(
        en
          ? /2 Jun 2026321\.4011 Mar 2026324\.00; an unconfirmed move.*and 2 earlier days/
          : /2026年6月2日321\.402026年3月11日324\.00；變動未核實.*較早的 2 日/,
      )
    await noViolations()
    await showDialog(() => ({ data: trial }), { ...look, screen: 'phone' })
    await expect.element(shown(en)).toBeVisible()
    expect(sticksOut()).toEqual([])
    await showDialog(() => ({ data: trial }), { ...look, screen: 'narrow' })
    await shown(en)
      .getByText(en ? /4 times/ : /4 次/)
      .click()
    doubleText()
    expect(sticksOut()).toEqual([])
  })

test('typing asks once it stops, waits with placeholders, and leaves everything below where it is', async () => {
  let answer: (() => void) | undefined
  const asked = await showDialog(async ({ value }) => {
    if (value === 330) await new Promise<void>(done => (answer = done))
    return { data: value === undefined ? { ...trial, count: 0, fired: [], distance: null } : { ...trial, isTrue: value === 300 } }
  }, {}, {}) // biome-ignore format: short
  await expect.element(shown()).toMatchTextContent(/307\.20.*Enter a value to see/)
  const button = page.getByRole('button', { name: 'Set the alert' })
  const top = () => button.element().getBoundingClientRect().top
  const before = top()
  const value = page.getByLabelText('Price (HKD)')
  for (const typed of ['3', '33', '330']) await value.fill(typed)
  await expect.poll(() => shown().element().querySelectorAll('[data-waiting]').length).toBe(3)
  expect(top()).toBe(before)
  await expect.poll(() => answer).toBeDefined()
  expect(top()).toBe(before)
  answer!()
  await expect.element(shown()).toMatchTextContent(/4 times/)
  expect(top()).toBe(before)
  expect(asked().map(body => (body as Asked).value)).toEqual([undefined, 330])
  await value.fill('300')
  await expect.element(shown()).toMatchTextContent(/already there.*when it rises to this level again from below/)
  expect(top()).toBe(before)
  for (const wrong of ['-1', '1.23456', '2000000000']) {
    await value.fill(wrong)
    await expect.element(shown()).toMatchTextContent(/Enter a value/)
  }
  expect(asked()).toHaveLength(3)
})

test('each kind says in its own unit how far the stock is, and a recently listed stock since when it was counted', async () => {
  const answers: Record<string, Partial<AlertTrial>> = {
    'price-below': { current: 307.2, distance: -2.3438 },
    move: { current: -3.2, distance: 1.8, count: 1, from: '2026-05-04' },
    volume: { current: 6, distance: -1, isTrue: true, count: 0, fired: [], from: '2026-05-04' },
  }
  await showDialog(({ kind }) => ({ data: { ...trial, ...answers[kind] } }))
  const choose = (kind: string) => page.getByRole('combobox', { name: 'Alert type' }).selectOptions(kind)
  await choose('price-below')
  await expect.element(shown()).toMatchTextContent('The price has to fall 2.34% to reach this level.')
  await choose('move')
  await page.getByLabelText('Move in percent').fill('5')
  await expect
    .element(shown())
    .toMatchTextContent(/Last move: -3\.20%.*1\.8 percentage points less.*triggered 1 time since 4 May 2026/)
  await choose('volume')
  await page.getByLabelText('Times the average').fill('5')
  await expect
    .element(shown())
    .toMatchTextContent(/Last volume: 6 times.*would already have triggered.*Would not have triggered since 4 May 2026/)
})

test('an alert can be set although it could not be tried, and one that cannot be tried shows nothing', async () => {
  await showDialog(() => ({ status: 500, errors: [{ message: 'down' }] }))
  await expect.element(shown()).toMatchTextContent(/can’t be shown right now. You can still set it/)
  await expect.element(page.getByRole('button', { name: 'Set the alert' })).toBeEnabled()
  queryClient.setQueryData(callQuery(user).queryKey, { rights: ['signed-in', 'watchlist'] } as User)
  await page.getByRole('combobox', { name: 'Alert type' }).selectOptions('stop')
  await expect.element(shown()).not.toBeInTheDocument()
  await forget(tryAlert)
})
