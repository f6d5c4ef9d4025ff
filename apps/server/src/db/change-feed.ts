import { randomUUID } from 'node:crypto'
import type { TopicScopes } from '@finlist/contract/topics'
import type pg from 'pg'
import type { DatabaseAddress } from './address.ts'

const channel = 'finlist'
const heartbeatMs = 1_000
const silenceMs = 2_500

/** Events of the change feed, by kind: published topics, and changes to rows whose tables have a trigger. */
export type Changes = TopicScopes & {
  /**
   * Id of a user whose row, roles, plans, subscriptions, sessions or devices changed. A device's last-seen time does
   * not count.
   */
  person: number
  /** Id of a user whose watchlists or positions changed. */
  positions: number
  /** Id of a user whose filter sets changed. */
  filters: number
  /** Id of a game scenario whose leaderboard changed. */
  standings: number
  keys: undefined
  /** The sounds of stocks' names changed. */
  names: undefined
  /** A run of a job was requested. */
  jobs: number
  /** The product clock's new lead over the machine's clock, in ms. Sent when the clock is moved. */
  clock: number
}
export type ChangeKind = keyof Changes

type Log = { warn(details: object, message: string): void; info(message: string): void }

/**
 * Receives NOTIFY events over a dedicated connection. While `alive` is false no events arrive, and a cache that depends
 * on them must read the database. `onReconnect` listeners are called both when the connection is lost and when it is
 * restored, so that they can empty their caches.
 */
export class ChangeFeed {
  alive = false
  readonly #address: DatabaseAddress
  readonly #log: Log
  readonly #hearers = new Map<string, ((scope: never) => void)[]>()
  readonly #gapHearers: (() => void)[] = []
  readonly #echoes = new Map<string, () => void>()
  #client: pg.Client | undefined
  #beat: NodeJS.Timeout | undefined
  #retry: NodeJS.Timeout | undefined
  #stopped = false

  constructor(address: DatabaseAddress, log: Log) {
    this.#address = address
    this.#log = log
  }

  on<Kind extends ChangeKind>(kind: Kind, hear: (scope: Changes[Kind]) => void) {
    this.#hearers.set(kind, [...(this.#hearers.get(kind) ?? []), hear])
  }

  /** The kinds of events that have listeners. */
  get heard(): string[] {
    return [...this.#hearers.keys()]
  }

  onReconnect(hear: () => void) {
    this.#gapHearers.push(hear)
  }

  async start() {
    const client = this.#address.client({ application_name: 'finlist notices', keepAlive: true })
    this.#client = client
    client.on('error', error => this.#down(client, error))
    client.on('end', () => this.#down(client, new Error('connection ended')))
    client.on('notification', ({ payload }) => this.#heard(payload ?? ''))
    try {
      await client.connect()
      await client.query(`listen ${channel}`)
    } catch (error) {
      this.#down(client, error)
      return
    }
    this.#gap()
    this.alive = true
    this.#beat = setInterval(() => this.#heartbeat(client), heartbeatMs)
  }

  async stop() {
    this.#stopped = true
    clearInterval(this.#beat)
    clearTimeout(this.#retry)
    this.alive = false
    for (const hear of this.#echoes.values()) hear()
    await this.#client?.end().catch(() => undefined)
  }

  /**
   * Returns a statement to run in a writing transaction, and a function whose promise settles once this process has
   * received that transaction's notifications. It also settles if the feed is down, and after 2.5 s at the latest.
   */
  barrier(): { statement: { text: string; values: [string, string] }; heard: () => Promise<void> } {
    const id = randomUUID()
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#echoes.set(id, resolve)
    return {
      statement: { text: 'select pg_notify($1, $2)', values: [channel, `echo ${id}`] },
      heard: async () => {
        if (!this.alive) resolve()
        const late = setTimeout(resolve, silenceMs)
        await promise
        clearTimeout(late)
        this.#echoes.delete(id)
      },
    }
  }

  dropBarrier(statement: { values: [string, string] }) {
    this.#echoes.delete(statement.values[1].slice('echo '.length))
  }

  #heard(payload: string) {
    const [word = '', value = ''] = payload.split(' ')
    if (word === 'echo') return this.#echoes.get(value)?.()
    const [kind = '', scope] = word === 'published' ? value.split(':') : [word, Number(value)]
    for (const hear of this.#hearers.get(kind) ?? []) hear(scope as never)
  }

  #heartbeat(client: pg.Client) {
    const late = setTimeout(() => this.#down(client, new Error('no heartbeat')), silenceMs)
    client
      .query('select from pg_listening_channels() c where c = $1', [channel])
      .then(({ rowCount }) => {
        // Behind a pooler, queries may reach a session that does not listen, and notifications would be lost.
        if (!rowCount)
          this.#down(client, new Error('the session was changed: DATABASE_LISTEN_URL names no database itself'))
      })
      .catch(() => undefined)
      .finally(() => clearTimeout(late))
  }

  #down(client: pg.Client, error: unknown) {
    if (client !== this.#client || this.#stopped) return
    this.#client = undefined
    clearInterval(this.#beat)
    if (this.alive) this.#log.warn({ err: error }, 'notices are down: reading the database until they are back')
    this.alive = false
    this.#gap()
    for (const hear of this.#echoes.values()) hear()
    client.end().catch(() => undefined)
    this.#retry = setTimeout(() => void this.start(), 250)
  }

  #gap() {
    for (const hear of this.#gapHearers) hear()
  }
}
