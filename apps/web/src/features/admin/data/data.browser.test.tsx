import type { MarketDay, MoveDecision, PriceDeletion, UnconfirmedMove } from '@finlist/contract/staff/data'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { doubleText, looks, noViolations, show, sticksOut } from '../../../../test/show.tsx'
import { DaysSection } from './DaysSection.tsx'
import { DeleteSection } from './DeleteSection.tsx'
import { MovesSection } from './MovesSection.tsx'

type Look = Parameters<typeof show>[1]

const days: MarketDay[] = [
  { date: '2026-07-17', stocks: 2, before: 2_612, held: true, releasedBy: '' },
  { date: '2026-07-16', stocks: 2_612, before: 2_610, held: false, releasedBy: '' },
  { date: '2026-07-15', stocks: 1_900, before: 2_609, held: false, releasedBy: 'Somebody Longname' },
]
const moves: UnconfirmedMove[] = [
  {
    stockCode: '0700',
    stockName: 'Kestrel International Holdings Limited',
    stockNameZh: '紅隼國際控股有限公司',
    date: '2026-07-17',
    previousClose: 645.57,
    close: 93.7,
    kind: 'split',
    volumeBefore: 21_400_000,
    volumeAfter: 148_000_000,
    likely: { numerator: 7, denominator: 1 },
    doubted: [],
    changes: ['list', 'ranks', 'people', 'charts'],
    bars: [
      { date: '2026-07-16', open: 640, high: 650, low: 630, close: 645.57, volume: 21_400_000 },
      { date: '2026-07-17', open: 92, high: 95, low: 91, close: 93.7, volume: 148_000_000 },
    ],
    actions: [
      { exDate: '2026-07-16', kind: 'dividend', numerator: null, denominator: null, amount: 2.4, currency: 'HKD' },
    ],
  },
  {
    stockCode: '0005',
    stockName: 'Wren',
    stockNameZh: '',
    date: '2026-07-10',
    previousClose: 3,
    close: 4_000,
    kind: 'spike',
    volumeBefore: null,
    volumeAfter: null,
    likely: null,
    doubted: [],
    changes: ['charts'],
    bars: [],
    actions: [],
  },
  {
    stockCode: '0017',
    stockName: 'Heron',
    stockNameZh: '',
    date: '2026-07-08',
    previousClose: 258,
    close: 258,
    kind: 'action',
    volumeBefore: null,
    volumeAfter: null,
    likely: null,
    doubted: [{ kind: 'dividend', numerator: null, denominator: null, amount: 5_000, currency: 'HKD' }],
    changes: ['charts'],
    bars: [],
    actions: [],
  },
  {
    stockCode: '0017',
    stockName: 'Heron',
    stockNameZh: '',
    date: '2026-07-08',
    previousClose: 2.58,
    close: 258,
    kind: 'unit',
    volumeBefore: 1_000_000,
    volumeAfter: 900_000,
    likely: null,
    doubted: [],
    changes: ['charts'],
    bars: [],
    actions: [],
  },
]

const deletion = { bars: 2_612, reason: 'a public holiday that nobody told us of beforehand', by: 'Somebody Longname' }
const deletions: PriceDeletion[] = [
  { ...deletion, deletionId: 2, stockCode: null, date: '2026-07-01', at: '2026-07-02T01:00:00Z', restoredBy: null },
  { ...deletion, deletionId: 1, stockCode: '0700', date: null, at: '2026-07-01T01:00:00Z', restoredBy: 'Else' },
]

const decided = { stockName: 'Heron', stockNameZh: '', by: 'Somebody Longname', at: '2026-07-18T01:00:00Z' } as const
const decisions: MoveDecision[] = [
  { ...decided, stockCode: '0017', date: '2020-06-10', kind: 'split', decision: 'action' },
  { ...decided, stockCode: '0016', date: '2019-01-02', kind: 'unit', decision: 'right' },
  { ...decided, stockCode: '0016', date: '2019-01-02', kind: 'action', decision: 'right' },
]

const shown = (look: Look) =>
  show(
    <>
      <h1>Data</h1>
      <MovesSection
        exchange="HKEX"
        market={{ moves, movesInAll: 140, decisions, search: { searched: 1_200, stocks: 2_612 } }}
      />
      <DaysSection exchange="HKEX" days={days} />
      <DeleteSection exchange="HKEX" deletions={deletions} />
    </>,
    { texts: ['admin'], ...look },
  )

for (const look of looks)
  for (const screen of ['desktop', 'phone'] as const)
    test(`the Data page has no overflow and no accessibility violations: ${look.language}, ${look.theme}, ${screen}`, async () => {
      await shown({ ...look, screen })
      await expect.element(page.getByRole('table')).toBeVisible()
      expect(sticksOut()).toEqual([])
      await noViolations()
    })

test('nothing on the Data page is cut off at 320 px and twice the text size', async () => {
  await shown({ screen: 'narrow' })
  doubleText()
  expect(sticksOut()).toEqual([])
})

test('staff can release a single quarantined day, and record a price move as the split that it resembles or as another one', async () => {
  await shown({})
  await expect.element(page.getByText('Released by Somebody Longname')).toBeVisible()
  expect(page.getByRole('button', { name: /^Release / }).elements()).toHaveLength(1)
  await expect.element(page.getByText('1–4 of 140, largest changes first')).toBeVisible()
  const record = page.getByRole('button', { name: /^Record as/ })
  expect(record.elements().map(button => button.textContent)).toEqual(['Record as 7 for 1'])
  await page.getByRole('button', { name: 'Another ratio… for 0005 on 10 Jul 2026' }).click()
  await expect.element(page.getByLabelText('New shares')).toBeVisible()
})

test('a corporate action that contradicts the prices can be recorded as reported or left out, but not recorded as another split', async () => {
  await shown({})
  await expect.element(page.getByText('Reported dividend of 5000 HKD contradicts the prices')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Record it: 0017 on 8 Jul 2026' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Leave it out: 0017 on 8 Jul 2026' })).toBeVisible()
  const reported = page.getByRole('listitem').filter({ hasText: 'Reported dividend of 5000 HKD' })
  expect(reported.getByRole('button', { name: /0017 on 8 Jul 2026/ }).elements()).toHaveLength(3)
})

test('for prices in another unit, the page offers to load them again or to confirm them, but suggests no consolidation', async () => {
  await shown({})
  const unit = page.getByRole('listitem').filter({ hasText: 'different unit?' })
  await expect
    .element(unit.getByRole('link', { name: 'Load prices' }))
    .toHaveAttribute('href', '/admin/upload?form=prices')
  expect(
    unit
      .getByRole('button')
      .elements()
      .map(button => button.textContent),
  ).toEqual(['Evidence', 'Confirm', 'Another ratio…'])
})

test('two doubts about a stock’s day are decided and undone separately, by buttons with different names', async () => {
  await shown({})
  const moves = page.getByRole('list', { name: 'Unconfirmed moves' })
  await expect.element(moves).toBeVisible()
  const decisionList = page.getByRole('list', { name: 'Your team’s decisions' })
  expect(
    decisionList
      .getByRole('listitem')
      .filter({ hasText: '0016' })
      .elements()
      .map(one => [/Confirmed as correct|Left out/.exec(one.textContent)?.[0], one.querySelector('button')?.ariaLabel]),
  ).toEqual([
    ['Confirmed as correct', 'Undo: 0016 on 2 Jan 2019'],
    ['Left out', 'Undo for the reported action: 0016 on 2 Jan 2019'],
  ])
  const names = moves
    .getByRole('button')
    .elements()
    .map(button => button.ariaLabel)
  expect(new Set(names).size).toBe(names.length)
})

test('a doubt says which screens it affects, and shows the bars around it and the recorded actions', async () => {
  await shown({})
  const list = page.getByRole('list', { name: 'Unconfirmed moves' })
  await expect.element(list).toBeVisible()
  const [first, second] = list.getByRole('listitem').elements()
  expect(first!.textContent).toMatch(/In the list.*Ranks and market breadth.*Watchlists or alerts/)
  expect(first!.textContent).not.toContain('Chart only')
  expect(second!.textContent).toContain('Chart only')
  await page.getByRole('button', { name: 'Evidence: 0700 on 17 Jul 2026' }).click()
  const table = page.getByRole('table', { name: 'Evidence: 0700 on 17 Jul 2026' })
  await expect.element(table).toMatchTextContent('16 Jul 2026')
  await expect.element(table).toMatchTextContent('148.00M')
  await expect.element(page.getByText('16 Jul 2026: dividend, 2.4 HKD a share')).toBeVisible()
  await noViolations()
})

test('prices are deleted only after a scope and a reason are entered and confirmed', async () => {
  await shown({})
  const remove = page.getByRole('button', { name: 'Delete prices' })
  await page.getByLabelText('Reason').fill('of another market')
  await remove.click()
  await expect.element(page.getByText('Enter a day, a stock or both.')).toBeVisible()
  await page.getByLabelText('Stock code').fill('0700')
  await remove.click()
  await expect.element(page.getByText('All prices of 0700')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(page.getByLabelText('Reason')).toHaveValue('of another market')
})

test('deletions of prices are listed with who, when and why, and each can be undone once', async () => {
  await shown({})
  const list = page.getByRole('list', { name: 'Deleted prices' })
  await expect.element(list).toMatchTextContent('All prices of 1 Jul 2026 · 2612 bars deleted')
  await expect
    .element(list)
    .toMatchTextContent('Somebody Longname · a public holiday that nobody told us of beforehand')
  const buttons = list.getByRole('button').elements()
  expect(buttons.map(button => button.ariaLabel)).toEqual(['Restore: All prices of 1 Jul 2026'])
  await expect.element(list).toMatchTextContent('Restored by Else')
})
