import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startEmailProof } from '@finlist/contract/account/registration'
import { overview } from '@finlist/contract/staff/overview'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eraseDue } from '../../src/auth/erasure.ts'
import { embeddedAccount } from '../../src/boot/embedded-account.ts'
import { openMessenger } from '../../src/notifications/messenger.ts'
import { ApiClient, openTestServer, type TestServer } from '../test-server.ts'
import { openMailServer } from './mail-server.ts'

const mails: string[] = []
let mailServer: Awaited<ReturnType<typeof openMailServer>>
let gateway: Server
let testServer: TestServer
beforeAll(async () => {
  mailServer = await openMailServer(0, mails)
  gateway = createServer((_, response) => response.writeHead(503).end())
  await new Promise<void>(resolve => gateway.listen(0, '127.0.0.1', resolve))
  testServer = await openTestServer({
    SMTP_URL: `smtp://127.0.0.1:${portOf(mailServer)}`,
    MAIL_FROM: 'finlist@finlist.example',
    SMS_URL: `http://127.0.0.1:${portOf(gateway)}`,
  })
})
afterAll(async () => {
  await testServer.close()
  mailServer.close()
  gateway.close()
})

const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port
const queued = async () =>
  (
    await testServer.database.pool.query(
      "select state, data, output from pgboss.job where name = 'post' order by created_on",
    )
  ).rows as { state: string; data: object | null; output: object | null }[]

describe('a message in the queue', () => {
  it('cannot be read once it has been sent', async () => {
    const apiClient = await ApiClient.signIn(testServer, 'free')
    await apiClient.ask(startEmailProof, { body: { email: 'new@demo.example' } })
    await expect.poll(async () => (await queued()).map(({ state }) => state)).toEqual(['completed'])
    const code = /\b\d{6}\b/.exec(mails.join())![0]
    expect(JSON.stringify(await queued())).not.toContain(code)
    expect(await queued()).toMatchObject([{ data: null }])
  })

  it('cannot be read after it was given up, and counts as failed', async () => {
    const post = await openMessenger(testServer.config, testServer.database, testServer.databaseUrl, {
      error: () => undefined,
    })
    const body = 'Your code is 123456'
    await testServer.database.transaction(tx =>
      post.sendText(tx, 'sign-in', { channel: 'sms', to: '+85291234567', subject: '', body }),
    )
    const lastTry = () =>
      testServer.database.pool.query(
        "update pgboss.job set retry_count = retry_limit - 1, start_after = now() where name = 'post' and state = 'retry'",
      )
    await expect
      .poll(async () => {
        await lastTry()
        return (await queued()).at(-1)!.state
      })
      .toBe('failed')
    expect(JSON.stringify(await queued())).not.toMatch(/123456|91234567/)
    expect(await post.queued()).toEqual({
      waiting: 0,
      failed: 1,
      lost: [{ kind: 'sign-in', count: 1, last_at: expect.any(Date), fault: 'the SMS gateway answered 503' }],
    })
    const staff = await ApiClient.signIn(testServer, 'staff')
    expect((await staff.ask(overview)).data.mail.queue).toMatchObject({
      failed: 1,
      lost: [{ kind: 'sign-in', count: 1, fault: 'the SMS gateway answered 503' }],
    })
    await post.stop()
  })

  it('is sent with the change that causes it, and is not sent if that is rolled back', async () => {
    const { config, database, databaseUrl } = testServer
    const post = await openMessenger(config, database, databaseUrl, { error: () => undefined })
    const before = (await queued()).length
    const notice = { to: 'free@demo.example', language: 'en', values: { ending: '1234' } } as const
    await expect(
      database.write(async tx => {
        await post.send(tx, 'phone-added', notice)
        throw new Error('the change fails')
      }),
    ).rejects.toThrow('the change fails')
    expect(await queued()).toHaveLength(before)
    await database.write(tx => post.send(tx, 'phone-added', notice))
    await expect.poll(async () => (await queued()).slice(before).map(({ state }) => state)).toEqual(['completed'])
    await post.stop()
  })

  it('waits for a mail server as long as its kind allows: a code for minutes, a notice for days', async () => {
    const { config, database, databaseUrl } = testServer
    const post = await openMessenger(config, database, databaseUrl, { error: () => undefined })
    const message = { channel: 'sms', to: '+85291234568', subject: '', body: 'x' } as const
    await database.transaction(async tx => {
      await post.sendText(tx, 'sign-in', message)
      await post.sendText(tx, 'device-copied', message)
    })
    const { rows } = await database.pool.query<{ seconds: number; tries: number }>(
      `select extract(epoch from keep_until - start_after)::int as seconds, retry_limit as tries from pgboss.job
       where name = 'post' and data ->> 'to' = $1 order by data ->> 'kind' desc`,
      [message.to],
    )
    expect(rows).toEqual([
      { seconds: 900, tries: 8 },
      { seconds: 259_200, tries: 81 },
    ])
    await post.forget([message.to])
    await post.stop()
  })

  it('a message in the queue that an older version left readable is blanked', async () => {
    const post = await openMessenger(testServer.config, testServer.database, testServer.databaseUrl, {
      error: () => undefined,
    })
    await testServer.database.pool.query(
      `update pgboss.job set data = '{"body":"Your code is 123456"}' where name = 'post'`,
    )
    expect(await post.eraseSettled()).toBe(3)
    expect(JSON.stringify(await queued())).not.toContain('123456')
    await post.stop()
  })

  it('is deleted with its recipient’s account, while messages to other people stay', async () => {
    const { database } = testServer
    const post = await openMessenger(testServer.config, database, testServer.databaseUrl, { error: () => undefined })
    const [leaving, staying] = ['hk-monthly@demo.example', 'HK-yearly@demo.example']
    for (const to of [leaving.toUpperCase(), staying])
      await database.pool.query(
        `insert into pgboss.job (name, data, start_after, policy)
         select name, $1, now() + interval '10 minutes', policy from pgboss.queue where name = 'post'`,
        [JSON.stringify({ channel: 'email', to, subject: 'x', body: 'y' })],
      )
    await database.pool.query('update users set deletion_at = $1 where email = $2', [
      new Date(testServer.clock.now()),
      leaving,
    ])
    const account = embeddedAccount(database)
    const endBilling = async () => undefined
    await eraseDue({ database, account, endBilling, forgetMail: post.forget, now: testServer.clock.now() })
    const waiting = (await queued()).filter(({ data }) => data !== null)
    expect(waiting).toMatchObject([{ data: { to: staying } }])
    await post.stop()
  })
})
