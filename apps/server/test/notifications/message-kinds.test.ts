import { languageIds } from '@finlist/i18n/languages'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { translate } from '../../src/http/translate.ts'
import { type MessageKind, messageKinds, type NoticeKind, textsOf } from '../../src/notifications/kinds.ts'
import { openMessenger } from '../../src/notifications/messenger.ts'
import { openTestServer, type TestServer } from '../test-server.ts'

const notices = (Object.keys(messageKinds) as MessageKind[]).filter(
  (kind): kind is NoticeKind => 'values' in messageKinds[kind],
)

describe.each(notices)('the account notice %s', notice => {
  it.each(languageIds)('is written in %s and contains all of its facts', language => {
    const values = Object.fromEntries(['brand', ...messageKinds[notice].values].map(name => [name, `<${name}>`]))
    const { subject, body } = textsOf(notice)
    const [head, text] = [translate(language, subject, values), translate(language, body, values)]
    expect(head).not.toBe('')
    expect(`${head}\n${text}`).not.toMatch(/\{\{/)
    for (const value of Object.values(values)) expect(`${head}\n${text}`).toContain(value)
    expect(/[\u4e00-\u9fff]/.test(text)).toBe(language === 'zh')
  })
})

describe('a notice and the change that causes it', () => {
  let testServer: TestServer
  beforeAll(async () => {
    testServer = await openTestServer()
  })
  afterAll(() => testServer.close())

  it('are in one transaction: rolled back together or sent together', async () => {
    const { config, database, databaseUrl } = testServer
    const post = await openMessenger(config, database, databaseUrl, { error: () => undefined })
    const to = 'somebody@demo.example'
    const written = async () =>
      (await database.db.selectFrom('outbox').select('subject').where('recipient', '=', to).execute()).length
    const notice = { to, language: 'en', values: { email: to } } as const
    await expect(
      database.write(async tx => {
        await post.send(tx, 'email-changed', notice)
        throw new Error('the change fails')
      }),
    ).rejects.toThrow('the change fails')
    expect(await written()).toBe(0)
    await database.write(tx => post.send(tx, 'email-changed', notice))
    expect(await written()).toBe(1)
    await post.stop()
  })
})
