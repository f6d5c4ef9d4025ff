import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TLSSocket } from 'node:tls'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { DatabaseAddress } from '../../src/db/address.ts'

/** An impostor in place of PostgreSQL, with its own certificate for another host. */
type Impostor = { server: Server; url: string }

let folder: string
let certificate: string
/** What clients sent, beginning with their request for encryption. */
let told: string[]
const sslRequest = '0000000804d2162f'

async function openImpostor(answer: 'N' | 'S'): Promise<Impostor> {
  const [key, cert] = ['key.pem', 'cert.pem'].map(name => readFileSync(join(folder, name)))
  const server = createServer(socket => {
    const hear = (piece: Buffer) => void told.push(piece.toString('hex'))
    socket.on('error', () => undefined)
    socket.once('data', piece => {
      hear(piece)
      socket.write(answer)
      if (answer === 'N') return socket.on('data', hear)
      const secure = new TLSSocket(socket, { isServer: true, key: key!, cert: cert! })
      secure.on('error', () => undefined)
      secure.on('data', (bytes: Buffer) => {
        hear(bytes)
        secure.destroy()
      })
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return { server, url: `postgres://finlist:secret@127.0.0.1:${(server.address() as AddressInfo).port}/finlist` }
}

let [plain, other] = [] as unknown as [Impostor, Impostor]
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'finlist-tls-'))
  certificate = join(folder, 'cert.pem')
  const made = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2']
  const into = ['-keyout', join(folder, 'key.pem'), '-out', certificate, '-subj', '/CN=other.example']
  execFileSync('openssl', ['req', '-x509', ...made, ...into], { stdio: 'ignore' })
  plain = await openImpostor('N')
  other = await openImpostor('S')
})
afterAll(() => {
  plain.server.close()
  other.server.close()
  rmSync(folder, { recursive: true })
})
beforeEach(() => {
  told = []
})

async function connect(url: string): Promise<string> {
  const client = new DatabaseAddress(url).client({ application_name: 'test' })
  client.on('error', () => undefined)
  return await client.connect().then(
    () => 'connected',
    (error: Error) => error.message,
  )
}

describe.each(['prefer', 'require', 'verify-ca', 'verify-full'])('a database connection with sslmode=%s', mode => {
  it('sends nothing to a server without encryption, and does not continue in plain text', async () => {
    expect(await connect(`${plain.url}?sslmode=${mode}`)).toMatch(/does not support SSL/)
    expect(told).toEqual([sslRequest])
  })

  it('sends nothing to a server with an untrusted certificate', async () => {
    expect(await connect(`${other.url}?sslmode=${mode}`)).toMatch(/self-signed certificate/)
    expect(told).toEqual([sslRequest])
  })

  it('sends nothing to a server with a certificate for another host', async () => {
    expect(await connect(`${other.url}?sslmode=${mode}&sslrootcert=${certificate}`)).toMatch(/altnames/)
    expect(told).toEqual([sslRequest])
  })
})

it('without certificate checks an impostor would receive the password', async () => {
  await connect(`${other.url}?sslmode=no-verify`)
  expect(told).toEqual([sslRequest, expect.stringContaining(Buffer.from('user\0finlist').toString('hex'))])
})

describe('an sslmode value', () => {
  const live = { TRUSTED_PROXIES: '0', SMTP_URL: 'smtp://127.0.0.1', MAIL_FROM: 'a@finlist.example' }
  const names = ['DATABASE_URL', 'DATABASE_LISTEN_URL', 'DATABASE_REPORTS_URL']
  it.each(['', 'allow', 'verifyfull', 'VERIFY-FULL', 'verify-full ', 'true', 'disable,verify-full'])(
    'an sslmode value that the client does not support is refused by name: "%s"',
    word => {
      for (const name of names)
        for (const host of ['db.example', '127.0.0.1']) {
          const url = `postgres://${host}/finlist?sslmode=${encodeURIComponent(word)}`
          const env = { ...live, DATABASE_URL: 'postgres://127.0.0.1/finlist', [name]: url }
          expect(() => readConfig(env)).toThrow(new RegExp(`^${name}: sslmode=${word} is none`, 'm'))
          const twice = { ...env, [name]: `${url}&sslmode=verify-full` }
          expect(() => readConfig(twice)).toThrow(new RegExp(`^${name}: sslmode=${word} is none`, 'm'))
        }
    },
  )

  it.each(['prefer', 'require', 'verify-ca', 'verify-full'])(
    'an sslmode value that checks certificates is accepted: %s',
    word => {
      const DATABASE_URL = `postgres://db.example/finlist?sslmode=${word}`
      expect(readConfig({ ...live, DATABASE_URL })).toMatchObject({ DATABASE_URL })
    },
  )
})
