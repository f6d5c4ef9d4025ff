// @module-tag slow
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { previewSubscribe } from '@finlist/contract/billing'
import { finListStocks } from '@finlist/contract/finlist'
import { makeProposal, proposalOfWeek, publishProposal } from '@finlist/contract/picking'
import { addDays, type Day, weekday } from '@finlist/domain/calendar'
import { methodHash } from '@finlist/domain/picking/method'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { throwawayFolder } from '../../../../tools/throwaway-folder.ts'
import { OwnProgram } from '../own-program.ts'
import { ApiClient, type Place } from '../test-server.ts'
import { sg } from './sixth-market/sg.ts'

/** Starts a program with a sixth market, which `sixth-market/register.ts` adds in memory. */
const withSingapore = `--import=${new URL('sixth-market/register.ts', import.meta.url).href}`
const exchange = 'SG'
const constants = `${methodHash}:${sg.limitsHash}`

/** The last Friday that is over in every time zone; `days` are the weekdays up to it. */
const friday = [...Array(9).keys()]
  .map(back => addDays(new Date().toISOString().slice(0, 10), -1 - back))
  .find(day => weekday(day) === 5)!
const days = [...Array(800).keys()]
  .map(back => addDays(friday, -back))
  .filter(day => weekday(day) % 6 !== 0 && !isClosed(day))
  .toReversed()
function isClosed(day: Day): boolean {
  return (sg.closings[Number(day.slice(0, 4))] ?? '').split(' ').includes(day.slice(5).replace('-', ''))
}

function prices(): string {
  let state = 7
  const next = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
  const rows = [...Array(60).keys()].flatMap(n => {
    let price = 3
    return days.map(day => {
      const close = (price *= 1 + (next() + next() + next() - 1.47) * 0.03)
      const [high, low] = [close * 1.01, close * 0.99]
      return `S${String(n).padStart(2, '0')},${day},${[close, high, low, close].map(it => it.toFixed(3)).join()},9000000`
    })
  })
  return ['stockCode,date,open,high,low,close,volume', ...rows].join('\n')
}

const codesOf = (picks: readonly { stockCode: string }[]) => picks.map(({ stockCode }) => stockCode).toSorted()

describe('adding a sixth market takes only the lines of the recipe:', () => {
  let program: OwnProgram
  let place: Place
  let staff: ApiClient
  let folder: Awaited<ReturnType<typeof throwawayFolder>>
  beforeAll(async () => {
    folder = await throwawayFolder('finlist-sixth-market')
    program = await OwnProgram.make({ NODE_OPTIONS: withSingapore })
    await program.start()
    place = { base: program.base } as Place
    staff = await ApiClient.signIn(place, 'staff')
    const file = join(folder.path, 'prices.csv')
    await writeFile(file, prices())
    await program.command('import', 'prices', '--exchange', exchange, file)
  }, 300_000)
  afterAll(async () => {
    await program.remove()
    await folder.remove()
  })

  const text = async (path: string, language = 'en') =>
    await (await fetch(program.base + path, { headers: { 'accept-language': language } })).text()

  it('the list is proposed by the rules of all markets and its own limits, and can be published and read', async () => {
    expect(await staff.ask(makeProposal, { body: { exchange } })).toMatchObject({ http: 200 })
    const { data } = await staff.ask(proposalOfWeek, { query: { exchange } })
    expect(data.proposal).toMatchObject({ issueDate: friday, method: 'finlist-1', constants, eligible: 60 })
    const body = { exchange, issueDate: friday, version: data.proposal!.version }
    expect(await staff.ask(publishProposal, { body })).toMatchObject({ http: 200 })
    const asked = { params: { exchange }, query: { issueDate: friday } }
    const list = await staff.ask(finListStocks, asked)
    expect(codesOf(list.data)).toEqual(codesOf(data.proposal!.picks))
    expect(list.data.length).toBeGreaterThan(2)
    expect(await (await ApiClient.signIn(place, 'hk-yearly')).ask(finListStocks, asked)).toMatchObject({ http: 403 })
  }, 120_000)

  it('the market has a plan with a name and a price', async () => {
    const buyer = await ApiClient.signIn(place, 'free')
    const { http, data } = await buyer.ask(previewSubscribe, {
      body: { productId: 7, billingPeriodId: 3, couponCode: null },
    })
    expect({ http, data }).toMatchObject({ http: 200, data: { nextAmount: 150_000 } })
    expect(await text('/welcome')).toContain('FinList SG')
    expect(await text('/welcome', 'zh')).toContain('FinList 新加坡')
  })

  it('the market is in the record with its limits and the common rules, and its list can be rebuilt byte for byte', async () => {
    const entries = (await text('/record.ndjson'))
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line) as { kind: string; market: string; body?: string })
    const { hash, limits } = JSON.parse(entries.find(({ kind }) => kind === 'method')!.body!) as {
      hash: string
      limits: Record<string, unknown>
    }
    expect(hash).toBe(methodHash)
    expect(limits[exchange]).toEqual(sg.limits)
    expect(entries.filter(({ market }) => market === exchange).map(({ kind }) => kind)).toEqual(['proposal', 'issue'])
    expect(await program.command('verify', '--market', exchange, '--date', friday)).toContain('the same to the byte')
  }, 120_000)

  it('the market has symbols and bars in the datafeed', async () => {
    const feed = async (path: string) => {
      const answer = await fetch(`${program.base}/api/tvchart/${path}`, { headers: staff.headers() })
      return { http: answer.status, ...((await answer.json()) as Record<string, unknown>) }
    }
    expect(await feed('symbols?symbol=SG:S01')).toMatchObject({
      http: 200,
      exchange,
      timezone: 'Asia/Singapore',
      session: '0900-1700',
      currency_code: 'SGD',
    })
    const to = Date.parse(friday) / 1_000 + 86_400
    const bars = await feed(`history?symbol=SG:S01&resolution=1D&from=${to - 20 * 86_400}&to=${to}`)
    expect(bars).toMatchObject({ s: 'ok' })
    expect(await feed('config')).toMatchObject({
      exchanges: expect.arrayContaining([{ value: exchange, name: 'Singapore', desc: 'Singapore' }]),
    })
  })

  it('the market is named in texts that list the markets, in both languages', async () => {
    expect(await text('/welcome')).toContain('Singapore')
    expect(await text('/welcome', 'zh')).toContain('新加坡')
    expect(await text('/finlist.atom')).toContain('Singapore')
    const refused = await program.command('propose', '--market', 'LSE', '--date', friday).catch(String)
    expect(refused).toContain('HKEX, US, JP, CN, TW, SG')
  }, 60_000)
})
