import { languageIds } from '@finlist/i18n/languages'
import { beforeEach, describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { madeUpModels } from '../../../../test/models.ts'
import { looks, noViolations, show, sticksOut } from '../../../../test/show.tsx'
import { unknownOperator } from '../../../api/operator.ts'
import { operatorFacts } from '../../../api/operator-facts.ts'
import { queryClient } from '../../../api/query-client.ts'
import OutlookCards from './OutlookCards.tsx'
import { newestModels } from './queries.ts'

function answer(data: typeof madeUpModels) {
  queryClient.setQueryDefaults(newestModels().queryKey, { staleTime: Infinity })
  queryClient.setQueryData(newestModels().queryKey, data)
}
beforeEach(() => answer(madeUpModels))

const texts = ['method', 'model', 'outlook'] as const
const section = (
  <>
    <h1>Method</h1>
    <h2>Outlook</h2>
    <OutlookCards />
  </>
)
const open = (look: Parameters<typeof show>[1] = {}) => show(section, { ...look, texts: [...texts] })
const card = () => page.getByRole('tabpanel')
const choose = (market: string | RegExp) => page.getByRole('tab', { name: market }).click()
const row = (start: RegExp) => card().getByRole('row', { name: start })

describe('the card of a market’s model', () => {
  test('with an open gate says that the learned forecast is used, and shows its table first', async () => {
    await open()
    await expect
      .element(card())
      .toMatchTextContent('The learned forecast is used: in 288 test weeks it was better than the level')
    await expect.element(card().getByRole('radio', { name: 'Learned' })).toBeChecked()
    await expect.element(row(/^32\.7/)).toMatchTextContent('32.726.13,500')
    await expect.element(row(/^Learned, compared with the level/)).toMatchTextContent('+3.5+1.2 to +5.6')
    await expect.element(card()).not.toMatchTextContent('None of this is used')
    await expect.element(card()).not.toMatchTextContent('as wide as usual')
  })

  test('with a closed gate says that the level is used, and how far the level was from chance', async () => {
    await open()
    await choose('US')
    await expect.element(card()).toMatchTextContent('The learned forecast is not used: in 288 test weeks')
    await expect.element(card()).toMatchTextContent('Of 100 stock-weeks, 22 gained 20% first, 47 lost 8% first and 31')
    await expect.element(card()).toMatchTextContent('Where chance gives 20 of 100, the level gives 25.')
    await expect.element(card()).toMatchTextContent('By the levels of single years it was between 18 and 26.')
    await expect.element(card()).toMatchTextContent('The margins of error are 1.27 times as wide as usual')
    await expect.element(row(/^Chance/)).toMatchTextContent('+4.8+1.3 to +7.5')
    await expect.element(row(/^Learned, compared with the level/)).toMatchTextContent('−0.2−0.9 to +0.6')
    await expect.element(card()).toMatchTextContent('None of this is used at present.')
  })

  test('says what the highest forecasts gained, and how many kinds of models were tried', async () => {
    await open()
    await choose('US')
    await expect.element(row(/^Above all others of the week/)).toMatchTextContent('+0.4−0.2 to +1.0')
    await expect.element(row(/^Above stocks that moved as much/)).toMatchTextContent('−0.1−0.7 to +0.6')
    await expect.element(card()).toMatchTextContent('8 others were tried on past prices')
  })

  test('of a model without returns leaves their table out', async () => {
    answer(
      madeUpModels.map(({ entry: { test, ...entry }, ...model }) => ({
        ...model,
        entry: { ...entry, test: test && { ...test, money: null } },
      })),
    )
    await open()
    await choose('US')
    await expect.element(row(/^Chance/)).toBeVisible()
    await expect
      .element(card().getByRole('table', { name: 'What the highest forecasts gained' }))
      .not.toBeInTheDocument()
  })

  test('says in a demo that an effect was planted', async () => {
    const planted = page.getByText(/an effect was planted for the model to find/)
    await open()
    await expect.element(card()).toBeVisible()
    expect(planted.query()).toBeNull()
    queryClient.setQueryData(operatorFacts.queryKey, { ...unknownOperator, demoData: true })
    await expect.element(planted).toBeVisible()
  })

  test('compares what was said in the last 52 weeks with what came, in three bands', async () => {
    await open()
    const drift = card().getByRole('region', { name: 'What was said and what came in the last 52 weeks' })
    await expect.element(drift).toMatchTextContent('The picks of 52 lists, 1 August 2025 to 24 July 2026')
    await expect.element(row(/^Low: under 15/)).toMatchTextContent('not enough yetnot enough yet12')
    await expect.element(row(/^Medium: 15 to 25/)).toMatchTextContent('20.416.9148')
    await expect.element(row(/^High: 25 of 100/)).toMatchTextContent('27.119.01,204')
    await expect.element(card()).not.toMatchTextContent('Noticed on')
  })

  test('says since when less came than was said, and what follows', async () => {
    await open()
    await choose('US')
    const alarm = card().getByRole('note')
    await expect
      .element(alarm)
      .toMatchTextContent('Noticed on 6 November 2026: the outlooks of this market said more gains than came')
    await expect.element(alarm).toMatchTextContent('For 17 weeks from then, new lists do not use the learned forecast')
  })

  test('says that a forecast that passed its test is not used during an alarm', async () => {
    const [first, ...others] = madeUpModels
    const drift = { ...first!.entry.drift!, alarm: { on: '2026-11-06', way: 'under' as const } }
    answer([{ ...first!, entry: { ...first!.entry, gate: 'drifted', drift } }, ...others])
    await open()
    await expect.element(card()).toMatchTextContent('The learned forecast is not used at present: in 288 test weeks')
    await expect.element(card().getByRole('note')).toMatchTextContent('said fewer gains than came')
    await expect.element(card()).toMatchTextContent('The outlook is the level.')
    await expect.element(card().getByRole('radio', { name: 'Level' })).toBeChecked()
  })

  test('of an older model, which was not watched, has no such section', async () => {
    const [{ entry, ...model }] = madeUpModels as [(typeof madeUpModels)[number]]
    const { drift: _drift, ...older } = entry
    answer([{ ...model, entry: older }])
    await open()
    await expect.element(card().getByRole('region', { name: 'What was learned' })).toBeVisible()
    expect(
      card()
        .getByRole('region', { name: /52 weeks/ })
        .query(),
    ).toBeNull()
  })

  test('draws a dot for each tenth that has forecasts, for the forecast that is chosen', async () => {
    await open()
    await choose('US')
    const drawing = () => card().getByRole('img', { name: /^Level: what was said/ })
    await expect.element(drawing()).toBeVisible()
    expect(drawing().element().querySelectorAll('circle')).toHaveLength(3)
    await card().getByText('Learned', { exact: true }).first().click()
    const learned = card().getByRole('img', { name: /^Learned: what was said/ })
    await expect.element(learned).toBeVisible()
    expect(learned.element().querySelectorAll('circle')).toHaveLength(4)
    await expect.element(row(/^32\.7/)).toBeVisible()
  })

  test('lists the figures with an effect, the largest first, and names all others', async () => {
    await open()
    const effects = card().getByRole('region', { name: 'What was learned' })
    await expect.element(row(/^Strength rank/)).toMatchTextContent('19 to 27')
    const names = effects.getByRole('rowheader').elements()
    expect(names.map(({ textContent }) => textContent)).toEqual([
      'Strength rank',
      'Depth of the base',
      'Volatility of 3 months',
    ])
    await expect.element(effects).toMatchTextContent('No effect: Change over 5 days, Change over a month')
    expect(effects.element().querySelectorAll('circle')).toHaveLength(1)
  })

  test('has the id, the entry and the command that makes the model again', async () => {
    await open()
    await choose('US')
    const { id } = madeUpModels[1]!
    await expect.element(card().getByText(id)).toBeVisible()
    await expect.element(card().getByText('No. 413')).toBeVisible()
    await expect.element(card().getByText('finlist learn --market US --until 2026-11-20')).toBeVisible()
    await expect.element(card().getByRole('link', { name: 'Verify the record' })).toHaveAttribute('href', '/verify')
  })

  test('without a test says so, and shows neither tables nor effects', async () => {
    await open()
    await choose('Japan')
    await expect.element(card()).toMatchTextContent('it has been tested on fewer than 104 weeks')
    await expect.element(card()).toMatchTextContent('The outlook is the mean level of the other markets')
    await expect.element(card()).toMatchTextContent('not tested yet: too few weeks')
    await expect.element(card()).toMatchTextContent('Nothing: no figure made a difference.')
    await expect.element(card()).toMatchTextContent('Not enough yet: outlooks count once their list is 17 weeks old')
    expect(card().getByRole('table').elements()).toEqual([])
  })

  test('of a market without a model says when one is due', async () => {
    await open()
    await choose('Taiwan')
    await expect.element(card()).toMatchTextContent('Not trained yet: this market needs a year of prices')
  })

  test('shows a figure of a later version under its own name', async () => {
    const [first, ...others] = madeUpModels
    const effects = [{ name: 'moon', edges: [1], points: [0, 1, 2] }]
    answer([{ ...first!, entry: { ...first!.entry, effects } }, ...others])
    await open()
    await expect.element(row(/^moon/)).toBeVisible()
  })
})

test('before any model was trained, every market says when one is due', async () => {
  answer([])
  await open()
  await expect.element(card()).toMatchTextContent('Not trained yet')
})

describe.each(looks)('in $language', look => {
  test.each(madeUpModels.map(({ entry: { market, gate } }, at) => ({ market, gate, at })))(
    'the card of $market has all its texts, and no accessibility violations',
    async ({ at }) => {
      await open(look)
      await page.getByRole('tab').nth(at).click()
      await expect.element(card().getByRole('heading').first()).toBeVisible()
      expect(document.body.textContent).not.toMatch(/\{\{|\bundefined\b|NaN|effects\.|fact\.|feature\./)
      await noViolations()
    },
  )
})

test.each(languageIds)('no card is cut off on a phone in %s', async language => {
  await open({ language, screen: 'narrow' })
  for (const at of madeUpModels.keys()) {
    await page.getByRole('tab').nth(at).click()
    await expect.element(card().getByRole('heading').first()).toBeVisible()
    expect(sticksOut()).toEqual([])
  }
})
