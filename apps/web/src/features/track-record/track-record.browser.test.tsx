import {
  outcomeStates,
  type TrackedPick,
  type TrackFigures,
  type TrackRecord,
  type YoungPick,
} from '@finlist/contract/track-record'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answerCalls } from '../../../test/network-edge.ts'
import { looks, noViolations, show, sticksOut } from '../../../test/show.tsx'
import { queryClient } from '../../api/query-client.ts'
import { picksOf, recordOf, youngPicksOf } from './queries.ts'
import TrackRecordScreen from './TrackRecordScreen.tsx'

const none = Object.fromEntries(outcomeStates.map(state => [state, 0])) as TrackFigures['counts']
const interval = { count: 240, mean: 0.0043, low: -0.0061, high: 0.0147, p: 0.42 }
const figures: TrackFigures = {
  track: 'published',
  finding: { kind: 'no-evidence', mean: 0.0043, low: -0.0061, high: 0.0147, cells: 3, p: 0.84 },
  all: interval,
  best: { ...interval, mean: 0.0061 },
  cells: [
    { by: 'year', name: '2026', filled: 240, interval },
    { by: 'base', name: 'CWH', filled: 130, interval: { ...interval, count: 130, mean: -0.012, low: -0.031 } },
    { by: 'base', name: 'FB', filled: 84, interval: null },
  ],
  counts: { ...none, waiting: 12, filled: 30, stop: 140, target: 60, time: 40, expired: 90, repeated: 210 },
  dots: Array.from({ length: 240 }, (_, at) => [at % 52, ((at * 97) % 700) - 350] as [number, number]),
  settled: 252,
  worstRun: 9,
  weeksUnder: 17,
  alone: 4,
  power: { now: 0.0143, afterFiveYears: 0.0064, picks: 4006, years: 16.7 },
}
const record: TrackRecord = {
  asAt: '2026-11-20',
  firstIssue: '2025-11-21',
  weeks: 53,
  issues: { method: 51, staff: 1 },
  versions: 1,
  costs: { buy: 0.0025, sell: 0.0025, spread: 0.0015 },
  corrected: { lists: 2, rows: 5 },
  widening: {
    factor: 1.62,
    cells: 54,
    held: 43,
    heldWidened: 52,
    worlds: 20,
    weeks: 53,
    countedAt: '2026-11-01T19:30:00.000Z',
  },
  reconstruction: null,
  tracks: [
    figures,
    {
      ...figures,
      track: 'vetoed',
      settled: 9,
      finding: { kind: 'too-few', filled: 7, wanted: 100 },
      all: null,
      best: null,
      cells: [],
      dots: [],
      power: null,
    },
  ],
}
const past: NonNullable<TrackRecord['reconstruction']> = {
  madeOn: '2026-11-25',
  method: 'finlist-1',
  first: '2025-06-06',
  last: '2025-11-14',
  weeks: 24,
  empty: 2,
  times: 3,
  gone: 5,
  historyFrom: '2026-07-01',
  figures: {
    ...figures,
    track: 'reconstructed',
    finding: { kind: 'better', mean: 0.031, low: 0.004, high: 0.058, cells: 4, p: 0.02 },
    dots: figures.dots.slice(0, 120),
  },
}
const pick: TrackedPick = {
  issueDate: '2026-07-17',
  stockCode: '00700',
  stockName: 'Harbour Electronics',
  stockNameZh: '海港電子',
  patternType: 'CWH',
  buyPoint: 52.35,
  state: 'stop',
  repeats: null,
  entryDate: '2026-07-21',
  entry: 52.35,
  exitDate: '2026-08-03',
  exit: 48.16,
  netWorst: -0.0863,
  netBest: -0.0863,
  marketReturn: -0.011,
  twins: 14,
  twinWorst: -0.0214,
}
const reconstructed = { ...pick, issueDate: '2025-08-01', stockCode: '01299' }
const picks = [
  pick,
  { ...pick, stockCode: '00005', state: 'target', netWorst: 0.1931, exit: 62.82, twins: 0, twinWorst: null } as const,
  {
    ...pick,
    stockCode: '00388',
    state: 'repeated',
    repeats: '2026-07-10',
    entry: null,
    exit: null,
    netWorst: null,
    twinWorst: null,
    marketReturn: null,
  } as const,
]

function known(answer = record) {
  queryClient.setQueryData(recordOf('HKEX').queryKey, answer)
  queryClient.setQueryData(picksOf('HKEX', 'reconstructed', 2025).queryKey, { young: 0, picks: [reconstructed] })
  queryClient.setQueryData(picksOf('HKEX', 'published', 2025).queryKey, { young: 0, picks: [] })
  for (const track of ['published', 'vetoed'] as const)
    queryClient.setQueryData(picksOf('HKEX', track, 2026).queryKey, { young: 31, picks })
}
const at = { path: '/track-record-hk', texts: ['track-record' as const] }

test.each(looks)(
  'the track record shows its conclusion first, then the figures behind it, in $language',
  async look => {
    known()
    await show(<TrackRecordScreen />, { ...at, ...look })
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
    const text = document.body.textContent
    expect(text).toMatch(/No proof of an advantage|沒有證據顯示有優勢/)
    expect(text).toMatch(
      /2 lists would differ now, in 5 rows; they stay as published|2份名單如今會有5行不同，紀錄維持不變/,
    )
    expect(text).not.toMatch(/\{\{|\bundefined\b|NaN/)
    expect(text).not.toMatch(
      /\b(buy now|sell now|recommend|guarantee|beat the market|will rise)\b|推薦|保證|必升|跑贏/i,
    )
    await noViolations()
  },
)

test.each([
  [
    'which simulations widen the intervals',
    record.widening,
    /1\.62 times as wide .* 20 random markets .* 53 weekly lists .* 54 margins, 43 .* 52 after .* 1 November 2026/,
  ],
  [
    'that none had to be widened',
    { ...record.widening!, factor: 1 },
    /Of 54 margins, 43 included zero, so the margins are not widened/,
  ],
  ['that simulations had too few picks', { ...record.widening!, factor: null }, /had too few picks to show/],
  ['that it was not counted', null, /which has not been done yet/],
])('the track record says %s', async (_, widening, text) => {
  known({ ...record, widening })
  await show(<TrackRecordScreen />, at)
  await expect.element(page.getByText(text)).toBeVisible()
})

test('if an edge is ruled out only because many figures were compared, the track record says so', async () => {
  const finding = { kind: 'no-evidence', mean: 0.02, low: 0.001, high: 0.04, cells: 6, p: 0.24 } as const
  known({ ...record, tracks: [{ ...figures, finding }] })
  await show(<TrackRecordScreen />, at)
  await expect
    .element(page.getByText(/No proof .* a probability of 0\.240, allowing for the 6 figures compared/))
    .toBeVisible()
})

test('the placeholder of the record fits a phone', async () => {
  let come = () => {}
  const answer = new Promise<{ data: TrackRecord }>(resolve => {
    come = () => resolve({ data: record })
  })
  answerCalls({ 'GET /track-record/HKEX': () => answer })
  known()
  queryClient.removeQueries({ queryKey: recordOf('HKEX').queryKey })
  await show(<TrackRecordScreen />, { ...at, screen: 'phone' })
  const waiting = () => document.querySelectorAll('[data-waiting]').length
  await expect.poll(waiting).toBeGreaterThan(2)
  expect(sticksOut()).toEqual([])
  come()
  await expect.poll(waiting).toBe(0)
})

test('with fewer than a hundred picks, the track record shows no mean', async () => {
  known()
  await show(<TrackRecordScreen />, at)
  await page.getByText('Taken out by staff').click()
  await expect.element(page.getByText(/9 picks are closed; 7 can be compared with similar stocks/)).toBeVisible()
  expect(document.body.textContent).not.toContain('No proof')
})

test('outcomes can be ordered from the worst or from the best', async () => {
  known()
  await show(<TrackRecordScreen />, at)
  const first = () => document.querySelectorAll('table')[1]!.rows[1]!.textContent
  await page.getByLabelText('Order').selectOptions('worst')
  await expect.poll(first).toContain('00700')
  await page.getByLabelText('Order').selectOptions('best')
  await expect.poll(first).toContain('00005')
})

test('outcomes can be limited to losses, to gains, or to picks that were not filled', async () => {
  known()
  await show(<TrackRecordScreen />, at)
  const kind = page.getByLabelText('Show', { exact: true })
  await expect.element(kind).toHaveTextContent('All (2)Losses (1)Gains (1)Never bought (0)')
  const rows = () => document.querySelectorAll('table')[1]!.textContent
  await kind.selectOptions('losses')
  await expect.poll(rows).toContain('00700')
  expect(rows()).not.toContain('00005')
  await kind.selectOptions('gains')
  await expect.poll(rows).toContain('00005')
  expect(rows()).not.toContain('00700')
  await kind.selectOptions('unfilled')
  await expect.element(page.getByText('No picks match this filter.')).toBeVisible()
})

const label = /[Rr]econstructed on 25 November 2026, not published at the time|於2026年11月25日重構，當時並未公佈/

test.each(looks)('a reconstruction is labelled as such in every heading, in $language', async look => {
  known({ ...record, reconstruction: past })
  await show(<TrackRecordScreen />, { ...at, ...look })
  const part = () => document.querySelector('section[aria-labelledby="past"]')!
  await expect.poll(part).toBeTruthy()
  expect(part().querySelector('p')!.textContent).toMatch(label)
  part().querySelector('summary')!.click()
  await expect.poll(() => part().querySelectorAll('table').length).toBe(2)
  const named = [...part().querySelectorAll('h2:not(#past), caption, ul[aria-label]')].map(
    element => element.getAttribute('aria-label') ?? element.textContent,
  )
  expect(named.length).toBeGreaterThan(5)
  for (const name of named) expect(name).toMatch(label)
  const outside = document.body.textContent.replace(part().textContent, '')
  expect(outside).not.toMatch(/reconstruct|重構/i)
  expect(outside).toMatch(/No proof of an advantage|沒有證據顯示有優勢/)
  await noViolations()
})

test('a reconstruction’s CSV file is labelled as such in its name and in every line', async () => {
  known({ ...record, reconstruction: past })
  await show(<TrackRecordScreen />, at)
  const part = () => document.querySelector('section[aria-labelledby="past"]')!
  await expect.poll(part).toBeTruthy()
  part().querySelector('summary')!.click()
  const files: { name: string; content: Promise<string> }[] = []
  const addresses = new Map<string, Blob>()
  const { createObjectURL } = URL
  URL.createObjectURL = blob => {
    const address = createObjectURL(blob)
    addresses.set(address, blob as Blob)
    return address
  }
  const { click } = HTMLAnchorElement.prototype
  HTMLAnchorElement.prototype.click = function () {
    files.push({ name: this.download, content: addresses.get(this.href)!.text() })
  }
  try {
    for (const button of page.getByRole('button', { name: 'CSV of all years' }).elements())
      (button as HTMLElement).click()
    await expect.poll(() => files.length).toBe(2)
  } finally {
    URL.createObjectURL = createObjectURL
    HTMLAnchorElement.prototype.click = click
  }
  const said = 'reconstructed on 25 November 2026, not published at the time'
  const apart = files.find(({ name }) => name === `HKEX, ${said}.csv`)!
  const [head, ...lines] = (await apart.content).trim().split('\n')
  expect(head).toMatch(/,note\r?$/)
  expect(lines).toHaveLength(1)
  for (const line of lines) expect(line).toContain(said)
  const live = files.find(({ name }) => name === 'track record HKEX published.csv')!
  expect(await live.content).not.toMatch(/reconstruct/i)
  expect((await live.content).trim().split('\n')).toHaveLength(4)
})

test('no outcome is shown without its control stocks, and no mean without its interval', async () => {
  known({ ...record, reconstruction: past })
  await show(<TrackRecordScreen />, at)
  const part = () => document.querySelector('section[aria-labelledby="past"]')!
  await expect.poll(part).toBeTruthy()
  part().querySelector('summary')!.click()
  const tables = () => [...document.querySelectorAll('table')]
  await expect.poll(() => tables().length).toBe(4)
  const read = tables().map(table => ({
    heads: [...table.querySelectorAll('thead th')].map(head => head.textContent.trim()),
    rows: [...table.querySelectorAll('tbody tr')].map(row => [...row.children].map(cell => cell.textContent)),
  }))
  const place = (heads: string[], name: string) => heads.findIndex(head => head.startsWith(name))
  const [ofPicks, ofMeans] = [true, false].map(has => read.filter(({ heads }) => place(heads, 'Net') >= 0 === has))
  const outcomes = ofPicks!.flatMap(({ heads, rows }) =>
    rows.map(row => [row[place(heads, 'Net')] !== '', row[place(heads, 'Similar stocks')] !== '']),
  )
  expect(outcomes.filter(([net]) => net)).toHaveLength(3)
  expect(outcomes.filter(([net, twins]) => net !== twins)).toEqual([])
  const means = ofMeans!.flatMap(({ rows }) => rows.map(row => row.at(-1)))
  expect(means).toHaveLength(8)
  for (const mean of means) expect(mean).toMatch(/^([+−][\d.]+ [+−][\d.]+ to [+−][\d.]+|fewer than 100 picks)/)
  for (const sentence of document.querySelectorAll('p.font-strong'))
    expect(sentence.textContent).toMatch(/lies between [+−][\d.]+ and [+−][\d.]+/)
})

test.each(looks)(
  'subscribers can open recent picks, with their distance to stop and target, in $language',
  async look => {
    known()
    const none = { price: null, percent: null }
    const young: YoungPick = {
      issueDate: '2026-11-13',
      stockCode: '00700',
      stockName: 'Harbour',
      stockNameZh: '海港',
      patternType: 'CWH',
      state: 'waiting',
      entryDate: null,
      entry: null,
      exitDate: null,
      exit: null,
      netWorst: null,
      close: 50,
      closeDate: '2026-11-20',
      buyPoint: { price: 52, percent: 4 },
      stop: none,
      target: none,
    }
    const held: YoungPick = {
      ...young,
      stockCode: '00005',
      state: 'filled',
      entryDate: '2026-11-16',
      entry: 48,
      netWorst: 0.03,
      buyPoint: none,
      stop: { price: 44.16, percent: -11.68 },
      target: { price: 57.6, percent: 15.2 },
    }
    queryClient.setQueryData(youngPicksOf('HKEX').queryKey, { asAt: '2026-11-20', picks: [young, held] })
    await show(<TrackRecordScreen />, { ...at, ...look })
    const list = () => document.querySelector('section[aria-label*="13"]')
    expect(list()).toBe(null)
    await page.getByRole('button', { name: /last 13 weeks|最近13週/ }).click()
    await expect.poll(() => list()?.textContent).toMatch(/52\.00.*\+?4/)
    expect(list()!.textContent).toMatch(/44\.16.*11\.68.*57\.60.*15\.20/)
    await noViolations()
  },
)

test('the track record of a market without picks says that there are none', async () => {
  known({ ...record, tracks: [] })
  await show(<TrackRecordScreen />, at)
  await expect.element(page.getByText(/have been tracked yet/)).toBeVisible()
})

test.each(looks)('the track record links to the feed of lists, in $language', async look => {
  known()
  await show(<TrackRecordScreen />, { ...at, ...look })
  const address = `/finlist.atom?lang=${look.language}`
  await expect.element(page.getByRole('link', { name: /Atom/ })).toHaveAttribute('href', address)
  const told = document.head.querySelector('link[rel=alternate][type="application/atom+xml"]')
  expect(told?.getAttribute('href')).toBe(address)
})

test('the track record is not cut off on a phone', async () => {
  known()
  await show(<TrackRecordScreen />, { ...at, screen: 'narrow' })
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(sticksOut()).toEqual([])
})
