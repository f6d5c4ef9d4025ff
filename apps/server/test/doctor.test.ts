import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { exchangeIds } from '@finlist/domain/markets'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { childEnv } from '../../../tools/child-env.ts'
import { freePort } from '../../../tools/free-port.ts'
import { directly, freshDatabase } from '../../../tools/fresh-database.ts'
import { root } from '../../../tools/source-files.ts'
import { backUp } from '../src/db/back-up.ts'
import { markDemo } from '../src/db/demo-mark.ts'
import { Keys } from '../src/db/keys.ts'
import { backup, tryBackup } from '../src/doctor/backup.ts'
import { headings, type Installation } from '../src/doctor/check.ts'
import { clock, judgeClock } from '../src/doctor/clock.ts'
import { judgeClosings } from '../src/doctor/closings.ts'
import { database } from '../src/doctor/database.ts'
import { directPort, tryPort } from '../src/doctor/direct-port.ts'
import { judgeDisk } from '../src/doctor/disk.ts'
import { checks, type Row } from '../src/doctor/examine.ts'
import { host } from '../src/doctor/host.ts'
import { issuer, judgeIssuer } from '../src/doctor/issuer.ts'
import { keys } from '../src/doctor/keys.ts'
import { mail } from '../src/doctor/mail.ts'
import { proxies } from '../src/doctor/proxies.ts'
import { running } from '../src/doctor/running.ts'
import { sms } from '../src/doctor/sms.ts'
import { tryTls } from '../src/doctor/tls.ts'
import { judgeEndpoints, tryWebhook, webhook } from '../src/doctor/webhook.ts'
import { doctorToken } from '../src/http/seen-request.ts'
import { close, listen, openProxy, type ProxyHabits } from './doctor-parts.ts'
import { openMailServer } from './notifications/mail-server.ts'
import { openTestServer, type PayingTestServer, type TestServer } from './test-server.ts'

const day = 86_400_000
const live = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'a@finlist.example' }

let folder: string
let shop: PayingTestServer
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'finlist-doctor-test-'))
  shop = await openTestServer({}, { payments: true })
})
afterAll(async () => {
  await shop.close()
  await rm(folder, { recursive: true, force: true })
})

const tokenOf = async ({ database: opened }: TestServer) =>
  doctorToken((await Keys.open(opened, Date.now)).keyRing('doctor').signing, Date.now())

/** Returns the installation as the doctor sees it. */
async function installationOf(testServer: TestServer, changes: Partial<Installation> = {}): Promise<Installation> {
  return {
    config: testServer.config,
    database: testServer.database,
    databaseUrl: directly(testServer.databaseUrl),
    token: await tokenOf(testServer),
    now: Date.now(),
    mailbox: undefined,
    phone: undefined,
    askOperator: undefined,
    ...changes,
  }
}

/** Opens a server outside demo mode, behind a proxy if `habits` are given. `told` is the server's TRUSTED_PROXIES. */
async function behind(
  told: number,
  habits: ProxyHabits | undefined,
  work: (installation: Installation, testServer: TestServer) => Promise<void>,
) {
  const proxy = habits && (await openProxy(habits))
  const env = {
    ...live,
    DATABASE_URL: shop.databaseUrl,
    DATABASE_LISTEN_URL: directly(shop.databaseUrl),
    TRUSTED_PROXIES: String(told),
  }
  const testServer = await openTestServer(
    { ...env, ...(proxy && { PUBLIC_URL: proxy.url }) },
    { databaseUrl: shop.databaseUrl },
  )
  proxy?.leadTo(testServer.base)
  try {
    await work(await installationOf(testServer), testServer)
  } finally {
    await testServer.close()
    await proxy?.close()
  }
}

describe('the doctor’s test request to the public address', () => {
  it('gets a report only with a token from the database, and for five minutes', async () => {
    const ask = async (authorization: string) =>
      (await fetch(`${shop.base}/api/doctor`, { headers: { authorization } })).status
    const { signing } = (await Keys.open(shop.database, Date.now)).keyRing('doctor')
    expect(await ask(`Bearer ${doctorToken(signing, Date.now())}`)).toBe(200)
    expect(await ask(`Bearer ${doctorToken(signing, Date.now() - 6 * 60_000)}`)).toBe(404)
    expect(await ask(`Bearer ${doctorToken({ ...signing, value: 'guess' }, Date.now())}`)).toBe(404)
    for (const guess of ['', 'Bearer ', 'Bearer 1.x', `Bearer ${Date.now()}.${'a'.repeat(43)}`])
      expect(await ask(guess)).toBe(404)
  })

  it.each<[string, number, ProxyHabits | undefined, 'ok' | 'wrong', RegExp]>([
    ['no proxy, none configured', 0, undefined, 'ok', /^Requests pass through no proxy/],
    ['one proxy, as configured', 1, {}, 'ok', /^Requests pass through one proxy/],
    ['a proxy that discards the callers’ own header', 1, { keeps: false }, 'ok', /^Requests pass through one proxy/],
    ['an unconfigured proxy', 0, {}, 'wrong', /share a proxy's address.* TRUSTED_PROXIES=1\./],
    ['one configured, none present', 1, undefined, 'wrong', /forge their address.* TRUSTED_PROXIES=0/],
    ['two configured, one present', 2, {}, 'wrong', /only one proxy.* TRUSTED_PROXIES=1/],
    ['a proxy that appends nothing', 1, { appends: false }, 'wrong', /No proxy has added/],
  ])('is assessed by what the server received: %s', async (_, told, proxy, state, text) => {
    await behind(told, proxy, async installation => {
      expect(await proxies.run(installation)).toMatchObject({ state, text: expect.stringMatching(text) })
    })
  })

  it('passes if it arrives under the public name, and is reported under another name', async () => {
    await behind(1, {}, async it => expect(await host.run(it)).toMatchObject({ state: 'ok' }))
    await behind(1, { host: '127.0.0.1:4100' }, async it =>
      expect(await host.run(it)).toMatchObject({ state: 'wrong', text: expect.stringContaining('Host header') }),
    )
  })

  it('is reported if it reaches the server past the proxy, on a port that is open to strangers', async () => {
    await behind(1, {}, async (it, testServer) => {
      expect(await directPort.run(it)).toMatchObject({ state: 'ok', text: expect.stringContaining('127.0.0.1 alone') })
      expect(await tryPort(['127.0.0.1'], testServer.config.PORT, it.token)).toMatchObject({ state: 'wrong' })
      expect(await tryPort(['127.0.0.1'], await freePort(), it.token)).toMatchObject({ state: 'ok' })
      expect(await tryPort([], testServer.config.PORT, it.token)).toMatchObject({ state: 'not tried' })
    })
    await behind(0, undefined, async it => expect(await directPort.run(it)).toMatchObject({ state: 'not tried' }))
  })

  it('is not sent for a demo of one machine, which refuses everything that came through a proxy', async () => {
    const demo = await installationOf(shop)
    expect(shop.config.demo).toBe(true)
    expect(await running.run(demo)).toMatchObject({ state: 'ok' })
    expect(await proxies.run(demo)).toMatchObject({ state: 'not tried' })
  })

  it('passes at a server with the same settings and database, and is reported at any other', async () => {
    await behind(1, {}, async (it, testServer) => {
      expect(await running.run(it)).toMatchObject({ state: 'ok' })
      const restarted = { ...it, config: { ...testServer.config, trustedProxies: 2 } }
      expect(await running.run(restarted)).toMatchObject({ state: 'wrong', text: expect.stringContaining('Restart') })
      expect(await running.run({ ...it, token: '1.x' })).toMatchObject({
        state: 'wrong',
        text: expect.stringContaining('another database'),
      })
      const dead = {
        ...it,
        config: { ...testServer.config, publicUrl: new URL(`http://127.0.0.1:${await freePort()}`) },
      }
      expect(await running.run(dead)).toMatchObject({ state: 'wrong' })
      expect(await proxies.run(dead)).toMatchObject({ state: 'not tried' })
    })
  })
})

describe('the doctor’s check of the certificate', () => {
  it('passes if the certificate is trusted and does not expire soon, and otherwise names the reason', async () => {
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
    const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-days', '40', '-nodes']
    const make = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-keyout', key, '-out', cert]
    await promisify(execFile)('openssl', [...make, ...subject])
    const ca = await readFile(cert, 'utf8')
    const server = createTlsServer({ key: await readFile(key), cert: ca }, (_, answer) => answer.end())
    await listen(server as never)
    const url = new URL(`https://localhost:${(server.address() as AddressInfo).port}`)
    try {
      expect(await tryTls(url, Date.now(), ca)).toMatchObject({ text: expect.stringMatching(/certificate|http:/) })
      expect(await tryTls(url, Date.now() + 36 * day, ca)).toMatchObject({
        text: expect.stringMatching(/ends in \d days/),
      })
      expect(await tryTls(url, Date.now())).toMatchObject({ state: 'wrong', text: expect.stringContaining('trust') })
    } finally {
      await close(server as never)
    }
    expect(await tryTls(url, Date.now(), ca)).toMatchObject({ state: 'wrong' })
    expect(await tryTls(new URL('http://127.0.0.1:4100'), Date.now())).toMatchObject({ state: 'not tried' })
  })
})

describe('the doctor’s check of the issuer', () => {
  it('passes for our own issuer, which offers everything required', async () => {
    expect(await issuer.run(await installationOf(shop))).toMatchObject({ state: 'ok' })
  })

  it.each<[string, unknown, number, string]>([
    ['without auth_time', { issuer: 'https://id.example', claims_supported: ['sub'] }, 0, 'auth_time'],
    ['under another name', { issuer: 'https://id.example/', claims_supported: ['auth_time'] }, 0, 'OIDC_ISSUER'],
    ['with a different clock', { issuer: 'https://id.example', claims_supported: ['auth_time'] }, 90_000, '90 s ahead'],
    ['that is a web page', undefined, 0, 'cannot be read'],
  ])('fails if %s', (_, metadata, aheadMs, text) => {
    const found = judgeIssuer('https://id.example', 200, metadata, aheadMs)
    expect(found).toMatchObject({ state: 'wrong', text: expect.stringContaining(text) })
  })

  it('is undecided if the issuer does not list its claims', () => {
    expect(judgeIssuer('https://id.example', 200, { issuer: 'https://id.example' }, Number.NaN).state).toBe('not tried')
  })
})

describe('the doctor’s check of payments', () => {
  it('sends a signed event, which arrives and leaves nothing behind', async () => {
    const events = () =>
      shop.database.db.selectFrom('billing_event').select('event_id').where('type', '=', 'finlist.doctor').execute()
    expect(await tryWebhook(shop.provider, shop.config, shop.database, shop.clock.now())).toMatchObject({ state: 'ok' })
    expect(await events()).toEqual([])
  })

  it('fails with another secret, at an address without a server or at another server', async () => {
    const now = shop.clock.now()
    const other = { ...shop.provider, webhookSecret: 'whsec_another' }
    expect(await tryWebhook(other, shop.config, shop.database, now)).toMatchObject({
      state: 'wrong',
      text: expect.stringContaining('STRIPE_WEBHOOK_SECRET'),
    })
    const dead = { publicUrl: new URL(`http://127.0.0.1:${await freePort()}`) }
    expect(await tryWebhook(shop.provider, dead, shop.database, now)).toMatchObject({ state: 'wrong' })
    const yes = createServer((_, answer) => answer.end())
    const publicUrl = new URL(await listen(yes))
    expect(await tryWebhook(shop.provider, { publicUrl }, shop.database, now)).toMatchObject({
      state: 'wrong',
      text: expect.stringContaining('nobody signed'),
    })
    await close(yes)
  })

  it('fails if Stripe does not know the webhook or has disabled it, and is skipped without keys', async () => {
    const url = 'https://finlist.example/api/payments/webhook'
    expect(judgeEndpoints([{ url, status: 'enabled' }], url).state).toBe('ok')
    expect(judgeEndpoints([{ url, status: 'disabled' }], url).state).toBe('wrong')
    expect(judgeEndpoints([{ url: 'https://old.example/', status: 'enabled' }], url).state).toBe('wrong')
    await behind(0, undefined, async it => expect(await webhook.run(it)).toMatchObject({ state: 'not tried' }))
  })
})

describe('the doctor’s check of mail and SMS', () => {
  it('sends an e-mail with a code, and passes only if the code is entered', async () => {
    const mails: string[] = []
    const server = await openMailServer(0, mails)
    const SMTP_URL = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
    const installed = await installationOf(shop, { config: { ...shop.config, SMTP_URL, MAIL_FROM: 'a@b.example' } })
    const number = () => /^Subject: .*?(\d{6})$/m.exec(mails.at(-1) ?? '')?.[1] ?? ''
    const ask = (answer: () => string) =>
      mail.run({ ...installed, mailbox: 'me@b.example', askOperator: async () => answer() })
    try {
      expect(await mail.run(installed)).toMatchObject({ state: 'not tried', text: expect.stringContaining('--mail') })
      expect(await ask(number)).toMatchObject({ state: 'ok' })
      expect(mails.at(-1)).toContain('To: me@b.example')
      expect(await ask(() => '')).toMatchObject({ state: 'wrong', text: expect.stringContaining('did not arrive') })
      expect(await ask(() => '000000')).toMatchObject({ state: 'wrong' })
      expect(await mail.run({ ...installed, mailbox: 'me@b.example' })).toMatchObject({
        state: 'not tried',
        text: expect.stringContaining(number()),
      })
    } finally {
      server.close()
    }
    expect(await ask(number)).toMatchObject({ state: 'wrong', text: expect.stringContaining('handed over') })
  })

  it('sends a text message with a code, and passes only if the code is entered', async () => {
    let last = ''
    const gateway = createServer((request, answer) => {
      request.on('data', data => (last += String(data))).on('end', () => answer.end())
    })
    const SMS_URL = await listen(gateway)
    const installed = await installationOf(shop, { config: { ...shop.config, SMS_URL }, phone: '+85291234567' })
    expect(
      await sms.run({
        ...installed,
        askOperator: async () => /\d{6}(?!\d)/.exec(last.replace('+85291234567', ''))![0],
      }),
    ).toMatchObject({ state: 'ok' })
    await close(gateway)
    expect(await sms.run(installed)).toMatchObject({ state: 'wrong' })
    expect(await sms.run(await installationOf(shop))).toMatchObject({ state: 'not tried' })
  })
})

describe('the doctor’s check of the database', () => {
  it('reports version and location, and fails with too few connections or with a demo’s database under a live server', async () => {
    const installed = await installationOf(shop)
    expect(await database.run(installed)).toMatchObject({
      state: 'ok',
      text: expect.stringMatching(/^PostgreSQL \d+.*on this machine/),
    })
    expect(await database.run({ ...installed, config: { ...shop.config, WORKERS: 64 } })).toMatchObject({
      state: 'wrong',
      text: expect.stringContaining('max_connections'),
    })
    await markDemo(shop.databaseUrl, true)
    await behind(0, undefined, async found =>
      expect(await database.run(found)).toMatchObject({ state: 'wrong', text: expect.stringContaining('demo') }),
    )
  })

  it('compares the database’s time with the server’s', async () => {
    expect(await clock.run(await installationOf(shop))).toMatchObject({ state: 'ok' })
    expect(judgeClock('It', -45_000)).toMatchObject({ state: 'wrong', text: expect.stringContaining('45 s behind') })
  })

  it('fails if keys were not rotated in time', async () => {
    const installed = await installationOf(shop)
    expect(await keys.run(installed)).toMatchObject({ state: 'ok' })
    expect(await keys.run({ ...installed, now: Date.now() + 101 * day })).toMatchObject({ state: 'wrong' })
  })
})

describe('the doctor’s check of backups', () => {
  const at = new Date()
  const tried = async (name: string, now = at.getTime(), keyFile = '') =>
    await tryBackup({ folder: join(folder, name), keyFile, databaseUrl: directly(shop.databaseUrl), now })
  const make = async (name: string) => {
    const place = join(folder, name)
    await promisify(execFile)('mkdir', [place])
    await backUp([{ name: 'finlist', url: directly(shop.databaseUrl) }], join(place, 'one.gz'), at)
    return join(place, 'one.gz')
  }

  it('restores a backup younger than a day into a separate database, which it then removes', {
    tags: ['slow'],
  }, async () => {
    await make('young')
    expect(await tried('young')).toMatchObject({
      state: 'ok',
      text: expect.stringMatching(/restored: \d+ tables, \d+ rows/),
    })
    const { rows } = await shop.database.pool.query(`select from pg_database where datname like 'finlist_doctor_%'`)
    expect(rows).toEqual([])
    expect(await tried('young', at.getTime() + 2 * day)).toMatchObject({
      state: 'wrong',
      text: expect.stringContaining('48 hours old'),
    })
  })

  it('fails if a backup is missing, damaged or invalid, and is skipped if its folder or key is unknown', async () => {
    const file = await make('bad')
    await writeFile(file, (await readFile(file)).subarray(0, 500))
    expect(await tried('bad')).toMatchObject({ state: 'wrong', text: expect.stringContaining('cannot be restored') })
    expect(await tried('nowhere')).toMatchObject({ state: 'wrong' })
    await promisify(execFile)('mkdir', [join(folder, 'empty')])
    expect(await tried('empty')).toMatchObject({ state: 'wrong', text: expect.stringContaining('no backup') })
    await writeFile(join(folder, 'empty', 'x.gz.age'), 'x')
    expect(await tried('empty')).toMatchObject({ state: 'not tried', text: expect.stringContaining('BACKUP_KEY_FILE') })
    expect(await backup.run(await installationOf(shop))).toMatchObject({ state: 'not tried' })
  })

  it('opens an encrypted backup with its own key only', async context => {
    const age = await promisify(execFile)('age-keygen', ['-o', join(folder, 'key')]).catch(() => undefined)
    if (!age) return context.skip('age is not installed')
    const recipient = /age1\w+/.exec(await readFile(join(folder, 'key'), 'utf8'))![0]
    const file = await make('sealed')
    await promisify(execFile)('age', ['--encrypt', '--recipient', recipient, '--output', `${file}.age`, file])
    await rm(file)
    expect(await tried('sealed', at.getTime(), join(folder, 'key'))).toMatchObject({ state: 'ok' })
    await promisify(execFile)('age-keygen', ['-o', join(folder, 'other')])
    expect(await tried('sealed', at.getTime(), join(folder, 'other'))).toMatchObject({ state: 'wrong' })
  })
})

describe('the doctor’s checks of disk space and calendar', () => {
  it('report the free space of a folder, even if the folder does not exist yet', async () => {
    expect(await judgeDisk([folder])).toMatchObject({ text: expect.stringMatching(/GB \(\d+ %\) free/) })
    expect(await judgeDisk([join(folder, 'not', 'made')])).toMatchObject({ text: expect.stringContaining('free at') })
  })

  it.each<[string, 'ok' | 'wrong', string]>([
    ['2026-11-23', 'ok', '2027-12-31'],
    ['2026-12-31', 'ok', '2027-12-31'],
    ['2027-01-02', 'wrong', 'every weekday'],
  ])('on %s the doctor reports whether exchange closings are known: %s', (today, state, text) => {
    expect(judgeClosings(Date.parse(today))).toMatchObject({ state, text: expect.stringContaining(text) })
  })
})

it('the doctor’s check of the calendar counts closings that were loaded', () => {
  const known = exchangeIds.flatMap(exchange =>
    ['01-05', '02-03', '03-06', '05-04', '10-05'].map(day => [`${exchange} 2028-${day}`, 'full'] as const),
  )
  expect(judgeClosings(Date.parse('2027-01-02'), new Map(known.slice(5)))).toMatchObject({
    state: 'wrong',
    text: expect.stringContaining(`2027-12-31 (${exchangeIds[0]}) alone`),
  })
  expect(judgeClosings(Date.parse('2027-01-02'), new Map(known))).toMatchObject({
    state: 'wrong',
    text: expect.stringContaining('The closings of CN 2027 are a guess'),
  })
  const announced = known.map(([day, kind]) => [day.replace('2028', '2027') as typeof day, kind] as const)
  expect(judgeClosings(Date.parse('2027-01-02'), new Map([...known, ...announced]))).toMatchObject({ state: 'ok' })
})

describe('finlist doctor', () => {
  const command = fileURLToPath(new URL('../src/commands/doctor.ts', import.meta.url))
  const examine = async (env: Record<string, string>, ...typed: string[]) => {
    const { NODE_TLS_REJECT_UNAUTHORIZED: _, ...clean } = childEnv(env)
    return await promisify(execFile)(process.execPath, [command, ...typed], { env: clean }).then(
      ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
      (error: { code: number; stdout: string; stderr: string }) => error,
    )
  }

  it('prints a row per check, and exits with 1 if anything is wrong and with 0 otherwise', {
    tags: ['slow'],
  }, async () => {
    const fresh = await freshDatabase()
    const env = { DATABASE_URL: fresh.url, DATABASE_LISTEN_URL: directly(fresh.url), TRUSTED_PROXIES: '0', ...live }
    try {
      const testServer = await openTestServer(env, { databaseUrl: fresh.url })
      const PORT = String(testServer.config.PORT)
      const sound = await examine({ ...env, PORT })
      await testServer.close()
      expect(sound.stdout).toMatch(/^ok +database +PostgreSQL/m)
      expect(sound.stdout).toMatch(/^ok +server +/m)
      expect(sound.stdout.split('\n').filter(line => /^(ok|WRONG|not tried) /.test(line))).toHaveLength(checks.length)
      const faults = sound.stdout.match(/^WRONG.*/gm) ?? []
      // The disk check depends on the machine.
      expect(faults.filter(line => !/^WRONG +disk/.test(line))).toEqual([])
      expect(sound.code).toBe(faults.length > 0 ? 1 : 0)
      const told = JSON.parse((await examine({ ...env, PORT }, '--json')).stdout) as Row[]
      expect(told.map(({ name }) => name)).toEqual(checks.map(({ name }) => name))
      expect(told.find(({ name }) => name === 'server')).toMatchObject({ state: 'wrong', see: 'Behind a proxy' })
      const dead = await examine({ ...env, PORT })
      expect([dead.code, dead.stdout]).toEqual([1, expect.stringMatching(/^WRONG +server .*does not answer/m)])
      expect(dead.stdout).toContain('See docs/operate/connections.md, Behind a proxy')
    } finally {
      await fresh.drop()
    }
  })

  it('names settings that the server would refuse, and a database that does not respond', {
    tags: ['slow'],
  }, async () => {
    const refused = await examine({ PUBLIC_URL: 'https://finlist.example', ...live })
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('TRUSTED_PROXIES')])
    const DATABASE_URL = `postgres://127.0.0.1:${await freePort()}/finlist`
    const dead = await examine({ DATABASE_URL, TRUSTED_PROXIES: '0', ...live })
    expect([dead.code, dead.stderr]).toEqual([1, expect.stringContaining('does not answer')])
  })

  it('refers only to headings that exist in the operator’s guide', async () => {
    for (const [heading, chapter] of Object.entries(headings))
      expect(await readFile(join(root, `docs/operate/${chapter}.md`), 'utf8')).toContain(`\n## ${heading}\n`)
  })
})
