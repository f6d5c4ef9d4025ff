import { afterAll, beforeAll, expect, it } from 'vitest'
import { show } from '../figure.ts'
import type { PayingTestServer } from '../test-server.ts'
import { fuzz, openFuzzedServer } from './fuzz-run.ts'

const runs = Number(process.env['SOAK_RUNS'] ?? 4_000)
const perSeed = 20_000

let testServer: PayingTestServer
beforeAll(async () => {
  testServer = await openFuzzedServer()
}, 60_000)
afterAll(() => testServer.close())

it(`the server answers ${runs} fuzzed requests correctly`, { timeout: 4 * 3_600_000 }, async context => {
  const byStatus: Record<number, number> = {}
  let asked = 0
  const faults: string[] = []
  for (let done = 0; done < runs; done += perSeed) {
    const report = await fuzz(testServer, { seed: 2 + done / perSeed, from: 0, to: Math.min(perSeed, runs - done) })
    faults.push(...report.faults.slice(0, 20))
    asked += report.asked
    for (const [status, count] of Object.entries(report.byStatus))
      byStatus[Number(status)] = (byStatus[Number(status)] ?? 0) + count
  }
  expect(faults).toEqual([])
  expect(asked).toBe(runs)
  const failed = Object.entries(byStatus).reduce((sum, [status, count]) => sum + (Number(status) >= 500 ? count : 0), 0)
  show(
    context,
    { name: 'fuzzed requests answered', is: String(asked), asked: String(runs) },
    { name: 'answers of 500', is: String(failed), asked: '0' },
    {
      name: 'answers',
      is: Object.entries(byStatus)
        .map(([status, count]) => `${status}: ${count}`)
        .join(', '),
    },
  )
})
