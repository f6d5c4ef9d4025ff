import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { looks, noViolations, show } from '../../../../test/show.tsx'
import { Column } from './Column.tsx'
import type { ColumnRow } from './column-lists.ts'

const row = (code: string, date: string): ColumnRow => ({
  symbol: `HKEX:${code}`,
  code,
  name: `Kestrel ${code}`,
  price: 10,
  change: 1,
  date,
})
const rows = [row('0005', '2026-07-17'), row('0700', '2026-07-17'), row('0939', '2026-07-15')]
const still = () => undefined
const column = (
  <>
    <h1>Chart</h1>
    <div className="relative h-100 w-60">
      <Column
        names={[{ name: 'finlist:HKEX', of: 'HKEX' }]}
        name="finlist:HKEX"
        onName={still}
        list={{ rows, query: { isError: false, isLoading: false } as never }}
        symbol="HKEX:0005"
        onSymbol={still}
        onStep={still}
        marks={undefined}
        marking={{ stock: undefined, flag: null, note: '', asked: undefined, done: still, keys: undefined }}
        onClose={still}
      />
    </div>
  </>
)

test.each(looks)(
  'the list next to the chart shows the date of its prices; only a row with a different date shows its own, $language',
  async look => {
    await show(column, { texts: ['around'], ...look })
    await expect.element(page.getByText(/Prices as at 17 Jul 2026|股價截至2026年7月17日/)).toBeVisible()
    const told = [...document.querySelectorAll('li')].map(({ textContent }) =>
      /15 Jul 2026|2026年7月15日/.test(textContent),
    )
    expect(told).toEqual([false, false, true])
    await noViolations()
  },
)
