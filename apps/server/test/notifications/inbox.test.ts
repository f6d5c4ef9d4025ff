import { deleteAccount, exportPersonalData } from '@finlist/contract/account/preferences'
import { inbox, mostInboxItems, readInbox, unread } from '@finlist/contract/inbox'
import { createSystemMessage, withdrawSystemMessage } from '@finlist/contract/system-messages'
import { type AlertKind, alertKinds } from '@finlist/domain/alerts/kind-names'
import { alertRules, isBarKind } from '@finlist/domain/alerts/kinds'
import { addDays, dayAt } from '@finlist/domain/calendar'
import { languageIds } from '@finlist/i18n/languages'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { eraseDue } from '../../src/auth/erasure.ts'
import { personalTables } from '../../src/auth/personal-data.ts'
import { type ToldItem, tell } from '../../src/notifications/inbox/tell.ts'
import { wordsOf } from '../../src/notifications/inbox/words-of.ts'
import { messageKinds } from '../../src/notifications/kinds.ts'
import { ApiClient, openTestServer, type PayingTestServer } from '../test-server.ts'

let testServer: PayingTestServer
let people: Record<'free' | 'hk' | 'us' | 'staff', ApiClient>
const pool = () => testServer.database.pool

beforeAll(async () => {
  testServer = await openTestServer({}, { payments: true })
  const names = ['free', 'hk-yearly', 'us-yearly', 'staff']
  const [free, hk, us, staff] = await Promise.all(names.map(name => ApiClient.signIn(testServer, name)))
  people = { free: free!, hk: hk!, us: us!, staff: staff! }
})
afterAll(() => testServer.close())
beforeEach(() => pool().query('delete from inbox_item'))

const told = (who: ApiClient, item: Omit<ToldItem, 'userId'>) =>
  testServer.database.write(tx => tell(tx, [{ userId: who.userId, ...item }]))
const price = (source: string): Omit<ToldItem, 'userId'> => ({
  kind: 'price-above',
  source,
  exchange: 'HKEX',
  stockCode: '0700',
  facts: { name: 'Tencent', nameZh: '騰訊', date: '2026-11-25', close: 512, value: 500 },
  link: '/interactive-chart?symbol=HKEX%3A0700',
})
const items = async (who: ApiClient) => (await who.ask(inbox)).data
const count = async (who: ApiClient) => (await who.ask(unread)).data.unread

describe('the inbox', () => {
  it('says in both languages what happened and links to it, and counts items as unread until they are read', async () => {
    await told(people.free, price('one'))
    await told(people.free, price('one'))
    await told(people.free, price('two'))
    const { items: shown, unread: number } = await items(people.free)
    expect([shown.length, number, await count(people.free), await count(people.hk)]).toEqual([2, 2, 2, 0])
    expect(shown[0]).toMatchObject({
      kind: 'price-above',
      read: false,
      title: { en: 'Tencent (0700.HK): at or above your price', zh: '騰訊 (0700.HK)：已達你設定的價位或以上' },
      text: {
        en: 'Tencent (0700.HK) closed at 512.00 on 25 November 2026, at or above the 500.00 you set.',
        zh: '騰訊 (0700.HK) 於2026年11月25日收報 512.00，達到或高於你設定的 500.00。',
      },
      link: '/interactive-chart?symbol=HKEX%3A0700',
    })
    const one = await people.free.ask(readInbox, { body: { ids: [shown[1]!.id] } })
    expect(one.data).toEqual({ unread: 1 })
    expect((await items(people.free)).items.map(({ read }) => read)).toEqual([false, true])
    expect((await people.hk.ask(readInbox, { body: { ids: [shown[0]!.id] } })).data.unread).toBe(0)
    expect(await count(people.free)).toBe(1)
    expect((await people.free.ask(readInbox, { body: {} })).data).toEqual({ unread: 0 })
  })

  it('shows at most the newest 200 items of the last 90 days, and counts the unread ones among those only', async () => {
    await pool().query(
      `insert into inbox_item (user_id, kind, source, exchange, stock_code, at)
       select $1, 'price-above', 's' || n, 'HKEX', '0700', product_now() - n * interval '8 hours' from generate_series(1, 300) n`,
      [people.free.userId],
    )
    expect([(await items(people.free)).items.length, await count(people.free)]).toEqual([
      mostInboxItems,
      mostInboxItems,
    ])
    await pool().query(`update inbox_item set at = at - interval '60 days'`)
    expect([(await items(people.free)).items.length, await count(people.free)]).toEqual([89, 89])
  })

  it('shows a user only items that they currently have the right to, and marks only those as read', async () => {
    for (const kind of alertKinds) {
      const facts = { date: '2026-11-25', reportType: 'OTHER', term: 'short', trend: 'UPTREND', span: 'day' }
      for (const who of [people.free, people.us, people.hk])
        await told(who, {
          kind,
          source: kind,
          exchange: 'HKEX',
          ...(alertRules[kind].stock !== 'none' && { stockCode: '0700' }),
          facts,
        })
    }
    const kinds = async (who: ApiClient) => (await items(who)).items.map(({ kind }) => kind).toSorted()
    const free = ['move', 'price-above', 'price-below', 'shareholding', 'volume']
    expect(await kinds(people.free)).toEqual(free)
    expect(await kinds(people.us)).toEqual([...free, 'chase', 'stop'].toSorted())
    expect(await kinds(people.hk)).toEqual([...alertKinds].toSorted())
    await people.free.ask(readInbox, { body: {} })
    const left = await pool().query('select from inbox_item where user_id = $1 and read_at is null', [
      people.free.userId,
    ])
    expect(left.rowCount).toBe(alertKinds.length - free.length)
  })

  it.each([
    ['no ids', { ids: [] }],
    ['a word', { ids: ['all'] }],
    ['more than it shows', { ids: Array.from({ length: 201 }, (_, at) => String(at + 1)) }],
  ])('refuses to mark %s as read', async (_, body) => {
    expect((await people.free.ask(readInbox, { body })).http).toBe(400)
  })
})

describe('system messages in the inbox', () => {
  const day = dayAt('HKEX', Date.now())
  const say = async (target: string, messageEn: string) => {
    const body = { expiryDate: addDays(day, 1), messageEn, messageZh: `${messageEn}。`, target }
    return (await people.staff.ask(createSystemMessage, { body })).data.systemMessageId
  }
  const heard = async (who: ApiClient) => (await items(who)).items.filter(({ kind }) => kind === 'system')

  it('reach their recipients, read or unread, and can still be read after they expire', async () => {
    const [all, us] = [await say('ALL', 'To all'), await say('US', 'To US')]
    expect((await heard(people.us)).map(({ id, text, title }) => [id, text.en, title.en])).toEqual([
      [`s${us}`, 'To US', 'A message from FinList'],
      [`s${all}`, 'To all', 'A message from FinList'],
    ])
    expect((await heard(people.free)).map(({ id }) => id)).toEqual([`s${all}`])
    await people.free.ask(readInbox, { body: { ids: [`s${all}`, `s${us}`, 's999999'] } })
    expect((await heard(people.free)).map(({ read }) => read)).toEqual([true])
    const marks = await pool().query('select message_id from message_read where user_id = $1', [people.free.userId])
    expect(marks.rows).toEqual([{ message_id: all }])
    expect(await count(people.us)).toBe(2)
    await pool().query(`update users set created_at = created_at - interval '1 day'`)
    await pool().query(`update system_message set expires_at = product_now() - interval '1 hour'`)
    expect((await heard(people.us)).length).toBe(2)
    await pool().query(`update users set created_at = product_now() + interval '1 minute' where user_id = $1`, [
      people.us.userId,
    ])
    expect(await heard(people.us)).toEqual([])
    await pool().query(`update users set created_at = created_at - interval '2 days' where user_id = $1`, [
      people.us.userId,
    ])
    await people.staff.ask(withdrawSystemMessage, {
      params: { systemMessageId: String(await say('ALL', 'Withdrawn')) },
    })
    expect((await heard(people.free)).length).toBe(1)
  })
})

describe('messages to one user', () => {
  it('messages about payments are in the inbox in both languages, written in the payment’s transaction, with a link to it', async () => {
    const { rows } = await pool().query<{ user_id: number }>(
      `select user_id from users where email = 'free@demo.example'`,
    )
    const { user_id } = rows[0]!
    await pool().query(
      `insert into billing_customer (user_id, customer_id, payment_method_id, card_last4) values ($1, 'cus_x', 'pm_1', '4242')`,
      [user_id],
    )
    await pool().query(
      `insert into billing_email (user_id, kind, subject_id, decided_at, try_at) values ($1, 'card-replaced', 'pm_1', $2, $2), ($1, 'card-replaced', 'pm_gone', $2, $2)`,
      [user_id, new Date(testServer.clock.now())],
    )
    await expect
      .poll(async () => (await pool().query(`select from billing_email where state = 'waiting'`)).rowCount, {
        timeout: 20_000,
      })
      .toBe(0)
    const shown = (await items(people.free)).items.filter(({ kind }) => kind === 'billing')
    expect(shown).toMatchObject([
      {
        title: { en: 'The card of your FinList account was replaced' },
        text: {
          en: 'Your payments are now made with the card ending in 4242. The previous card is no longer on file.',
        },
        link: '/dashboard',
      },
    ])
    expect(shown[0]!.title.zh).toMatch(/[\u4e00-\u9fff]/)
    expect(shown[0]!.text.zh).toContain('4242')
  })

  it('messages about the account are in the inbox without any code that was sent', async () => {
    const inInbox = Object.entries(messageKinds).flatMap(([kind, facts]) => ('inbox' in facts ? [kind] : []))
    expect(inInbox).toEqual([
      'email-changed',
      'phone-added',
      'phone-proved',
      'phone-changed',
      'second-factor-off',
      'new-browser',
      'account-secured',
      'device-copied',
      'deletion',
    ])
    expect((await people.free.ask(deleteAccount)).http).toBe(200)
    const [notice] = (await items(people.free)).items.filter(({ kind }) => kind === 'account')
    expect(notice).toMatchObject({
      title: { en: 'Your FinList account will be deleted' },
      read: false,
      link: '/dashboard',
    })
    expect(notice!.title.zh).toMatch(/[\u4e00-\u9fff]/)
  })
})

/** Returns the stocks that an alert of the kind may be about: one stock, or null for several together or a market. */
function stocksOf(kind: AlertKind): (string | null)[] {
  if (kind === 'entered' || kind === 'left') return ['0700', null]
  return [alertRules[kind].stock === 'none' ? null : '0700']
}

describe('inbox texts', () => {
  const facts = {
    date: '2026-11-25',
    close: 1,
    high: 2,
    before: 3,
    change: -1.5,
    value: 4,
    volume: 5,
    multiple: 6,
    buyPoint: 7,
    issueDate: '2026-11-20',
    buyPrice: 8,
    reportType: 'OTHER',
    releasedAt: '2026-11-25T00:30:00.000Z',
    participant: 'Broker',
    span: 'day',
    count: 9,
    list: '0001',
    term: 'short',
    trend: 'UPTREND',
    name: 'Company',
    nameZh: '公司',
  }
  const variants = alertKinds.flatMap(kind =>
    (isBarKind(kind) ? [undefined, '2026-11-25T02:30:00.000Z'] : [undefined]).flatMap(takenAt =>
      stocksOf(kind).map(stock_code => ({
        kind,
        takenAt,
        stock_code,
        name: `${kind}${takenAt ? ' at a half hour' : ''}${stock_code === null ? ' of no one stock' : ''}`,
      })),
    ),
  )

  it.each(variants)(
    'inbox texts of $name exist in every language, state what happened, and name no price in the title',
    ({ kind, takenAt, stock_code }) => {
      for (const language of languageIds) {
        const { title, text } = wordsOf(
          {
            kind,
            exchange: 'HKEX',
            stock_code,
            facts: { ...facts, ...(kind === 'state' && { before: '' }), ...(takenAt && { takenAt }) },
          },
          language,
        )
        for (const said of [title, text]) {
          expect(said).not.toMatch(/\{\{|inbox\.|undefined|NaN|: ,| {2}/)
          expect(/[\u4e00-\u9fff]/.test(said)).toBe(language === 'zh')
          expect(said).not.toMatch(/\b(buy now|sell|should|recommend|consider|time to)\b|應該|建議|宜|買入！|沽出/i)
        }
        expect(title.replace('0700', '')).not.toMatch(/\d/)
      }
    },
  )
})

describe('a user’s alerts and inbox', () => {
  it('are in their data export, and deleted with their account', async () => {
    for (const table of ['alert', 'inbox_item', 'message_read']) expect(personalTables).toHaveProperty(table)
    await told(people.us, price('mine'))
    await pool().query(
      `insert into alert (user_id, kind, exchange, stock_code, value, value_on) values ($1, 'price-above', 'HKEX', '0700', 1, current_date)`,
      [people.us.userId],
    )
    await pool().query(`insert into alert_firing (alert_id, seen) select alert_id, 'x' from alert where user_id = $1`, [
      people.us.userId,
    ])
    const answer = await fetch(`${testServer.base}/api${exportPersonalData.path}`, { headers: people.us.headers() })
    const own = (await answer.json()) as Record<string, { source?: string; kind?: string }[]>
    expect([own['alert']!.length, own['inbox_item']![0]!.source]).toEqual([1, 'mine'])
    await pool().query('update users set deletion_at = product_now() where user_id = $1', [people.us.userId])
    const { database, clock } = testServer
    const account = { erase: async () => undefined, facts: async () => undefined }
    await eraseDue({
      database,
      account: account as never,
      endBilling: async () => undefined,
      forgetMail: async () => undefined,
      now: clock.now() + 60_000,
    })
    for (const table of ['alert', 'inbox_item', 'message_read'])
      expect([
        table,
        (await pool().query(`select from ${table} where user_id = $1`, [people.us.userId])).rowCount,
      ]).toEqual([table, 0])
    expect((await pool().query('select from alert_firing')).rowCount).toBe(0)
  })
})
