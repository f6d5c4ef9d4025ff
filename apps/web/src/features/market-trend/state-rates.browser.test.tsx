import type { MarketStateRates } from '@finlist/contract/market-trend'
import { marketOf } from '@finlist/domain/markets'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { looks, noViolations, show, sticksOut } from '../../../test/show.tsx'
import { queryClient } from '../../api/query-client.ts'
import { stateRatesOf } from './queries.ts'
import StateRates from './StateRates.tsx'

type States = MarketStateRates['rates'][number]['states']
const more = { count: 90, mean: 0.0031, low: -0.0122, high: 0.0184, p: 1 }
const states: States = [
  { state: 'UPTREND', weeks: 210, mean: 0.0091, more },
  { state: 'DOWNTREND', weeks: 55, mean: -0.0012, more: { ...more, mean: -0.0072, low: -0.0301, high: 0.0144 } },
  { state: 'UNDER_PRESSURE', weeks: 31, mean: null, more: null },
  { state: 'RALLY_ATTEMPT', weeks: 104, mean: 0.0055, more },
]
const rates = (['short', 'long'] as const).flatMap(term =>
  ([4, 13] as const).map(ahead => ({ term, ahead, weeks: 400, mean: 0.006, states })),
)
const widening = { factor: 1.21, cells: 120, held: 104, heldWidened: 114 }
const counted: MarketStateRates = {
  countedAt: '2026-11-01T19:30:00.000Z',
  worlds: 20,
  widenings: [
    { ahead: 4, widening },
    { ahead: 13, widening: { ...widening, factor: 1.4 } },
  ],
  rates,
}
const market = marketOf('HKEX')
const at = { texts: ['state-rates' as const] }
const known = (answer: MarketStateRates | null) => queryClient.setQueryData(stateRatesOf('HKEX').queryKey, answer)
const withStates = (own: States) => ({ ...counted, rates: rates.map(rate => ({ ...rate, states: own })) })

test.each(looks)(
  'the market page shows what followed each state that the rule proposed, next to all weeks, in $language',
  async look => {
    known(counted)
    await show(
      <>
        <h1>{market.id}</h1>
        <h2>{market.index}</h2>
        <StateRates market={market} />
      </>,
      { ...at, ...look },
    )
    await expect
      .element(page.getByText(/has said nothing about the weeks that followed|至今未能分辨其後數週/))
      .toBeVisible()
    const text = document.body.textContent
    expect(text).toMatch(/\+0\.9/)
    expect(text).toMatch(/−1\.2 (to|至) ?\+1\.8|−1\.2至\+1\.8/)
    expect(text).toMatch(/1\.21/)
    expect(text).not.toMatch(/\{\{|\bundefined\b|NaN/)
    expect(text).not.toMatch(
      /\b(buy now|sell now|recommend|guarantee|beat the market|will rise)\b|推薦|保證|必升|跑贏/i,
    )
    await noViolations()
  },
)

test('a market state with too few known weeks has no mean', async () => {
  known(counted)
  await show(<StateRates market={market} />, at)
  await expect
    .element(page.getByRole('row', { name: /^Under pressure/ }).first())
    .toHaveTextContent('Under pressure31fewer than 52 weeksfewer than 52 weeks')
})

test('the market page says after which state the returns differed, and how many figures were compared', async () => {
  const apart = { ...more, mean: -0.031, low: -0.05, high: -0.01, p: 0.012 }
  known(withStates([states[0]!, { ...states[1]!, more: apart }, states[2]!, states[3]!]))
  await show(<StateRates market={market} />, at)
  const sentence =
    /After weeks in “Downtrend” \(Short term, by the rule\), the index did 3\.1 percentage points worse over the next 4 weeks/
  await expect.element(page.getByText(sentence)).toBeVisible()
  expect(document.body.textContent).toMatch(/a probability of 0\.012, allowing for the 12 figures compared/)
  expect(document.body.textContent).not.toContain('has said nothing')
})

test.each([
  [
    'too few weeks for any state',
    withStates(states.map(state => ({ ...state, mean: null, more: null }))),
    /too few weeks of prices/,
  ],
  ['nothing counted', null, /Not calculated yet/],
])('the market page has a message for %s', async (_, answer, text) => {
  known(answer)
  await show(<StateRates market={market} />, at)
  await expect.element(page.getByText(text)).toBeVisible()
  expect(document.body.textContent).not.toContain('has said nothing')
})

test('the returns after each state are not cut off on a phone', async () => {
  known(counted)
  await show(<StateRates market={market} />, { ...at, screen: 'narrow' })
  await expect.element(page.getByText(/has said nothing/)).toBeVisible()
  expect(sticksOut()).toEqual([])
})
