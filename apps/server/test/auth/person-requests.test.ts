import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { keepAccount } from '@finlist/contract/account/preferences'
import { eraseCustomer, exportCustomer } from '@finlist/contract/staff/customer-actions'
import { auditLog } from '@finlist/contract/staff/customers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { childEnv } from '../../../../tools/child-env.ts'
import { eraseDue } from '../../src/auth/erasure.ts'
import { embeddedAccount } from '../../src/boot/embedded-account.ts'
import { ApiClient, openTestServer, type TestServer } from '../test-server.ts'

let testServer: TestServer
let admin: ApiClient
const folder = mkdtempSync(join(tmpdir(), 'finlist-requests-'))
beforeAll(async () => {
  testServer = await openTestServer()
  admin = await ApiClient.byToken(testServer, 'admin')
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await testServer.close()
})

const body = { proof: 'called-back' as const, askedOn: '2026-07-10', reason: 'wrote a letter' }
const dayMs = 86_400_000
const logged = async (action: 'data-exported' | 'erasure-asked') =>
  (await admin.ask(auditLog, { query: { action } })).data.entries

async function person(name: string) {
  const { user_id: userId } = await testServer.database.db
    .insertInto('users')
    .values({ issuer: 'test', subject: name, email: `${name}@demo.example`, name, email_proved_at: new Date() })
    .returning('user_id')
    .executeTakeFirstOrThrow()
  return { userId, params: { userId: String(userId) }, email: `${name}@demo.example` }
}
const eraseAt = (now: number) =>
  eraseDue({
    database: testServer.database,
    account: embeddedAccount(testServer.database),
    endBilling: async () => undefined,
    forgetMail: async () => undefined,
    now,
  })

describe('a user who asks staff', () => {
  it('gets all of their data through an admin; the log says who verified their identity, and how', async () => {
    const { userId, params, email } = await person('asks-data')
    const staff = await ApiClient.byToken(testServer, 'staff')
    expect((await staff.ask(exportCustomer, { params, body })).http).toBe(403)
    const answer = await admin.raw('POST', `/admin/customers/${userId}/export`, body)
    expect(answer).toMatchObject({ http: 200, users: [{ email }], session: [] })
    expect((await logged('data-exported'))[0]).toMatchObject({
      aboutUserId: userId,
      facts: { proof: 'called-back', askedOn: '2026-07-10', userId },
      reason: 'wrote a letter',
    })
    for (const wrong of [
      { ...body, proof: 'none' },
      { ...body, askedOn: 'today' },
      { ...body, reason: '' },
    ])
      expect((await admin.ask(exportCustomer, { params, body: wrong as never })).http).toBe(400)
  })

  it('is erased after seven days unless they keep the account; the log has the outcome', async () => {
    const [stays, goes] = [await person('stays'), await person('goes')]
    for (const { params } of [stays, goes]) {
      const { erasesAt } = (await admin.ask(eraseCustomer, { params, body })).data
      const days = (Date.parse(erasesAt) - testServer.clock.now()) / dayMs
      expect(days).toBeCloseTo(7, 3)
    }
    const { rows } = await testServer.database.pool.query<{ to: string }>(
      `select recipient as "to" from outbox where recipient = $1`,
      [goes.email],
    )
    expect(rows).toEqual([{ to: goes.email }])
    await (await ApiClient.byToken(testServer, 'stays')).ask(keepAccount)
    await eraseAt(testServer.clock.now() + 8 * dayMs)
    const became = (await logged('erasure-asked')).map(({ aboutUserId, facts }) => ({
      about: aboutUserId,
      of: facts['userId'],
      erased: 'erasedAt' in facts,
      withdrawn: 'withdrawnAt' in facts,
    }))
    expect(became).toEqual([
      { about: null, of: goes.userId, erased: true, withdrawn: false },
      { about: stays.userId, of: stays.userId, erased: false, withdrawn: true },
    ])
  })

  it('can ask for erasure again after keeping the account; the log has the outcome of both requests', async () => {
    const { params, userId } = await person('twice')
    const again = { ...body, askedOn: '2026-07-12' }
    await admin.ask(eraseCustomer, { params, body })
    await (await ApiClient.byToken(testServer, 'twice')).ask(keepAccount)
    await admin.ask(eraseCustomer, { params, body: again })
    await eraseAt(testServer.clock.now() + 8 * dayMs)
    const of = (await logged('erasure-asked')).filter(({ facts }) => facts['userId'] === userId)
    expect(of.map(({ facts }) => [facts['askedOn'], 'erasedAt' in facts, 'withdrawnAt' in facts])).toEqual([
      ['2026-07-12', true, false],
      ['2026-07-10', false, true],
    ])
  })

  it('can also have the data exported on the command line: only the file’s owner may read it, and the log is the same', {
    tags: ['slow'],
  }, async () => {
    const { email, userId } = await person('by-command')
    const command = fileURLToPath(new URL('../../src/commands/finlist.ts', import.meta.url))
    const env = childEnv({ DATABASE_URL: testServer.databaseUrl, PUBLIC_URL: testServer.base })
    const finlist = async (...typed: string[]) =>
      await promisify(execFile)(process.execPath, [command, 'user', ...typed], { env }).then(
        ({ stdout }) => ({ code: 0, stdout, stderr: '' }),
        (error: { code: number; stdout: string; stderr: string }) => error,
      )
    const file = join(folder, 'data.json')
    const how = ['--proof', 'document', '--asked-on', '2026-07-11', '--reason', 'came to the office']
    expect(await finlist(email, '--export', file, ...how)).toMatchObject({ code: 0 })
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ users: [{ email }] })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(await finlist(email, '--export', file, ...how)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is there already'),
    })
    expect(await finlist(email, '--erase', '--reason', 'came to the office')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--proof: one of from-address'),
    })
    expect(await finlist(email, '--erase', ...how)).toMatchObject({ code: 0 })
    const requests = JSON.parse((await finlist('--requests', '--json')).stdout) as { action: string; facts: object }[]
    expect(requests.slice(0, 2)).toMatchObject([
      { action: 'erasure-asked', byName: 'command line', facts: { userId, askedOn: '2026-07-11', proof: 'document' } },
      { action: 'data-exported', byName: 'command line', facts: { userId } },
    ])
  })
})
