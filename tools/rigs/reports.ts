import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { newestPostgres, oldestPostgres } from '../../apps/server/src/db/supported.ts'
import { openMailServer } from '../../apps/server/test/notifications/mail-server.ts'
import { freePort } from '../free-port.ts'
import { operate, settingsOf, startApp } from './engines/app.ts'
import { Figures } from './engines/figures.ts'
import { MissingEngine, type Opened, withEngines } from './engines/missing.ts'
import { until } from './engines/patroni.ts'
import { postgresPrograms, startPostgres, startStandby } from './engines/postgres.ts'

/** `npm run rig -- reports`: runs the product with a standby for reports that falls behind and then dies. */
await withEngines(async opened => {
  return await besideAStandby(opened)
})

/** The folder of an installed PostgreSQL, because the programs in our package lack pg_basebackup. */
async function installedPrograms(): Promise<string> {
  for (let version = oldestPostgres; version <= newestPostgres; version++) {
    const found = await postgresPrograms(version).catch(() => '')
    if (found.startsWith('/usr/') || found.startsWith('/opt/')) return found
  }
  throw new MissingEngine('PostgreSQL', 'apt-get install postgresql')
}

async function besideAStandby(opened: Opened): Promise<number> {
  const figures = new Figures()
  const database = await startPostgres({ programs: await installedPrograms(), settings: { max_connections: '120' } })
  opened.push(() => database.stop())
  const standby = await startStandby(database, { hot_standby_feedback: 'on', max_connections: '120' })
  let isStanding = true
  const end = async () => {
    if (isStanding) await standby.stop()
    isStanding = false
  }
  opened.push(end)
  const [port, mailPort] = [await freePort(), await freePort()]
  const mailServer = await openMailServer(mailPort, [])
  opened.push(async () => mailServer.close())
  const env = { ...settingsOf({ databaseUrl: database.url, port, mailPort }), DATABASE_REPORTS_URL: standby.url }
  const app = await startApp(env)
  opened.push(() => app.stop())

  const tokenOf = async (email: string, ...more: string[]) => {
    await operate(env, 'user', email, ...more)
    return await operate(env, 'token', email)
  }
  const staff = await tokenOf('staff@finlist.example', '--role', 'staff')
  const loser = await tokenOf('loser@finlist.example', '--role', 'staff')
  const ask = async (token: string, path: string) => {
    const answer = await fetch(`${app.base}/api${path}`, { headers: { authorization: `Bearer ${token}` } })
    return { http: answer.status, text: await answer.text() }
  }
  const lag = async () =>
    (
      JSON.parse((await ask(staff, '/admin/overview')).text) as {
        data: { server: { reports: { lagSeconds: number | null } } }
      }
    ).data.server.reports.lagSeconds
  const sql = async (url: string, text: string) => {
    const client = new pg.Client(url)
    await client.connect()
    await client.query(text)
    await client.end()
  }
  const isListed = async (email: string) => (await ask(staff, '/admin/users?limit=100')).text.includes(email)

  await until(async () => (await lag()) === 0)
  figures.show('lag while it follows', '0 s')
  await sql(standby.url, 'select pg_wal_replay_pause()')
  await sql(
    database.url,
    `insert into users (issuer, subject, email, name) values ('i', 's', 'newest@finlist.example', '')`,
  )
  await sql(
    database.url,
    `delete from user_role where user_id = (select user_id from users where email = 'loser@finlist.example')`,
  )
  await wait(3_000)
  figures.count(
    'calls by a right that was taken away, while the standby is behind',
    (await ask(loser, '/admin/users/count')).http === 200 ? 1 : 0,
    0,
  )
  const behind = await lag()
  figures.count(
    'lag that staff are shown, of one that does not follow, is less than it is',
    behind !== null && behind >= 3 ? 0 : 1,
    0,
  )
  figures.show('lag shown 3 s after it stopped', `${behind?.toFixed(1)} s`)
  figures.count('newest person in the list of users, from the standby', (await isListed('newest@')) ? 1 : 0, 0)
  const own = await ask(staff, '/users/user/export')
  figures.count(
    'exports of one’s own data that are refused or late',
    own.http === 200 && own.text.includes('staff@') ? 0 : 1,
    0,
  )
  await sql(standby.url, 'select pg_wal_replay_resume()')
  await until(async () => (await lag()) === 0 && (await isListed('newest@')))

  const folder = await mkdtemp(join(tmpdir(), 'finlist-backup-'))
  opened.push(() => rm(folder, { recursive: true, force: true }))
  const said = await operate(env, 'backup', join(folder, 'b.gz'))
  figures.show('a backup from the standby', said.replace(/^.*b\.gz: /, '').replace(/\. It holds.*/, ''))
  await sql(database.url, 'create database back')
  const back = { ...env, DATABASE_URL: database.url.replace(/\/finlist$/, '/back'), DATABASE_REPORTS_URL: '' }
  const restored = await operate(back, 'restore', join(folder, 'b.gz'))
  const rowsOf = (text: string) => /(\d+) rows/.exec(text)?.[1]
  figures.count('rows of it that a restore does not bring back', Number(rowsOf(said)) - Number(rowsOf(restored)), 0)

  await end()
  figures.count('reports refused while the standby is dead', (await isListed('newest@')) ? 0 : 1, 0)
  figures.count('overview that does not say so', (await lag()) === null ? 0 : 1, 0)
  return figures.print()
}
