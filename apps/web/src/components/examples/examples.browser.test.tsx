import { user } from '@finlist/contract/account/account'
import { mostAlerts } from '@finlist/domain/alerts/kinds'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answerCalls } from '../../../test/network-edge.ts'
import { pick } from '../../../test/picks.ts'
import { addressNow, doubleText, looks, noViolations, show, sticksOut } from '../../../test/show.tsx'
import { callQuery, queryClient } from '../../api/query-client.ts'
import StarterList from '../../features/watchlist/StarterList.tsx'
import ClosedExample from './closed-example.tsx'
import Example from './example.tsx'
import { type ExampleOf, examples } from './example-rows.ts'

const withRights = (...rights: string[]) => {
  queryClient.clear()
  queryClient.setQueryData(callQuery(user).queryKey, { userId: 1, rights } as never)
}

for (const look of looks)
  test(`examples of all pages, in ${look.language}: nothing overflows, no accessibility violations`, async () => {
    const all = (
      <>
        <h1>FinList</h1>
        <ClosedExample of="watchlist" />
        {Object.keys(examples).map(of => (
          <Example key={of} of={of as ExampleOf} />
        ))}
      </>
    )
    await show(all, { texts: ['examples'], ...look })
    await expect.poll(() => document.querySelectorAll('figure').length).toBe(5)
    await noViolations()
    for (const screen of ['phone', 'narrow'] as const) {
      await show(all, { texts: ['examples'], ...look, screen })
      if (screen === 'narrow') doubleText()
      expect([screen, sticksOut()]).toEqual([screen, []])
    }
  })

test('a page that the plan does not include shows an example, the way to a plan and what the account has', async () => {
  // The text names the number.
  expect(mostAlerts.free).toBe(5)
  await show(<ClosedExample of="watchlist" />, { texts: ['examples'] })
  await expect.element(page.getByText(/^Example of a watchlist/)).toBeInTheDocument()
  await expect.element(page.getByRole('alert')).toMatchTextContent(/Whoops!.*Every FinList plan includes watchlists/)
  await page.getByRole('link', { name: 'Five alerts' }).click()
  await expect.poll(addressNow).toBe('/alerts')
})

test('one click makes a watchlist of the highest scores, at most as many as a list may hold', async () => {
  withRights('signed-in', 'watchlist', 'finlist:JP')
  const stockList = Array.from({ length: 25 }, (_, at) => ({ ...pick(at), percivalScore: at, close: 1.000049 }))
  const sent = answerCalls({
    'GET /finlist/JP/newest': () => ({ data: { issueDate: '2026-07-17', stockList } }),
    'GET /watchlist/create': () => ({ data: 7 }),
    'POST /watchlist/:id/import': () => ({ data: { added: 20 } }),
  })
  let filled = 0
  await show(<StarterList onFilled={id => (filled = id)} />, { texts: ['examples'] })
  await page.getByRole('button', { name: 'Start with this week’s list' }).click()
  await expect.poll(() => filled).toBe(7)
  const { stocks } = sent.find(({ call }) => call.includes('import'))!.body as { stocks: object[] }
  expect(stocks).toHaveLength(20)
  expect(stocks[0]).toEqual({ exchange: 'JP', stockCode: pick(24).stockCode, buyPrice: 1, shares: 1 })
})

test('a list that could not be filled is deleted again', async () => {
  withRights('signed-in', 'watchlist', 'finlist:HKEX')
  const sent = answerCalls({
    'GET /finlist/HKEX/newest': () => ({ data: { issueDate: '2026-07-17', stockList: [pick(0)] } }),
    'GET /watchlist/create': () => ({ data: 7 }),
    'POST /watchlist/:id/import': () => ({ status: 400, errors: [{ message: 'Unknown stock.' }] }),
    'POST /watchlist/:id/delete': () => ({}),
  })
  await show(<StarterList onFilled={() => undefined} />, { texts: ['examples'] })
  await page.getByRole('button', { name: 'Start with this week’s list' }).click()
  await expect.poll(() => sent.map(({ call }) => call)).toContain('POST /watchlist/7/delete')
})

test('people without a list are not offered one to start with', async () => {
  withRights('signed-in', 'watchlist')
  await show(<StarterList onFilled={() => undefined} />, { texts: ['examples'] })
  expect(page.getByRole('button').elements()).toHaveLength(0)
})
