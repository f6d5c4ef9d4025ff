import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { freeOfLimits } from '../../../test/free-of-limits.ts'
import { show } from '../../../test/show.tsx'
import { queryClient } from '../../api/query-client.ts'
import { watchlistsOfPerson } from '../watchlists.ts'
import AddToWatchlist from './add-to-watchlist.tsx'

const stock = { stockCode: '8001', stockName: 'Plover', stockNameZh: '鴴', watchlistData: [] }

test.each([
  [0.025, '0.025'],
  [0.075, '0.075'],
  [4_840, '4840'],
  [0.00004, ''],
])(
  'adding to a watchlist suggests a buy price of %s for a stock that closed at %d, in steps of a cent',
  async (close, proposed) => {
    freeOfLimits()
    queryClient.setQueryData(watchlistsOfPerson().queryKey, [{ watchlistId: 1, watchlistName: 'Own', stockCount: 0 }])
    await show(<AddToWatchlist exchange="HKEX" stock={{ ...stock, close }} step={0.01} onClose={() => undefined} />, {
      texts: ['watchlist'],
    })
    const price = page.getByLabelText('Buy price')
    await expect.element(price).toHaveAttribute('step', '0.01')
    expect((price.element() as HTMLInputElement).value).toBe(proposed)
  },
)

test('adding to a watchlist accepts a buy price with four decimals, whatever the step of the field', async () => {
  freeOfLimits()
  queryClient.setQueryData(watchlistsOfPerson().queryKey, [{ watchlistId: 1, watchlistName: 'Own', stockCount: 0 }])
  await show(
    <AddToWatchlist exchange="HKEX" stock={{ ...stock, close: 0.025 }} step={0.01} onClose={() => undefined} />,
    {
      texts: ['watchlist'],
    },
  )
  const price = page.getByLabelText('Buy price')
  await price.fill('0.02555')
  await page.getByRole('button', { name: /^Add/ }).click()
  await expect.element(page.getByText('At most 4 decimal places')).toBeVisible()
  await price.fill('0.0255')
  await expect.element(page.getByText('At most 4 decimal places')).not.toBeInTheDocument()
})
