import { type DataKind, type DataState, dataKinds } from '@finlist/contract/staff/overview'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { looks, noViolations, show } from '../../../test/show.tsx'
import { DataSection } from './DataSection.tsx'

const state = (kind: DataKind, more: Partial<DataState> = {}): DataState => ({
  kind,
  exchange: kind === 'videos' || kind === 'rates' ? null : 'HKEX',
  asAt: '2026-07-15',
  daysBehind: null,
  publishedAt: '2026-07-15T11:00:00.000Z',
  listRefused: null,
  ...more,
})
const data = dataKinds.map(kind => state(kind, kind === 'prices' ? { daysBehind: 2, listRefused: '2026-07-17' } : {}))
const closings = [{ exchange: 'HKEX' as const, knownUntil: '2027-12-31' }]

test.each([...looks, { language: 'en', theme: 'dark', screen: 'phone' }] as const)(
  'the data of each kind have what happens without newer ones ($language, $theme)',
  async look => {
    await show(
      <>
        <h1>{look.language === 'en' ? 'Overview' : '系統概況'}</h1>
        <DataSection data={data} closings={closings} />
      </>,
      { ...look, texts: ['overview'] },
    )
    const of = (name: RegExp) => page.getByRole('table', { name })
    const [prices, rates, days] = {
      en: [
        /^Prices.*A list is refused unless/,
        /^Exchange rates.*convert at the last rate/,
        /^Closings.*every weekday counts/,
      ],
      zh: [/^股價.*名單須有當日股價/, /^匯率.*按最後的匯率換算/, /^休市日.*每個平日均當作交易日/],
    }[look.language]
    await expect
      .element(of(prices!))
      .toMatchTextContent(
        look.language === 'en' ? 'No list of 17 Jul 2026 without newer prices' : '2026年7月17日 的名單將不能產生',
      )
    await expect.element(of(rates!)).toBeVisible()
    await expect.element(of(days!)).toMatchTextContent('2027')
    expect(page.getByRole('table').elements()).toHaveLength(dataKinds.length + 1)
    await noViolations()
  },
)
