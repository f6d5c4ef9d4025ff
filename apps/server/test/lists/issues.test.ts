import { saveUser } from '@finlist/contract/account/profile'
import { completeRegistration } from '@finlist/contract/account/registration'
import { makeAffiliateCode } from '@finlist/contract/affiliate'
import type { AnyCall } from '@finlist/contract/call'
import { checkCall } from '@finlist/contract/issues'
import { setConfig } from '@finlist/contract/staff/config-entries'
import { createSystemMessage } from '@finlist/contract/system-messages'
import { addWatchlistStock, createWatchlist } from '@finlist/contract/watchlist'
import { languageIds } from '@finlist/i18n/languages'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ApiClient, openTestServer, type TestServer } from '../test-server.ts'

let testServer: TestServer
let staff: ApiClient
beforeAll(async () => {
  testServer = await openTestServer()
  staff = await ApiClient.signIn(testServer, 'admin')
})
afterAll(() => testServer.close())

const code = { code: 'A B', email: 'ann@', percentOff: 1.5, duration: 'twice', reason: 'no' }
const position = { stockCode: '', exchange: 'NYSE', buyPrice: 1.00001, shares: 0 }

it.each<[string, AnyCall, { query?: object; body?: unknown }]>([
  ['a format, a whole number, an option, too few characters', makeAffiliateCode, { body: code }],
  ['nothing', makeAffiliateCode, { body: {} }],
  ['decimals, too small a number, an empty value', addWatchlistStock, { body: position }],
  ['a wrong type', addWatchlistStock, { body: { ...position, buyPrice: '7', shares: null } }],
  ['a query', createWatchlist, { query: { watchlistName: ' ' } }],
  ['too many characters', createWatchlist, { query: { watchlistName: 'x'.repeat(61) } }],
  ['within an object', completeRegistration, { body: { name: '', referral: { search: 'yes' } } }],
  ['one of several shapes', setConfig, { body: { configKey: 'SEMINAR_DATE', configValue: 'soon' } }],
  ['none of several shapes', setConfig, { body: { configKey: 'constructor' } }],
  ['a date in either format', createSystemMessage, { body: { expiryDate: '', messageEn: 'a', messageZh: ' ' } }],
  ['the whole body', saveUser, { body: {} }],
])('browser and server refuse the same invalid input with the same words: %s', async (_, call, asked) => {
  for (const language of languageIds) {
    const { wrong } = checkCall(call, asked, language)
    expect(wrong).not.toEqual([])
    const path = call.path.replaceAll(/:\w+/g, '1')
    const query = asked.query ? `?${new URLSearchParams(asked.query as Record<string, string>)}` : ''
    staff.language = language
    const { http, errors } = await staff.raw(call.method, path + query, asked.body)
    expect([http, errors]).toEqual([400, wrong])
  }
})
