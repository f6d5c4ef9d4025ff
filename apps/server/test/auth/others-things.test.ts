import { exportPersonalData } from '@finlist/contract/account/preferences'
import { ownSessions } from '@finlist/contract/account/sessions'
import { userSubscriptions } from '@finlist/contract/billing'
import { saveChart, saveStudyTemplate } from '@finlist/contract/charts/chart-storage'
import { datafeedTokens, makeDatafeedToken } from '@finlist/contract/charts/datafeed-tokens'
import { createFilterSet } from '@finlist/contract/finder'
import { uploadStocks } from '@finlist/contract/staff/admin'
import { addWatchlistStock, createWatchlist } from '@finlist/contract/watchlist'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { everyCall } from '../../src/http/api-documents/every-call.ts'
import { atRest } from '../at-rest.ts'
import { lines, send } from '../data/send-files.ts'
import { calmDay } from '../test-clock.ts'
import { ApiClient, openTestServer, type PayingTestServer } from '../test-server.ts'

let testServer: PayingTestServer
let owner: ApiClient
let ids: Record<keyof typeof things, Record<string, string>>

/**
 * Personal objects, and the paths that lead to them. Paths of the public storage protocol have the object's name in the
 * query.
 */
const things = {
  watchlist: /^\/watchlist\/:id/,
  filterSet: /^\/finder\/filter-set\/:id/,
  chart: /^\/tvchart\/storage\/(charts\/:id|1\.1\/charts$)/,
  template: /^\/tvchart\/storage\/(studytemplates|1\.1\/study_templates)/,
  subscription: /^\/users\/user\/subscriptions\/:id/,
  invoice: /^\/users\/user\/invoices\/:id/,
  datafeedToken: /^\/users\/user\/datafeed-tokens\/:tokenId/,
  session: /^\/users\/user\/sessions\/:sessionId/,
}

/** Valid bodies, so that only the ownership check can refuse a call. */
const position = { buyPrice: 1, shares: 1 }
const stock = { stockCode: '0700', exchange: 'HKEX', ...position }
const bodies: Record<string, unknown> = {
  addWatchlistStock: stock,
  importWatchlist: { stocks: [stock] },
  changeWatchlistStock: position,
  orderWatchlist: { watchlistStockIds: [1] },
  noteWatchlistStock: { note: 'taken' },
  updateFilterSet: { finderFilterSetName: 'taken', filters: [{ column: 'close', operation: 'gt', from: 2 }] },
  saveChart: { name: 'taken', content: '{}' },
  saveChartOver: { name: 'taken', content: '{}' },
  saveProtocolChart: { name: 'taken', content: '{}' },
  saveStudyTemplate: { name: 'mine', content: 'taken' },
  saveProtocolTemplate: { name: 'mine', content: 'taken' },
  deleteStudyTemplate: { templateName: 'mine' },
  previewUpdate: { productId: 1, billingPeriodId: 1, couponCode: null },
  updateSubscription: { hasAutoRenew: false },
}

beforeAll(async () => {
  testServer = await openTestServer({ DATAFEED_TOKENS: 'yes' }, { demo: 'bought', payments: true, at: calmDay })
  const staff = await ApiClient.byToken(testServer, 'staff')
  owner = await ApiClient.byToken(testServer, 'hk-quarterly')
  await send(staff, uploadStocks, { exchange: 'HKEX' }, { stockCsv: lines('stockCode,stockName', '0700,Seven') })
  const { data: watchlist } = await owner.ask(createWatchlist, { query: { watchlistName: 'Mine' } })
  const added = await owner.ask(addWatchlistStock, { params: { id: String(watchlist) }, body: stock })
  const set = await owner.ask(createFilterSet, {
    body: { finderFilterSetName: 'Mine', filters: [{ column: 'close', operation: 'gt', from: 1 }] },
  })
  const chart = await saved(saveChart, { name: 'Mine', content: '{"of":"hers"}' })
  await saved(saveStudyTemplate, { name: 'mine', content: '{"of":"hers"}' })
  await owner.ask(makeDatafeedToken, { body: { name: 'Mine' } })
  const { subscriptions, invoices } = (await owner.ask(userSubscriptions)).data
  ids = {
    watchlist: { id: String(watchlist), watchlistStockId: String(added.data.watchlistStockId) },
    filterSet: { id: String(set.data.finderFilterSetId) },
    chart: { id: String(chart) },
    template: { id: 'mine' },
    subscription: { id: subscriptions[0]!.subscriptionId },
    invoice: { id: invoices[0]!.invoiceId },
    datafeedToken: { tokenId: String((await owner.ask(datafeedTokens)).data[0]!.tokenId) },
    session: { sessionId: (await owner.ask(ownSessions)).data[0]!.sessionId },
  }
  await atRest(testServer)
})
afterAll(() => testServer.close())

/** The chart storage responds without an envelope: the id is next to the status. */
async function saved(call: typeof saveChart | typeof saveStudyTemplate, body: object): Promise<unknown> {
  return ((await owner.ask(call, { body })) as unknown as { id?: number }).id
}

it('nobody, not even an admin, can read or change another user’s data: the server responds “not found”, and nothing changes', async () => {
  const before = await allOf(owner)
  const asked: string[] = []
  for (const name of ['hk-yearly', 'friend', 'admin']) {
    const stranger = await ApiClient.byToken(testServer, name)
    for (const [call, { path, method }] of callsOnThings()) {
      const [thing] = Object.entries(things).find(([, paths]) => paths.test(path))! as [keyof typeof things, RegExp]
      const { id = '' } = ids[thing]
      const query = new URLSearchParams({
        watchlistName: 'taken',
        chart: id,
        template: id,
        templateName: id,
      }).toString()
      const filled = path.replace(/:(\w+)/g, (_, param: string) => ids[thing][param]!)
      const answer = await stranger.raw(method, `${filled}?${query}`, bodies[call])
      expect([name, call, isRefused(call, answer)]).toEqual([name, call, true])
      asked.push(call)
    }
  }
  expect(asked.length).toBeGreaterThan(3 * 25)
  expect(JSON.stringify(await allOf(owner), null, 1)).toBe(JSON.stringify(before, null, 1))
})

const calls = await everyCall()
const callsOnThings = () =>
  [...calls].flatMap(([name, { call }]) =>
    Object.values(things).some(paths => paths.test(call.path)) ? [[name, call] as const] : [],
  )

/**
 * Calls that take a template name. Each user has a separate set of names, so a stranger reaches only their own
 * templates.
 */
const ownName = new Set(['saveStudyTemplate', 'saveProtocolTemplate', 'deleteStudyTemplate', 'deleteProtocolTemplate'])

function isRefused(call: string, answer: { http: number; status: string }): boolean {
  if (ownName.has(call)) return answer.http < 500
  return answer.http === 404 || (answer.http === 200 && (answer.status as string) === 'error')
}

/** Returns all personal data except sessions and devices, which change with every call. */
async function allOf(who: ApiClient): Promise<object> {
  const { session: _, device: __, ...rest } = (await who.ask(exportPersonalData)) as unknown as Record<string, unknown>
  return rest
}
