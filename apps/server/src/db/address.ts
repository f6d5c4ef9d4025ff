import pg from 'pg'

/** Groups: `postgres://`, credentials, hosts, rest. */
const parts = /^(postgres(?:ql)?:\/\/)([^/?]*@)?([^/?]*)(.*)$/s

/** Splits an address with several hosts, as libpq allows (`postgres://one:5432,two:5432/name`), into one per host. */
export function hostsOf(url: string): string[] {
  const [, scheme = '', who = '', hosts = '', rest = ''] = parts.exec(url) ?? []
  return hosts.split(',').map(host => scheme + who + host + rest)
}

/** The address of another database on the same server. */
export function addressOf(database: string, url: string): string {
  const [, scheme = '', who = '', hosts = '', rest = ''] = parts.exec(url) ?? []
  return `${scheme}${who}${hosts}/${database}${rest.replace(/^\/[^?]*/, '')}`
}

/** The hosts without credentials, for display. */
export const hostNames = (url: string): string => parts.exec(url)?.[3] || 'this machine'

export type Wanted = 'any' | 'read-write'

/**
 * Which hosts a connection may use: any that responds (`any`), or only one that accepts writes (`read-write`).
 * Undefined if the address requests something else.
 */
export function wanted(url: string): Wanted | undefined {
  const [, said = 'any'] = /[?&]target_session_attrs=([^&]*)/.exec(url) ?? []
  return said === 'any' || said === 'read-write' ? said : undefined
}

type Options = Pick<pg.PoolConfig, 'application_name' | 'keepAlive'>
type Limits = Pick<pg.PoolConfig, 'max' | 'idleTimeoutMillis' | 'connectionTimeoutMillis'>
type Connected = (error: Error | null, client?: pg.Client) => void
type Place = Pick<pg.Client, 'host' | 'port'>

const answersWithinMs = 2_000

/**
 * Strips the names from prepared statements, whichever package set them. Behind a pooler, the next query may reach a
 * session that lacks the statement, or that has a different one of the same name.
 */
class NamelessClient extends pg.Client {
  constructor(config: pg.ClientConfig) {
    super(config)
    const query = this.query.bind(this) as (asked: unknown, ...rest: unknown[]) => unknown
    const nameless = (asked: unknown, ...rest: unknown[]) =>
      query(isNamed(asked) ? { ...asked, name: undefined } : asked, ...rest)
    this.query = nameless as typeof this.query
  }
}

/** Whether the query has a name. Excludes streams and other objects that submit their own queries. */
const isNamed = (asked: unknown): asked is { name: string } =>
  typeof asked === 'object' && asked !== null && 'name' in asked && !('submit' in asked)

/**
 * Connects to a database. If the address lists several hosts, or requires a host that accepts writes, first finds a
 * suitable host and keeps using it until a connection ends or fails.
 */
export class DatabaseAddress {
  readonly url: string
  readonly #hosts: readonly string[]
  readonly #isSought: boolean
  #found: Promise<Place> | undefined

  constructor(url: string) {
    this.url = url
    this.#hosts = hostsOf(url)
    this.#isSought = this.#hosts.length > 1 || wanted(url) === 'read-write'
  }

  client(options: Options): pg.Client {
    const config = { ...options, connectionString: this.#hosts[0]! }
    return this.#isSought ? new (this.#seeking())(config) : new NamelessClient(config)
  }

  pool(options: Options & Limits): pg.Pool {
    const config = { ...options, connectionString: this.#hosts[0]! }
    return new pg.Pool({ ...config, Client: this.#isSought ? this.#seeking() : NamelessClient })
  }

  #seeking(): typeof pg.Client {
    const find = () => (this.#found ??= this.#find())
    const forget = () => void (this.#found = undefined)
    const isFit = (client: Heard) => this.#isFit(client)
    return class extends NamelessClient {
      readonly #heard = listenTo(this)

      override connect(): Promise<pg.Client>
      override connect(callback: Connected): void
      override connect(callback?: Connected): Promise<pg.Client> | void {
        const connected = this.#connect()
        if (!callback) return connected
        connected.then(client => callback(null, client), callback)
      }

      async #connect(): Promise<this> {
        try {
          const { host, port } = await find()
          Object.assign(this, { host, port })
          this.once('end', forget)
          await super.connect()
          if (!isFit(this.#heard)) {
            await this.end()
            throw new Error(`${host}:${port} takes no writes any more`)
          }
          return this
        } catch (error) {
          forget()
          throw error
        }
      }
    }
  }

  async #find(): Promise<Place> {
    const asked = this.#hosts.map(async host => {
      const client = new pg.Client({ connectionString: host, connectionTimeoutMillis: answersWithinMs })
      const heard = listenTo(client)
      client.on('error', () => undefined)
      await client.connect()
      void client.end().catch(() => undefined)
      if (!this.#isFit(heard)) throw new Error(`${client.host}:${client.port} takes no writes`)
      return { host: client.host, port: client.port }
    })
    return await Promise.any(asked).catch((error: AggregateError) => {
      const reasons = error.errors.map((reason: Error) => reason.message || String(reason))
      throw new Error(`no host of the database can be used: ${reasons.join('; ')}`)
    })
  }

  #isFit(said: Heard): boolean {
    return (
      wanted(this.url) === 'any' || (said['in_hot_standby'] !== 'on' && said['default_transaction_read_only'] !== 'on')
    )
  }
}

type Heard = Record<string, string>
type Parameter = { parameterName: string; parameterValue: string }

/** Collects the parameters that the server reports while connecting, such as `in_hot_standby`. */
function listenTo(client: pg.Client): Heard {
  const heard: Heard = {}
  const { connection } = client as unknown as { connection: NodeJS.EventEmitter }
  connection.on('parameterStatus', ({ parameterName, parameterValue }: Parameter) => {
    heard[parameterName] = parameterValue
  })
  return heard
}
