import type { PickOutlook } from '@finlist/contract/learning/outlook'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { looks, noViolations, show, sticksOut } from '../../../../test/show.tsx'
import OutlookOfPick from './OutlookOfPick.tsx'

const whole = 1_048_576
const id = 'ab'.repeat(32)

const byLevel: PickOutlook = {
  by: 'level',
  target: 214,
  stop: 478,
  chance: { target: 207, stop: 530 },
  level: 214,
  band: { low: 152, high: 266 },
  model: { id, until: '2026-07-10', test: { weeks: 140, error: 120 } },
  parts: { chance: -1.34 * whole, level: 0.04 * whole, effects: [], rest: 0 },
  change: { target: 206, chance: 0.01 * whole, level: 0.04 * whole, effects: [], rest: 0 },
}
const learned: PickOutlook = {
  ...byLevel,
  by: 'learned',
  target: 263,
  parts: {
    chance: -1.34 * whole,
    level: 0.04 * whole,
    effects: [
      { name: 'rank', over: 91, upTo: null, points: 0.2 * whole },
      { name: 'volume-10-50', over: null, upTo: 0.82, points: 0.09 * whole },
      { name: 'base-depth', over: 121, upTo: 250, points: -0.05 * whole },
      { name: 'rank-change-13', over: null, upTo: null, points: 0.01 * whole },
    ],
    rest: 0.02 * whole,
  },
}
const byChance: PickOutlook = {
  ...byLevel,
  by: 'chance',
  target: 207,
  stop: 530,
  level: 207,
  band: null,
  model: null,
  parts: null,
  change: null,
}
const rough: PickOutlook = { ...byLevel, model: { id, until: '2026-07-10', test: { weeks: 140, error: 612 } } }
const untested: PickOutlook = { ...byLevel, band: null, model: { id, until: '2026-07-10', test: null } }

async function open(outlook: PickOutlook, look: Parameters<typeof show>[1] = {}) {
  const panel = (
    <>
      <h1>Pick</h1>
      <h2>Reasons</h2>
      <OutlookOfPick outlook={outlook} />
    </>
  )
  await show(panel, { texts: ['outlook', 'finlist', 'stock'], ...look })
  await expect.poll(() => document.querySelector('section')).not.toBeNull()
}
const text = () => document.querySelector('section')!.textContent!.replaceAll(/\s+/g, ' ')
const squares = (kind: string) => document.querySelectorAll(`figure > svg > rect.${kind}`).length

test('an outlook states the outcomes of 100 such stocks next to what chance gives, in words and in squares', async () => {
  await open(byLevel)
  expect(text()).toContain(
    'Of 100 stocks that move as much as this one, about 21 gained 20% within 13 weeks before losing 8%. About 48 lost 8% first, and 31 did neither.',
  )
  expect(text()).toContain('If prices moved at random, it would be 21.')
  expect(text()).toContain('by the market’s past years, it would be between 15 and 27')
  expect(text()).toContain(
    'On 140 weeks that the forecast had not seen, it was 1.2 in 100 away from what happened, on average.',
  )
  expect(text()).toContain('It cannot tell which of them will gain.')
  expect(document.querySelectorAll('figure > svg > rect')).toHaveLength(100)
  expect([squares('fill-ink'), squares('fill-none'), squares('fill-line')]).toEqual([21, 48, 31])
})

test('an outlook by a learned forecast names the market’s level, and the parts that the number is the sum of', async () => {
  await open(learned)
  expect(text()).toContain('The market’s average for such stocks is 21. The model says 26, and on 140 test weeks')
  await page.getByText('How the number is made').first().click()
  const rows = [...document.querySelectorAll('details[open] table tr')].map(row =>
    [...row.children].map(cell => cell.textContent!.trim()),
  )
  expect(rows).toEqual([
    ['Part', 'Points'],
    ['How much the stock moves', '−1.34'],
    ['The market’s average', '+0.04'],
    ['Strength rank: over 91', '+0.20'],
    ['Volume of 10 days vs 50: up to 0.82', '+0.09'],
    ['Depth of the base: 12.10% to 25.00%', '−0.05'],
    ['Change of rank in 13 weeks: unknown', '+0.01'],
    ['All other figures', '+0.02'],
    ['Sum, which is 26 in 100', '−1.03'],
  ])
})

test('an outlook lists what changed since the previous list', async () => {
  await open(byLevel)
  await page.getByText('Since the previous list, when it was 21').first().click()
  expect(text()).toContain('The market’s average+0.04')
})

test.each([
  [
    'by chance alone says that there is no forecast',
    byChance,
    'If prices moved at random, of 100 stocks',
    'no forecast for this',
  ],
  ['without a test says so', untested, 'Of 100 stocks', 'Not tested yet'],
])('an outlook %s', async (_, outlook, ...words) => {
  await open(outlook)
  for (const word of words) expect(text()).toContain(word)
})

test('an outlook whose tests were far off shows the range of past years instead of a number', async () => {
  await open(rough)
  expect(text()).toContain('Depending on the year, between 15 and 27 of 100 stocks')
  expect(text()).toContain('6.1 in 100 away from what happened, on average')
  expect(text()).not.toContain('about 21')
  expect(document.querySelector('figure')).toBeNull()
})

test('the counts of an outlook never exceed 100 in sum', async () => {
  await open({ ...byLevel, target: 445, stop: 555 })
  expect(squares('fill-ink') + squares('fill-none') + squares('fill-line')).toBe(100)
})

test.each(looks)(
  'an outlook has no accessibility violations and fits a phone, $language, $theme',
  { tags: ['slow'] },
  async look => {
    await open(learned, { ...look, screen: 'phone' })
    for (const summary of document.querySelectorAll('summary')) summary.click()
    await expect.poll(() => document.querySelectorAll('table').length).toBeGreaterThan(0)
    await noViolations()
    expect(sticksOut()).toEqual([])
  },
)
