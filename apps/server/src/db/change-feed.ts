import { randomUUID } from 'node:crypto'
import type { TopicScopes } from '@finlist/contract/topics'
import type pg from 'pg'
import type { DatabaseAddress } from './address.ts'

const channel = 'finlist'
const heartbeatMs = 1_000
const silenceMs = 2_500

/** The change feed's events, by kind: topics that were published, and rows whose tables have a trigger. */
export type Changes = TopicScopes & {
  /** A person's row, roles, plans, subscriptions, sessions or devices, but not a device's minutes; the person's id. */
  person: number
  /** A person's watchlists, and the positions in them; the person's id. */
  positions: number
  /** A person's filter sets; the person's id. */
  filters: number
  /** The leaderboard of a game scenario; the scenario's id. */
  standings: number
  keys: undefined
  /** A job was asked to run. */
  jobs: number
  /** The product's clock; by how many ms it is ahead of the machine's. */
  clock: number
}
export type ChangeKind = keyof Changes

type Log = { warn(details: object, message: string): void; info(message: string): void }

/**
 * Notifications (NOTIFY) from other connections, received on a dedicated connection. While `alive` is false none
 * arrives: a cache that depends on them must read the database instead. `onReconnect` hears of losing and regaining the
 * connection, so that caches can be emptied.
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

  /** The kinds that have a listener. */
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
   * A statement for the writer's transaction, and a promise that settles once this process has heard it and all before
   * it.
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
        // Behind a pooler each query may reach another session, and the notifications would be lost.
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
