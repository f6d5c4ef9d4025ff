import { randomBytes } from 'node:crypto'
import {
  chartConfig,
  chartHistory,
  chartMarks,
  chartSearch,
  chartSymbols,
  chartTime,
  chartTimescaleMarks,
} from '@finlist/contract/charts/chart'
import { protocolCharts, savedChart, savedCharts } from '@finlist/contract/charts/chart-storage'
import { datafeedTokenDays, mostDatafeedTokens } from '@finlist/contract/charts/datafeed-tokens'
import { isPractice } from '@finlist/domain/chart/padded'
import { parseSymbol } from '@finlist/domain/chart/symbol'
import type { ExchangeId } from '@finlist/domain/markets'
import type { Right } from '@finlist/domain/plans/rights'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Database, Tx } from '../db/database.ts'
import { BadRequest, Forbidden, NotFound, TooMany, Unauthorized } from '../http/client-errors.ts'
import { inAddress } from '../http/datafeed-address.ts'
import type { Caller } from '../http/serve.ts'
import { keyHash } from './authorize.ts'
import type { People } from './people.ts'

/** The calls that a datafeed token allows. */
const opened: ReadonlySet<unknown> = new Set([
  chartConfig,
  chartSymbols,
  chartSearch,
  chartHistory,
  chartMarks,
  chartTimescaleMarks,
  chartTime,
  savedCharts,
  savedChart,
  protocolCharts,
])

const callsInMinute = 120
const minuteMs = 60_000
const networkMs = 10 * minuteMs
const lapseMs = datafeedTokenDays * 24 * 60 * minuteMs

type Parts = {
  database: Database
  people: People
  /** Whether the operator enabled datafeed tokens. */
  isOn: boolean
  /** Whether the market's bars may be passed on to third-party programs. */
  mayHandOn: (exchange: ExchangeId) => boolean
  /** Current time, in ms since the epoch. */
  now: () => number
  /** The network that an IP address belongs to. */
  networkOf: (ip: string) => string
}

/** Tokens that users' own charting programs send in the URL of each request. */
export class DatafeedTokens {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** The user of the datafeed token in the request's URL; undefined if the URL has none. */
  readonly admit = (request: FastifyRequest, needs: 'token' | Right): Promise<Caller> | undefined => {
    const token = inAddress(request.originalUrl)
    return token === undefined ? undefined : this.#judge(request, token, needs)
  }

  async #judge(request: FastifyRequest, token: string, needs: 'token' | Right): Promise<Caller> {
    const { people, isOn, networkOf } = this.#parts
    const row = isOn ? await this.#count(token, networkOf(request.ip)) : undefined
    const person = row && (await people.find(row.user_id))
    if (!row || !person) throw new Unauthorized()
    request.callerId = person.userId
    if (person.blocked) throw new Forbidden('forbidden-blocked', 'blocked')
    if (row.calls > callsInMinute) throw new TooMany(row.minute_left)
    if (row.network_left > 0) throw new TooMany(row.network_left)
    if (needs === 'token' || !opened.has(request.routeOptions.config.call) || !person.rights.has(needs))
      throw new Forbidden()
    if (request.routeOptions.config.call === chartHistory) this.#assertHandedOn(request)
    return { userId: person.userId, sessionId: '', rights: person.rights, authTime: 0, commandLine: false }
  }

  /** Throws if bars of the requested symbol's market may not be passed on. Parses the symbol as the route does. */
  #assertHandedOn({ query }: FastifyRequest) {
    const { symbol } = query as { symbol?: unknown }
    const exchange = typeof symbol === 'string' ? parseSymbol(symbol)?.exchange : undefined
    if (exchange !== undefined && !isPractice(exchange) && !this.#parts.mayHandOn(exchange))
      throw new Forbidden('source.not-handed-on', 'source-use')
  }

  /** Counts a request made with the token. The count is in the database, so all processes share it. */
  async #count(token: string, network: string) {
    const { database, now } = this.#parts
    const [at, minuteAgo, networkAgo, lapsed] = [0, minuteMs, networkMs, lapseMs].map(ms => new Date(now() - ms))
    const isHere = sql`(network = ${network} or network_at <= ${networkAgo})`
    const { rows } = await sql<{ user_id: number; calls: number; minute_left: number; network_left: number }>`
      update datafeed_token set
        calls = case when counted_from > ${minuteAgo} then calls + 1 else 1 end,
        counted_from = case when counted_from > ${minuteAgo} then counted_from else ${at}::timestamptz end,
        network_at = case when ${isHere} then ${at}::timestamptz else network_at end,
        last_used_at = case when ${isHere} then ${at}::timestamptz else last_used_at end,
        network = case when ${isHere} then ${network} else network end
      where token_hash = ${keyHash(token)} and coalesce(last_used_at, made_at) > ${lapsed}
      returning user_id, calls, extract(epoch from counted_from - ${minuteAgo})::float8 as minute_left,
        case when network = ${network} then 0 else extract(epoch from network_at - ${networkAgo})::float8 end as network_left`.execute(
      database.db,
    )
    return rows[0]
  }

  async endAll(tx: Tx, userId: number): Promise<void> {
    await tx.deleteFrom('datafeed_token').where('user_id', '=', userId).execute()
  }

  async list(userId: number) {
    const rows = await this.#parts.database.db
      .selectFrom('datafeed_token')
      .select(['token_id', 'name', 'made_at', 'last_used_at'])
      .where('user_id', '=', userId)
      .where(({ fn }) => fn.coalesce('last_used_at', 'made_at'), '>', this.#lapsed())
      .orderBy('token_id', 'desc')
      .execute()
    return rows.map(row => ({
      tokenId: row.token_id,
      name: row.name,
      madeAt: row.made_at.toISOString(),
      lastUsedAt: row.last_used_at?.toISOString() ?? null,
    }))
  }

  /** Makes a token and returns it. Only its hash is stored, so it cannot be shown again. */
  async make(userId: number, name: string): Promise<string> {
    if (!this.#parts.isOn) throw new NotFound()
    const token = randomBytes(32).toString('base64url')
    await this.#parts.database.write(async tx => {
      await tx.selectFrom('users').select('user_id').where('user_id', '=', userId).forNoKeyUpdate().execute()
      await tx
        .deleteFrom('datafeed_token')
        .where('user_id', '=', userId)
        .where(({ fn }) => fn.coalesce('last_used_at', 'made_at'), '<=', this.#lapsed())
        .execute()
      const { count } = await tx
        .selectFrom('datafeed_token')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow()
      if (count >= mostDatafeedTokens)
        throw new BadRequest('datafeed-tokens-full', { code: 'limit', values: { most: mostDatafeedTokens } })
      await tx
        .insertInto('datafeed_token')
        .values({ user_id: userId, name, token_hash: keyHash(token), made_at: new Date(this.#parts.now()) })
        .execute()
    })
    return token
  }

  async end(userId: number, tokenId: number) {
    const { numDeletedRows } = await this.#parts.database.db
      .deleteFrom('datafeed_token')
      .where('user_id', '=', userId)
      .where('token_id', '=', tokenId)
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw new NotFound()
  }

  readonly #lapsed = () => new Date(this.#parts.now() - lapseMs)
}
