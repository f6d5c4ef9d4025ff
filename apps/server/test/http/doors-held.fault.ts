import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { saveChart } from '@finlist/contract/charts/chart-storage'
import { afterEach, expect, it, type TestContext } from 'vitest'
import { type MemoryGroup, memoryGroup, peakMegabytes } from '../db/memory-group.ts'
import { inMs, quantile, show } from '../figure.ts'
import { OwnProgram } from '../own-program.ts'
import { openReaders } from './doors-line.ts'
import { holdBody } from './held-body.ts'

const heapMegabytes = 512
/** The `MemoryMax` of the unit in deploy/. */
const mostMegabytes = 1_500
const megabyte = 1_048_576
const quietMs = 10_000
const mostTimes = 5
const onOneCore = process.platform === 'linux' ? ['taskset', '-c', '0'] : []

let program: OwnProgram
let group: MemoryGroup | undefined
afterEach(async () => {
  await program.remove()
  await group?.remove()
}, 60_000)

/**
 * Starts the product on one core and, if possible, in a control group with the unit's memory limit. Also starts readers
 * that never pause.
 */
async function open(env: Record<string, string> = {}) {
  group = await memoryGroup(mostMegabytes)
  program = await OwnProgram.make({ NODE_OPTIONS: `--max-old-space-size=${heapMegabytes}`, ...env }, [
    ...(group?.under ?? []),
    ...onOneCore,
  ])
  await program.start()
  await program.speakFor('free')
  const attacker = program.headers
  await program.speakFor('hk-yearly')
  const readers = openReaders(program)
  await wait(quietMs)
  const quiet = await readers.take()
  return { attacker, readers, quiet }
}

type Held = { line: string; headers: Record<string, string>; part: Buffer; from: string }

/** Opens `count` connections with a body that is never finished, and holds them for ten seconds. */
async function holdAll(count: number, make: (nth: number) => Held) {
  const bodies = await Promise.all(
    Array.from({ length: count }, (_, nth) => {
      const { line, headers, part, from } = make(nth)
      return holdBody(program.base, line, { headers, part, from })
    }),
  )
  await wait(10_000)
  for (const body of bodies) body.end()
}

const almost = Buffer.alloc(megabyte - 1)
const toWebhook = (from: string): Held => ({
  line: 'POST /api/payments/webhook',
  headers: { 'content-length': String(megabyte), 'stripe-signature': `t=${Math.floor(Date.now() / 1_000)},v1=00` },
  part: almost,
  from,
})
const chartPart = Buffer.alloc(6_399_999, ' ')
const byteByByte = Buffer.from('1\r\na\r\n'.repeat(50_000))

const attacks = (attacker: Record<string, string>): Record<string, () => Promise<unknown>> => ({
  '1,500 half-sent events of 1 MB, from one network': () => holdAll(1_500, () => toWebhook('127.0.0.2')),
  'the same from 50 networks': () => holdAll(1_500, nth => toWebhook(`127.0.1.${(nth % 50) + 1}`)),
  '300 half-sent charts of 6.4 MB, with one account': () =>
    holdAll(300, () => ({
      line: `POST /api${saveChart.path}`,
      headers: { ...attacker, 'content-type': 'application/json', 'content-length': '6400000' },
      part: chartPart,
      from: '127.0.0.2',
    })),
  '500 bodies sent byte by byte, from 50 networks': () =>
    holdAll(500, nth => ({
      line: 'POST /oidc/token',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'transfer-encoding': 'chunked' },
      part: byteByByte,
      from: `127.0.1.${(nth % 50) + 1}`,
    })),
})

type Opened = Awaited<ReturnType<typeof open>>

/** Reports the readers' response times during an attack, and checks the slowest hundredth. */
function judge(context: TestContext, { readers, quiet }: Opened, name: string, times: number[]) {
  expect([name, readers.failed]).toEqual([name, []])
  const times99 = quantile(times, 0.99) / quantile(quiet, 0.99)
  show(context, {
    name: `  ${name}`,
    is: `readers ${inMs(times, 0.5, 0.99)}: p99 ${times99.toFixed(1)}x the quiet one`,
    asked: `at most ${mostTimes}x`,
  })
  expect([name, times99 <= mostTimes]).toEqual([name, true])
}

/** Reports and returns the peak memory of the program, which must still be the process that was started. */
async function peakOf(context: TestContext, { quiet }: Opened): Promise<number> {
  const megabytes = await peakMegabytes(program.pid!)
  show(
    context,
    { name: 'quiet', is: `readers ${inMs(quiet, 0.5, 0.99)}` },
    {
      name: `memory at most, heap ${heapMegabytes} MB, ${group ? 'in a control group' : 'no control group to be had'}`,
      is: `${megabytes} MB`,
      asked: `below ${mostMegabytes} MB`,
    },
  )
  return megabytes
}

it('half-sent bodies neither crash the server nor slow down reads', async context => {
  const opened = await open()
  for (const [name, attack] of Object.entries(attacks(opened.attacker))) {
    await opened.readers.take()
    await attack()
    judge(context, opened, name, await opened.readers.take())
  }
  await opened.readers.stop()
  expect(await peakOf(context, opened)).toBeLessThan(mostMegabytes)
}, 600_000)

it('two workers that each hold the allowed amount of half-sent bodies both survive', async context => {
  const opened = await open({ WORKERS: '2' })
  const before = await program.workers()
  for (const [name, attack] of Object.entries(attacks(opened.attacker))) {
    await opened.readers.take()
    await attack()
    judge(context, opened, `two workers: ${name}`, await opened.readers.take())
  }
  await opened.readers.stop()
  expect(await program.workers()).toEqual(before)
  const peaks = await Promise.all(before.map(peakMegabytes))
  expect(peaks.reduce((sum, peak) => sum + peak)).toBeLessThan(mostMegabytes)
}, 600_000)

/** Compresses data that unpacks to 64 MB. */
const packed = (begins: string, repeats: string, ends = '') =>
  gzipSync(`${begins}${repeats.repeat(Math.floor(64_000_000 / repeats.length))}${ends}`)
const row =
  '{"code":"0700","exchange_short_name":"HK","date":"2026-07-16","open":1,"high":1,"low":1,"close":1,"volume":1},'
const hostile = {
  'millions of empty objects': packed('[', '{},', '{}]'),
  'lists within lists': packed('', '['),
  'an object of a million different fields': gzipSync(
    `[{${Array.from({ length: 3_000_000 }, (_, nth) => `"k${nth}":1`).join(',')}}]`,
  ),
  '55 MB of right rows': gzipSync(`[${row.repeat(490_000)}${row.slice(0, -1)}]`),
}

it('hostile responses of a price vendor neither end the server nor slow its readers', async context => {
  let page = Buffer.alloc(0)
  let asked = 0
  const vendor = createServer((_, response) => {
    asked++
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(page)
  })
  vendor.listen(0, '127.0.0.1')
  await once(vendor, 'listening')
  const opened = await open({
    SOURCE_HKEX: 'eodhd',
    EODHD_KEY: 'any',
    EODHD_URL: `http://127.0.0.1:${(vendor.address() as AddressInfo).port}`,
  })
  try {
    for (const [name, answer] of Object.entries(hostile)) {
      page = answer
      const before = asked
      await program.rows(`update job_run set failures = 1, next_at = now(), ended_at = null where name = 'prices-HKEX'`)
      await opened.readers.take()
      await expect.poll(() => asked, { timeout: 90_000 }).toBeGreaterThan(before)
      await expect
        .poll(() => program.rows(`select 1 from job_run where name = 'prices-HKEX' and ended_at is not null`), {
          timeout: 120_000,
          interval: 1_000,
        })
        .toHaveLength(1)
      judge(context, opened, name, await opened.readers.take())
    }
  } finally {
    vendor.closeAllConnections()
    vendor.close()
  }
  await opened.readers.stop()
  expect(await peakOf(context, opened)).toBeLessThan(mostMegabytes)
}, 600_000)
