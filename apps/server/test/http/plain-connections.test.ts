import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { directly, freshDatabase } from '../../../../tools/fresh-database.ts'
import { readConfig } from '../../src/config.ts'
import { openDatabase } from '../../src/db/database.ts'
import { openMessenger } from '../../src/notifications/messenger.ts'
import { openMailServer } from '../notifications/mail-server.ts'

const open = {
  PUBLIC_URL: 'https://finlist.example',
  TRUSTED_PROXIES: '1',
  MAIL_FROM: 'a@finlist.example',
  SMTP_URL: 'smtp://mail.example',
  SMS_COUNTRIES: 'HK',
}
const issuer = { OIDC_CLIENT_ID: 'us', OIDC_CLIENT_SECRET: 'secret' }

/** Any file will do, because a certificate is read only when a connection is made. */
const anyFile = fileURLToPath(import.meta.url)

describe('the server starts only if connections to other machines are encrypted:', () => {
  it.each<[string, Record<string, string>]>([
    ['DATABASE_URL', { DATABASE_URL: 'postgres://db.example/finlist' }],
    ['DATABASE_URL', { DATABASE_URL: 'postgres://db.example/finlist?sslmode=disable' }],
    ['DATABASE_URL', { DATABASE_URL: 'postgres://localhost/finlist?host=db.example' }],
    ['DATABASE_URL', { DATABASE_URL: 'postgres://db.example/finlist?sslmode=no-verify' }],
    ['DATABASE_URL', { DATABASE_URL: 'postgres://db.example/finlist?ssl=no-verify' }],
    ['DATABASE_URL', { DATABASE_URL: 'postgres://db.example/finlist?sslmode=require&uselibpqcompat=true' }],
    ['DATABASE_URL', { DATABASE_URL: 'postgres://db.example/finlist?sslmode=prefer&uselibpqcompat=true' }],
    [
      'DATABASE_URL',
      { DATABASE_URL: `postgres://db.example/finlist?sslmode=verify-ca&uselibpqcompat=true&sslrootcert=${anyFile}` },
    ],
    [
      'DATABASE_URL',
      { DATABASE_URL: 'postgres://db.example/finlist?ssl=true&rejectUnauthorized=false&sslmode=no-verify' },
    ],
    ['SMTP_URL', { SMTP_URL: 'smtp://mail.example?ignoreTLS=true' }],
    ['SMTP_URL', { SMTP_URL: 'smtp://mail.example?requireTLS=false' }],
    ['SMTP_URL', { SMTP_URL: 'smtp://mail.example?opportunisticTLS=true' }],
    ['SMTP_URL', { SMTP_URL: 'smtps://mail.example?tls.rejectUnauthorized=false' }],
    ['SMTP_URL', { SMTP_URL: 'smtp://mail.example?pool=true&service=Gmail' }],
    ['SMS_URL', { SMS_URL: 'http://sms.example/send' }],
    ['OIDC_ISSUER', { OIDC_ISSUER: 'http://id.example', ...issuer }],
  ])('an unencrypted connection is refused, naming its setting: %s, %o', (name, env) => {
    expect(() => readConfig({ ...open, ...env })).toThrow(new RegExp(`^${name}: .*PLAIN_CONNECTIONS=yes`))
    expect(readConfig({ ...open, ...env, PLAIN_CONNECTIONS: 'yes' })).toMatchObject(env)
    expect(readConfig({ ...open, ...env, DEMO_PUBLIC: 'yes' })).toMatchObject(env)
  })

  it.each<Record<string, string>>([
    { DATABASE_URL: 'postgres://db.example/finlist?sslmode=verify-full' },
    { DATABASE_URL: 'postgres://127.0.0.1:5432/finlist' },
    { DATABASE_URL: 'postgres://[::1]/finlist' },
    { DATABASE_URL: 'postgres:///finlist?host=/run/postgresql' },
    { DATABASE_URL: 'postgres://%2Frun%2Fpostgresql/finlist' },
    { DATABASE_URL: `postgres://db.example/finlist?sslmode=verify-full&sslrootcert=${anyFile}` },
    { DATABASE_URL: 'postgres://127.0.0.1/finlist?sslmode=no-verify' },
    { SMTP_URL: 'smtps://mail.example?pool=true&maxConnections=2&tls.servername=mx.example' },
    { SMTP_URL: 'smtp://127.0.0.1?ignoreTLS=true' },
    { SMS_URL: 'https://sms.example/send' },
    { SMS_URL: 'http://localhost:8080/send' },
    { OIDC_ISSUER: 'https://id.example', ...issuer },
  ])('an encrypted or local connection is accepted: %o', env => {
    expect(readConfig({ ...open, ...env })).toMatchObject(env)
  })

  it('a setting that turns off all certificate checks is refused', () => {
    const off = { ...open, NODE_TLS_REJECT_UNAUTHORIZED: '0' }
    expect(() => readConfig(off)).toThrow(/^NODE_TLS_REJECT_UNAUTHORIZED: .*PLAIN_CONNECTIONS=yes/)
    expect(readConfig({ ...off, PLAIN_CONNECTIONS: 'yes' })).toMatchObject({ PUBLIC_URL: open.PUBLIC_URL })
  })
})

describe('outgoing mail', () => {
  const mails: string[] = []
  const server = openMailServer(0, mails)
  const fresh = freshDatabase()
  const quiet = { warn: () => undefined, info: () => undefined, error: () => undefined }
  let smtp: string
  beforeAll(async () => {
    // The wildcard address is this machine too, but not one of the names known to be local.
    smtp = `smtp://0.0.0.0:${((await server).address() as AddressInfo).port}`
  })
  afterAll(async () => {
    ;(await server).close()
    await (await fresh).drop()
  })

  async function hand(env: Record<string, string>) {
    const { url } = await fresh
    const database = await openDatabase(url, quiet, directly(url))
    const post = await openMessenger(readConfig({ ...open, SMTP_URL: smtp, ...env }), database, url, quiet)
    try {
      await post.deliver({ channel: 'email', to: 'b@finlist.example', subject: 'x', body: 'a secret' }, database.db)
    } finally {
      await post.stop()
      await database.close()
    }
  }

  it('is not sent through a server that cannot encrypt, unless the operator allows it', async () => {
    await expect(hand({})).rejects.toThrow('STARTTLS')
    expect(mails).toEqual([])
    await hand({ PLAIN_CONNECTIONS: 'yes' })
    expect(mails).toEqual([expect.stringContaining('a secret')])
  })
})
