import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { button, chart, leaveFailures, openChart, openScreen, seen, settled, stock } from '../../../test/chart-page.tsx'
import { serveCharts } from '../../../test/chart-server.ts'
import { answerCalls } from '../../../test/network-edge.ts'
import { show, takeDown } from '../../../test/show.tsx'
import { keepSeen, useKeptAsAt } from '../../api/kept-answers.ts'
import { queryClient } from '../../api/query-client.ts'
import { write } from '../../api/storage.ts'
import { hongKongDate } from '../../components/hong-kong-date.ts'

const kept = () => caches.open('kept-answers').then(cache => cache.keys())

/** Simulates a network failure: no call is answered until new answers are set. */
function loseNetwork() {
  answerCalls({})
}
async function findNetwork() {
  answerCalls({ 'GET /health': () => ({ plain: { status: 'ok' } }) })
  dispatchEvent(new Event('online'))
}

function AsAt() {
  const at = useKeptAsAt()
  return <p>{at === undefined ? 'Of now' : `As at ${hongKongDate(at, 'moment')}`}</p>
}

test('charts opened before are available offline with their bars, scale and view, and the page shows how old they are', {
  tags: ['slow'],
}, async () => {
  write('completeRegistration', true)
  write('deviceAccount', '1')
  onTestFinished(async () => void (await caches.delete('kept-answers')))
  onTestFinished(keepSeen())
  serveCharts()
  await openChart(`HKEX:${stock}`)
  await button('Log').click()
  await button('1y').click()
  const before = await settled()
  await expect.poll(async () => (await kept()).length, { timeout: 5_000 }).toBeGreaterThan(5)
  await openChart('HKEX:0372')
  await expect
    .poll(async () => (await kept()).filter(({ url }) => url.includes('0372')).length, { timeout: 5_000 })
    .toBeGreaterThan(3)

  loseNetwork()
  await openScreen(`?symbol=HKEX:${stock}`)
  await expect.element(chart()).toHaveAccessibleName(/0013/)
  const after = await settled()
  expect([after.from, after.to]).toEqual([before.from, before.to])
  expect(Math.abs(after.high - before.high)).toBeLessThan(0.01)
  await openScreen('?symbol=HKEX:0372')
  await expect.element(chart()).toHaveAccessibleName(/0372/)
  await expect.poll(() => seen().days).toBeGreaterThan(300)
  // A chart that was never opened is not available offline.
  await openScreen('?symbol=HKEX:0509')
  await expect.element(page.getByText('Prices couldn’t be loaded for this chart.')).toBeVisible()
  await leaveFailures()
  await takeDown()
  queryClient.clear()
  await show(<AsAt />)
  await expect.element(page.getByText(/^As at \d{1,2} \w{3} \d{4}, \d\d:\d\d$/)).toBeVisible()
  await findNetwork()
  await expect.element(page.getByText('Of now')).toBeVisible()
})
