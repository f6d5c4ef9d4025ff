import { alerts, setAlert } from '@finlist/contract/alerts'
import { inbox } from '@finlist/contract/inbox'
import { today } from '@finlist/contract/today'
import { useQuery } from '@tanstack/react-query'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { answerCalls } from '../../test/network-edge.ts'
import { show, takeDown } from '../../test/show.tsx'
import { keepSeen, useKeptAsAt } from './kept-answers.ts'
import { callQuery, queryClient } from './query-client.ts'
import { request } from './request.ts'
import { write } from './storage.ts'

const price = { kind: 'price-above', exchange: 'HKEX', stockCode: '0700', value: 320 } as const

/** Shows how many of the three queries have data, and whether the data comes from the cache. */
function Pages() {
  const all = [useQuery(callQuery(today)), useQuery(callQuery(alerts)), useQuery(callQuery(inbox))]
  const known = all.filter(({ data }) => data !== undefined).length
  const asAt = useKeptAsAt()
  return (
    <p>
      {known} of 3, {asAt === undefined ? 'of now' : 'dated'}
    </p>
  )
}

test('offline, Today, alerts and the inbox show the date of their data and allow no changes; once online they update', async () => {
  write('completeRegistration', true)
  write('deviceAccount', '1')
  onTestFinished(async () => void (await caches.delete('kept-answers')))
  onTestFinished(keepSeen())
  const answers = {
    'GET /today': () => ({ data: { markets: [], positions: null, profitAlerts: null, shareholding: null } }),
    'GET /alerts': () => ({ data: { alerts: [], most: 5 } }),
    'GET /inbox': () => ({ data: { items: [], unread: 0 } }),
    'GET /health': () => ({ plain: { status: 'ok' } }),
  }
  answerCalls(answers)
  await show(<Pages />)
  await expect.element(page.getByText('3 of 3, of now')).toBeVisible()
  await expect.poll(async () => (await (await caches.open('kept-answers')).keys()).length, { timeout: 5_000 }).toBe(3)
  await takeDown()
  queryClient.clear()

  answerCalls({})
  await show(<Pages />)
  await expect.element(page.getByText('3 of 3, dated')).toBeVisible()
  await expect(request(setAlert, { body: price })).rejects.toMatchObject({ httpStatus: 0 })
  answerCalls(answers)
  dispatchEvent(new Event('online'))
  await expect.element(page.getByText('3 of 3, of now')).toBeVisible()
})
