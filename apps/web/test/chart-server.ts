import type { User } from '@finlist/contract/account/account'
import type { ChartToSave } from '@finlist/contract/charts/chart-storage'
import {
  actionsOf,
  historyAnswer,
  infoAnswer,
  marksAnswer,
  patternsAnswer,
  practiceAnswer,
  searchAnswer,
} from './chart-market.ts'
import { answerCalls } from './network-edge.ts'

type Answers = Parameters<typeof answerCalls>[0]
type Called = { call: string; search: URLSearchParams; body: unknown; answer: unknown }

const rights = ['signed-in', 'chart', 'rsline', 'patterns:HKEX', 'finlist:HKEX', 'market-trend:HKEX']
const subscriber: User = {
  userId: 1,
  completeRegistration: true,
  name: 'Subscriber',
  nickname: 'Subscriber',
  email: 'subscriber@demo.example',
  emailVerified: true,
  phoneNumber: '',
  language: null,
  risingPrices: null,
  startPage: null,
  referral: null,
  deletionAt: null,
  roles: [],
  rights,
}

const unknown = { status: 404, errors: [{ message: 'Not found' }] }
const forbidden = { status: 403, errors: [{ message: 'Forbidden' }] }
const found = (plain: unknown) => (plain === undefined ? unknown : { plain })

/**
 * Replaces the network: answers the chart's calls with the market of `chart-market.ts`, for a Hong Kong subscriber
 * without saved charts. `answers` replaces some of the responses. Returns the calls and their responses.
 */
export function serveCharts(answers: Answers = {}): Called[] {
  const called: Called[] = []
  const charts = new Map<number, ChartToSave>()
  const templates = new Map<string, string>()
  const memory = new Map<string, { content: string; version: number; at: string }>()
  const ofSymbol = ({ searchParams }: URL) =>
    [searchParams.get('symbol') ?? '', searchParams.get('asOf') ?? undefined] as const
  const idOf = ({ pathname }: URL) => Number(/charts\/(\d+)/.exec(pathname)![1])
  const all: Answers = {
    'GET /users/user': () => ({ data: subscriber }),
    'GET /tvchart/history': (_, url) => found(historyAnswer(url.searchParams)),
    'GET /tvchart/symbols': (_, url) => found(infoAnswer(ofSymbol(url)[0])),
    'GET /tvchart/search': (_, url) => ({ plain: searchAnswer(url.searchParams) }),
    'GET /tvchart/marks': (_, url) => ({ plain: marksAnswer(...ofSymbol(url)) }),
    'GET /tvchart/patterns': (_, url) => ({ data: patternsAnswer(...ofSymbol(url)) }),
    'GET /tvchart/actions': (_, url) => ({ data: actionsOf(...ofSymbol(url)) }),
    'GET /tvchart/rsline': () => ({}),
    'GET /tvchart/simulator-info': (_, url) => ({ data: practiceAnswer(ofSymbol(url)[0]) }),
    'GET /stock-marks': () => ({ data: [] }),
    'GET /alerts': () => ({ data: { alerts: [], most: 100 } }),
    'GET /finlist/HKEX/newest': () => ({ data: { issueDate: null, stockList: [] } }),
    'GET /finlist/HKEX/earlier': () => ({ data: [] }),
    'GET /finlist/HKEX/results': () => ({ data: [] }),
    'GET /tvchart/memory': (_, url) => ({
      data: { board: memory.get('') ?? null, drawings: memory.get(ofSymbol(url)[0]) ?? null },
    }),
    'POST /tvchart/memory': body => {
      const { symbol = '', content } = body as { symbol?: string; content: string }
      const version = (memory.get(symbol)?.version ?? 0) + 1
      memory.set(symbol, { content, version, at: '2026-07-20T02:00:00.000Z' })
      return { data: { version, replaced: null } }
    },
    'GET /tvchart/storage/charts': () => ({
      plain: {
        status: 'ok',
        data: [...charts].map(([id, { name, symbol, resolution }]) => ({
          id,
          name,
          symbol,
          resolution,
          timestamp: id,
        })),
      },
    }),
    'POST /tvchart/storage/charts': body => {
      const id = charts.size + 1
      charts.set(id, body as ChartToSave)
      return { plain: { status: 'ok', id } }
    },
    'GET /tvchart/storage/charts/:id': (_, url) => {
      const id = idOf(url)
      const { name, content } = charts.get(id)!
      return { plain: { status: 'ok', data: { id, name, content, timestamp: id } } }
    },
    'POST /tvchart/storage/charts/:id': (body, url) => {
      charts.set(idOf(url), body as ChartToSave)
      return { plain: { status: 'ok' } }
    },
    'GET /tvchart/storage/studytemplates': () => ({
      plain: { status: 'ok', data: [...templates.keys()].map(name => ({ name })) },
    }),
    ...answers,
  }
  answerCalls(
    Object.fromEntries(
      Object.entries(all).map(([call, answerTo]) => [
        call,
        async (body: unknown, url: URL) => {
          const entry: Called = { call, search: url.searchParams, body, answer: undefined }
          called.push(entry)
          const answer = await answerTo(body, url)
          entry.answer = answer.plain ?? answer.data
          return answer
        },
      ]),
    ),
  )
  return called
}

/** The responses for a user with a free account. */
export const toFreeAccount: Answers = {
  'GET /users/user': () => ({ data: { ...subscriber, rights: ['signed-in', 'chart'] } }),
  'GET /tvchart/rsline': () => forbidden,
  'GET /tvchart/patterns': () => forbidden,
}
