import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { tradingDays } from '@finlist/domain/calendar'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { showImportProgress } from '../../src/commands/import-progress.ts'
import { importFiles } from '../../src/market-data/import/import-files.ts'
import type { ImportProgress } from '../../src/market-data/import/import-request.ts'
import { openTestServer, type TestServer } from '../test-server.ts'
import { bar, codes, head } from './plain-market.ts'
import { lines } from './send-files.ts'
import { zipOf } from './zip-of.ts'

describe('the progress of finlist import', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())
  const show = (isTTY: boolean) => {
    const written: string[] = []
    return { written, ...showImportProgress({ isTTY, write: text => written.push(text) }, 'en') }
  }

  it('is one line on a terminal, updated twice a second, with rows, rows per second and seconds left', () => {
    const { written, take, end } = show(true)
    vi.advanceTimersByTime(1_000)
    expect(written).toEqual([])
    take({ step: 'reading', rows: 1_000, share: 0.01 })
    for (let rows = 10_000; rows <= 40_000; rows += 10_000) {
      vi.advanceTimersByTime(250)
      take({ step: 'reading', rows, share: rows / 100_000 })
    }
    vi.advanceTimersByTime(500)
    expect(written.map(line => line.replaceAll('\u001b[2K', '<'))).toEqual([
      '<reading: 10,000 rows, 6,667 a second, 14 s left\r',
      '<reading: 30,000 rows, 15,000 a second, 5 s left\r',
      '<reading: 40,000 rows, 16,000 a second, 4 s left\r',
    ])
    end()
    vi.advanceTimersByTime(5_000)
    expect(written.slice(3)).toEqual(['\u001b[2K'])
  })

  it('the progress of finlist import is a line every ten seconds in a log, and also names the steps after reading', () => {
    const { written, take, end } = show(false)
    take({ step: 'reading', rows: 300_000, share: 0.25 })
    vi.advanceTimersByTime(10_000)
    for (const step of ['checking', 'writing', 'settling', 'archiving'] as const) {
      take({ step })
      vi.advanceTimersByTime(10_000)
    }
    vi.advanceTimersByTime(10_000)
    end()
    expect(written).toEqual([
      'reading: 300,000 rows, 30,000 a second, 30 s left\n',
      'checking, 10 s so far\n',
      'writing, 10 s so far\n',
      'settling doubts, 10 s so far\n',
      'archiving the original, 10 s so far\n',
      'archiving the original, 20 s so far\n',
    ])
  })
})

describe('an import reports its progress', () => {
  let testServer: TestServer
  let folder: string
  beforeAll(async () => {
    testServer = await openTestServer()
    folder = await mkdtemp(join(tmpdir(), 'finlist-progress-'))
  })
  afterAll(async () => {
    await testServer.close()
    await rm(folder, { recursive: true, force: true })
  })
  const days = tradingDays('HKEX', '2022-01-03', '2024-06-28').slice(0, 300)
  const rows = (of: readonly string[]) => of.flatMap(code => days.map(day => bar(code, day, 10)))
  const whole = lines(head, ...rows(codes))
  const halves = { 'a.csv': lines(head, ...rows(codes.slice(0, 12))), 'b.csv': lines(head, ...rows(codes.slice(12))) }

  it.each([
    ['prices.csv', () => whole],
    ['prices.csv.gz', () => gzipSync(whole)],
    ['prices.zip', () => zipOf(halves)],
  ])('an import reports its progress by rows, share of the bytes read, and steps: %s', async (name, contentOf) => {
    const path = join(folder, name)
    await writeFile(path, await contentOf())
    const seen: ImportProgress[] = []
    await importFiles(testServer.database, {
      kind: 'prices',
      exchange: 'HKEX',
      files: { priceCsv: { path, name } },
      by: { userId: null, name: 'test' },
      now: testServer.clock.now(),
      progress: at => void seen.push(at),
    })
    const reading = seen.flatMap(at => (at.step === 'reading' ? [at] : []))
    expect(reading.length).toBeGreaterThan(1)
    const shares = reading.map(({ share }) => share)
    expect(shares).toEqual(shares.toSorted((one, other) => one - other))
    expect(reading[0]!.share).toBeGreaterThan(0)
    expect(reading.at(-1)).toEqual({ step: 'reading', rows: codes.length * days.length, share: 1 })
    expect(seen.slice(reading.length).map(({ step }) => step)).toEqual(['checking', 'writing', 'settling', 'archiving'])
  })
})
