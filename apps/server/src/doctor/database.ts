import { sql } from 'kysely'
import { mayBePlain } from '../config.ts'
import { connectionsOfAWorker } from '../db/connections.ts'
import { isTooOld, supported } from '../db/supported.ts'
import { type Check, ok, wrong } from './check.ts'

const see = 'PostgreSQL of your own'

/**
 * Checks that PostgreSQL is recent enough, allows enough connections, and, if it is on another machine, is reached over
 * an encrypted connection. Also checks that the database was not made for a demo.
 */
export const database: Check = {
  name: 'database',
  async run({ config, database: { db } }) {
    const { rows } = await sql<Facts>`
      select current_setting('server_version_num')::int as number, current_setting('server_version') as version,
        current_setting('max_connections')::int as connections,
        (select ssl from pg_stat_ssl where pid = pg_backend_pid()) as encrypted,
        inet_server_addr()::text as address, (select is_demo from demo_mark) as demo`.execute(db)
    const { number, version, connections, encrypted, address, demo } = rows[0]!
    if (isTooOld(number)) return wrong(`PostgreSQL ${version} is too old; ${supported}.`, see)
    const isLocal = address === null || mayBePlain({ demo: false, PLAIN_CONNECTIONS: false }, address.split('/')[0])
    if (!encrypted && !isLocal && !config.PLAIN_CONNECTIONS)
      return wrong(`The connection to ${address} is not encrypted. End DATABASE_URL with ?sslmode=verify-full.`, see)
    const needed = connectionsOfAWorker * (config.WORKERS + 1)
    if (connections < needed)
      return wrong(`max_connections is ${connections}; WORKERS=${config.WORKERS} needs ${needed} and some.`, see)
    if (demo && !config.demo)
      return wrong(
        'This database was made for a demo, and has its accounts in it. Go live on an empty one.',
        'A public demo',
      )
    return ok(
      `PostgreSQL ${version}, ${encrypted ? 'encrypted' : isLocal ? 'on this machine' : 'plain, as PLAIN_CONNECTIONS says'}, ${connections} connections.`,
    )
  },
}

type Facts = {
  number: number
  version: string
  connections: number
  encrypted: boolean | null
  address: string | null
  demo: boolean | null
}
