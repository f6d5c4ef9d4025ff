import { randomUUID } from 'node:crypto'
import type { Server } from 'node:net'
import { updateSubscription } from '@finlist/contract/billing'
import { winDispute } from '@finlist/pay-sandbox/billing/disputes'
import { sql } from 'kysely'
import type Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../../../tools/free-port.ts'
import type { EmailQueue } from '../../src/payments/emails/email-queue.ts'
import { allSent, anotherEmailQueue, decidedFor, writtenTo } from '../notifications/emails.ts'
import { openMailServer } from '../notifications/mail-server.ts'
import { ApiClient, openTestServer } from '../test-server.ts'
import { type BillingFixture, daySeconds, openBillingFixture, refusal } from './billing-fixture.ts'
import { buy } from './shopper.ts'

let shop: BillingFixture
let box: EmailQueue
let closeBox: () => Promise<void>

beforeAll(async () => {
  shop = await openBillingFixture()
  ;({ box, close: closeBox } = await anotherEmailQueue(shop))
})
afterAll(async () => {
  await closeBox()
  await shop.close()
})

const emailOf = async (userId: number) =>
  (await shop.database.db.selectFrom('users').select('email').where('user_id', '=', userId).executeTakeFirstOrThrow())
    .email

async function written(userId: number) {
  await shop.settle()
  await box.decideDue()
  await allSent(shop, box)
  return await writtenTo(shop, await emailOf(userId))
}
const subjects = async (userId: number) => (await written(userId)).map(({ subject }) => subject)
const subscriptionOf = async (userId: number) => (await shop.payments.subscriptionsOf(userId)).subscriptions[0]!
const msTo = (instant: string) => Date.parse(instant) - shop.clock.now()

describe('the e-mail with a receipt', () => {
  it('has the PDF attached, is in the user’s language, and appears in the outbox', { tags: ['slow'] }, async () => {
    const [english, chinese] = [await shop.person(), await shop.person()]
    await shop.database.db.updateTable('users').set({ language: 'zh' }).where('user_id', '=', chinese).execute()
    await shop.buy(english, 'monthly', 'good', 'WELCOME20')
    await shop.buy(chinese, 'monthly')
    const [one, ...more] = await written(english)
    expect(more).toEqual([])
    expect(one!.subject).toMatch(/^Your FinList receipt \S+$/)
    expect(one!.body).toContain('HK$1,600 was charged to your card')
    expect(one!.body).toContain('attached as a PDF')
    const [zh] = await written(chinese)
    expect(zh!.subject).toMatch(/^你的 FinList 收據/)
    expect(zh!.body).toContain('收取 HK$2,000')
    const page = await (await fetch(`${shop.base}/outbox`)).text()
    expect(page).toContain(one!.subject)
    const [, address] = new RegExp(`href="(/outbox/${one!.message_id}/1)"`).exec(page) ?? []
    const pdf = await fetch(shop.base + address!)
    expect(pdf.headers.get('content-type')).toBe('application/pdf')
    expect(
      Buffer.from(await pdf.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')
    expect((await fetch(`${shop.base}/outbox/${one!.message_id}/2`)).status).toBe(404)
    await shop.leaves(english)
    await shop.leaves(chinese)
  })

  it('states how much was paid from credit, and is not sent if nothing was paid', { tags: ['slow'] }, async () => {
    const [rich, given] = [await shop.person(), await shop.person()]
    await shop.payments.staff.changeCredit(rich, {
      byUserId: given,
      direction: 'give',
      amount: 300_050,
      reason: 'a test of it',
    })
    await shop.buy(rich, 'monthly')
    expect((await written(rich))[0]!.body).toContain('HK$2,000 was taken from your credit; your card was not charged')
    const { stripe } = shop.provider
    const coupon = await stripe.coupons.create({ percent_off: 100, duration: 'once' })
    await stripe.promotionCodes.create({ promotion: { type: 'coupon', coupon: coupon.id }, code: 'GIFT100' })
    await shop.buy(given, 'monthly', 'good', 'GIFT100')
    expect(await written(given)).toEqual([])
    const until = msTo((await subscriptionOf(rich)).nextBillingDate!)
    await shop.sandbox.advance(until / 1_000 + 7_200)
    expect((await written(rich)).at(-1)!.body).toContain(
      'HK$1,000.50 was taken from your credit and HK$999.50 was charged to your card',
    )
    await shop.leaves(rich)
    await shop.leaves(given)
  })

  it('reports an amount too small for a card; the renewal notice and the next receipt say that it is included', async () => {
    const { stripe } = shop.provider
    const coupon = await stripe.coupons.create({ amount_off: 1_679_650, currency: 'hkd', duration: 'once' })
    await stripe.promotionCodes.create({ promotion: { type: 'coupon', coupon: coupon.id }, code: 'NEARLYALL' })
    const userId = await shop.person()
    await shop.buy(userId, 'yearly', 'good', 'NEARLYALL')
    const [first] = await written(userId)
    expect(first!.body).toContain('Your card was not charged.')
    expect(first!.body).toContain('HK$3.50 is below the card minimum, so it is added')
    const until = msTo((await subscriptionOf(userId)).nextBillingDate!) / 1_000
    await shop.sandbox.advance(until - 5 * daySeconds)
    expect((await written(userId)).at(-1)!.body).toContain(
      'HK$16,803.50 (HK$16,800, and HK$3.50 owed from an earlier payment) will be charged to your card then.',
    )
    await shop.sandbox.advance(5 * daySeconds + 7_200)
    const renewed = (await written(userId)).at(-1)!
    expect(renewed.body).toContain('HK$16,803.50 was charged to your card.')
    expect(renewed.body).toContain('This includes HK$3.50 that was owed')
    await shop.leaves(userId)
  })

  it('links to the dashboard instead of attaching the PDF if that cannot be fetched after retries', {
    tags: ['slow'],
  }, async () => {
    const userId = await shop.person()
    await shop.sandbox.change(books => {
      // Break the link to each receipt's PDF at the payment provider.
      books.follow((kind, _, row) => {
        const invoice = row as Stripe.Invoice | undefined
        if (kind === 'invoice' && invoice?.invoice_pdf?.includes('/pdf?'))
          queueMicrotask(() => void shop.sandbox.change(later => breakLink(later, invoice.id)).catch(() => undefined))
      })
    })
    const breakLink = (books: Parameters<Parameters<typeof shop.sandbox.change>[0]>[0], id: string) => {
      const invoice = books.find<Stripe.Invoice>('invoice', id)
      if (invoice?.customer === customer)
        books.put('invoice', { ...invoice, invoice_pdf: `${shop.sandbox.origin}/gone` })
    }
    let customer = ''
    await shop.payments.staff.changeCredit(userId, {
      byUserId: userId,
      direction: 'give',
      amount: 1,
      reason: 'to be known',
    })
    customer = (await shop.books(userId)).customerId
    await shop.buy(userId, 'monthly')
    await shop.settle()
    for (let tries = 0; tries < 6; tries++) {
      await allSent(shop, box)
      expect(await writtenTo(shop, await emailOf(userId))).toEqual([])
      shop.clock.offsetMs += 200_000
    }
    const [letter, ...more] = await written(userId)
    expect(more).toEqual([])
    expect(letter!.body).toContain(`${shop.config.publicUrl.origin}/dashboard?tab=receipts`)
    expect(letter!.body).not.toContain('attached')
    await shop.leaves(userId)
  })
})

describe('a billing e-mail is sent once', { tags: ['slow'] }, () => {
  it('even if events report its payment repeatedly and to two processes', async () => {
    const userId = await shop.person()
    await shop.buy(userId, 'monthly')
    await shop.settle()
    const { customerId } = await shop.books(userId)
    const other = await shop.another()
    const tell = async () => {
      const body = JSON.stringify({
        id: `evt_${randomUUID().replaceAll('-', '')}`,
        object: 'event',
        type: 'invoice.paid',
        created: Math.floor(shop.clock.now() / 1_000),
        data: { object: { id: 'in_any', object: 'invoice', customer: customerId } },
      })
      const timestamp = Math.floor(shop.clock.now() / 1_000)
      const signature = shop.provider.stripe.webhooks.generateTestHeaderString({
        payload: body,
        secret: 'whsec_house',
        timestamp,
      })
      const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
      return (await fetch(`${shop.base}/api/payments/webhook`, { method: 'POST', headers, body })).status
    }
    const answers: number[] = []
    for (let round = 0; round < 20; round++) {
      answers.push(...(await Promise.all(Array.from({ length: 50 }, tell))))
      if (round % 5 === 0) await Promise.all([shop.payments.drain(), other.drain()])
    }
    expect(answers.filter(status => status !== 200)).toEqual([])
    await shop.settle()
    expect(await subjects(userId)).toHaveLength(1)
    await shop.leaves(userId)
  })

  it('a billing e-mail is sent once, with the same content, even if events are lost, duplicated and out of order', async () => {
    const lives = async () => {
      const userId = await shop.person()
      await shop.buy(userId, 'monthly')
      await shop.payments.updateCard(userId, await shop.card('failsLater'))
      await shop.sandbox.advance(msTo((await subscriptionOf(userId)).nextBillingDate!) / 1_000 + 7_200)
      await shop.settle()
      await shop.payments.reconcile()
      await shop.payments.updateCard(userId, await shop.card('mastercard'))
      await shop.sandbox.advance(34 * daySeconds)
      await shop.settle()
      await shop.payments.reconcile()
      return userId
    }
    const kinds = async (userId: number) => (await decidedFor(shop, userId)).map(({ kind }) => kind).toSorted()
    const calm = await lives()
    const told = await kinds(calm)
    await shop.leaves(calm)
    await shop.control('webhooks', { reorder: 'true', duplicate: '1', drop: '0.3', seed: '7' })
    const wild = await lives()
    await shop.control('webhooks', { reorder: 'false', duplicate: '0', drop: '0' })
    expect(await kinds(wild)).toEqual([
      'card-replaced',
      'card-replaced',
      'payment-failed',
      'receipt',
      'receipt',
      'receipt',
    ])
    expect(told).toEqual(await kinds(wild))
    await shop.leaves(wild)
  })

  it('a billing e-mail is sent once, by one of many processes, even if one dies while sending it', async () => {
    const people: number[] = []
    for (let count = 0; count < 6; count++) people.push(await shop.person())
    await allSent(shop, box)
    const { pool } = shop.database
    // E-mails queued from now on wait an hour for every process but the one that dies, whose clock is two hours ahead.
    await pool.query(`create function an_hour_later() returns trigger language plpgsql as
      $$ begin new.try_at := new.try_at + interval '1 hour'; return new; end $$`)
    await pool.query(`create trigger an_hour_later before insert on billing_email
      for each row execute function an_hour_later()`)
    try {
      for (const userId of people) await shop.buy(userId, 'monthly')
      await shop.settle()
    } finally {
      await pool.query('drop function an_hour_later cascade')
    }
    const thatMoment = shop.clock.now() + 7_200_000
    let deaths = 0
    const dying = await anotherEmailQueue(shop, {
      now: () => thatMoment,
      deliver: async (_, tx) => {
        deaths++
        await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx)
      },
    })
    const others = await Promise.all([anotherEmailQueue(shop), anotherEmailQueue(shop)])
    try {
      await dying.box.sendWaiting()
      expect(deaths).toBe(people.length)
      for (const userId of people) expect(await writtenTo(shop, await emailOf(userId))).toEqual([])
      shop.clock.offsetMs += 10_800_000
      await Promise.all(others.map(other => other.box.sendWaiting()))
      for (const userId of people) expect(await subjects(userId)).toHaveLength(1)
    } finally {
      for (const other of [dying, ...others]) await other.close()
    }
    for (const userId of people) await shop.leaves(userId)
  })

  it('billing e-mails are sent in the order of the queue, even if another process is still sending the first', async () => {
    const userId = await shop.person()
    const id = await shop.buy(userId, 'monthly')
    await shop.payments.setAutoRenew(userId, id, false)
    expect(await subjects(userId)).toHaveLength(2)
    const thatMoment = shop.clock.now() + 7_200_000
    await shop.database.pool.query(`update billing_email set state = 'waiting', try_at = $2 where user_id = $1`, [
      userId,
      new Date(thatMoment),
    ])
    const sent: string[] = []
    const other = await anotherEmailQueue(shop, {
      now: () => thatMoment,
      deliver: async ({ subject }) => void sent.push(`other: ${subject}`),
    })
    const one = await anotherEmailQueue(shop, {
      now: () => thatMoment,
      deliver: async ({ subject }) => {
        if (sent.length === 0) await other.box.sendWaiting()
        sent.push(`one: ${subject}`)
      },
    })
    try {
      await one.box.sendWaiting()
      expect(sent).toEqual([
        expect.stringMatching(/^one: Your FinList receipt/),
        expect.stringMatching(/^one: .*renew/),
      ])
    } finally {
      await one.close()
      await other.close()
    }
    await shop.leaves(userId)
  })

  it('a billing e-mail is sent after the mail server was unavailable for a while, unless its content no longer applies', async () => {
    const mailPort = await freePort()
    const env = { SMTP_URL: `smtp://127.0.0.1:${mailPort}`, MAIL_FROM: 'FinList <finlist@finlist.example>' }
    const testServer = await openTestServer(env, { payments: true })
    const { box: sender, close } = await anotherEmailQueue(testServer)
    const mails: string[] = []
    let server: Server | undefined
    try {
      const buyer = await ApiClient.byToken(testServer, 'free')
      const { answer } = await buy(testServer, buyer, { productId: 2, billingPeriodId: 1 })
      await testServer.sandbox.advance(360 * daySeconds)
      await testServer.settle()
      await sender.decideDue()
      await allSent(testServer, sender)
      const before = await decidedFor(testServer, buyer.userId)
      expect(before.map(({ kind, state }) => [kind, state])).toEqual([
        ['receipt', 'waiting'],
        ['upcoming-renewal', 'waiting'],
      ])
      expect(before[0]!.attempts).toBeGreaterThan(0)
      const later = await ApiClient.byToken(testServer, 'free')
      const off = { params: { id: answer.data.subscriptionId }, body: { hasAutoRenew: false } }
      expect((await later.ask(updateSubscription, off)).http).toBe(200)
      server = await openMailServer(mailPort, mails)
      testServer.clock.offsetMs += 3_600_000
      await allSent(testServer, sender)
      const after = await decidedFor(testServer, buyer.userId)
      expect(after.map(({ kind, state }) => [kind, state])).toEqual([
        ['receipt', 'sent'],
        ['upcoming-renewal', 'dropped'],
        ['renewal-off', 'sent'],
      ])
      expect(mails).toHaveLength(2)
      const receipt = mails.find(mail => mail.includes('Subject: Your FinList receipt'))
      expect(receipt).toMatch(/Message-ID: <billing-\d+-\d+@127\.0\.0\.1>/i)
      expect(receipt).toMatch(/Content-Type: application\/pdf/)
    } finally {
      await close()
      await testServer.close()
      server?.close()
    }
  })
})

describe('changes of a plan, by its holder or by staff, are confirmed by e-mail', () => {
  it('once each: renewal turned off, a shorter period scheduled, the card replaced', async () => {
    const userId = await shop.person()
    const id = await shop.buy(userId, 'yearly')
    const before = (await subjects(userId)).length
    const since = async () => (await written(userId)).slice(before)
    await shop.payments.setAutoRenew(userId, id, false)
    const [off, ...none] = await since()
    expect([off!.subject, none]).toEqual(['Auto-renewal of FinList HK is off', []])
    expect(off!.body).toMatch(/You keep the plan until \d+ \w+ 20\d\d, and your card is not charged again/)
    expect(off!.body).toContain(`/dashboard?subscriptionId=${id}`)
    await shop.payments.setAutoRenew(userId, id, true)
    await shop.payments.changePeriod(userId, id, shop.wanted('quarterly', 'existing_card'))
    const shorter = (await since()).slice(1)
    expect(shorter.map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^FinList HK changes to quarterly billing on \d+ \w+ 20\d\d$/),
    ])
    expect(shorter[0]!.body).toContain('from yearly to quarterly billing')
    expect(shorter[0]!.body).toContain('HK$4,800')
    await shop.payments.updateCard(userId, await shop.card('mastercard'))
    const card = (await since()).slice(2)
    expect(card.map(({ subject }) => subject)).toEqual(['The card of your FinList account was replaced'])
    expect(card[0]!.body).toContain('the card ending in 4444')
    await shop.payments.reconcile()
    expect(await since()).toHaveLength(3)
    await shop.leaves(userId)
  })

  it('a refund to the card or as credit, by staff or at the payment provider, is confirmed in the user’s language', async () => {
    const [userId, staff] = [await shop.person(), await shop.person()]
    await shop.database.db.updateTable('users').set({ language: 'zh' }).where('user_id', '=', userId).execute()
    await shop.buy(userId, 'monthly')
    const before = (await subjects(userId)).length
    const [invoice] = (await shop.payments.subscriptionsOf(userId)).invoices
    const refund = { byUserId: staff, invoiceId: invoice!.invoiceId, endsAccess: false, reason: 'a test of it' }
    await shop.payments.staff.refund(userId, { ...refund, amount: 50_000, to: 'card' })
    await shop.payments.staff.refund(userId, { ...refund, amount: 30_000, to: 'credit' })
    const { rows } = await shop.database.pool.query(
      'select payment_intent_id as id from invoice where invoice_id = $1',
      [invoice!.invoiceId],
    )
    await shop.provider.stripe.refunds.create({ payment_intent: rows[0].id, amount: 1_000 })
    const told = (await written(userId)).slice(before)
    expect(told.map(({ subject }) => subject)).toEqual([
      'FinList 退款：HK$500',
      'FinList 退款：HK$300',
      'FinList 退款：HK$10',
    ])
    expect(told[0]!.body).toContain(`收據 ${invoice!.number}`)
    expect(told[1]!.body).toContain('已退至你的帳戶結餘')
    await shop.payments.reconcile()
    expect((await subjects(userId)).slice(before)).toHaveLength(3)
    await shop.leaves(userId)
    await shop.leaves(staff)
  })
})

describe('a plan whose payment is disputed', () => {
  const told = async (userId: number) => (await subjects(userId)).slice(1)
  const disputed = async () => {
    const userId = await shop.person()
    const id = await shop.buy(userId, 'monthly', 'disputed')
    await shop.settle()
    return { userId, id }
  }

  it('gives no access, does not renew and cannot be changed, but can be bought again', async () => {
    const { userId, id } = await disputed()
    expect(await subscriptionOf(userId)).toMatchObject({
      disputed: { amount: 200_000, isLost: false },
      hasAutoRenew: false,
      nextBillingDate: null,
      nextAmount: null,
    })
    expect(await shop.rights(userId)).toEqual([])
    expect(await told(userId)).toEqual(['The payment for FinList HK is disputed'])
    const no = { http: 409, code: 'disputed' }
    expect(await refusal(shop.payments.setAutoRenew(userId, id, true))).toEqual(no)
    expect(await refusal(shop.payments.previewUpdate(userId, id, shop.wanted('yearly', '')))).toEqual(no)
    const anew = await shop.buy(userId, 'quarterly')
    const { subscriptions } = await shop.payments.subscriptionsOf(userId)
    expect(subscriptions).toMatchObject([{ subscriptionId: anew, status: 'active', hasAutoRenew: true }])
    expect(subscriptions[0]).not.toHaveProperty('disputed')
    expect((await shop.books(userId)).subscriptions.map(({ status }) => status)).toEqual(['active', 'canceled'])
    await shop.leaves(userId)
  })

  it('gives no access after a lost dispute until it is bought again, and nothing more is charged', {
    tags: ['slow'],
  }, async () => {
    const { userId } = await disputed()
    expect(await told(userId)).toEqual(['The payment for FinList HK is disputed'])
    await shop.sandbox.advance(9 * daySeconds + 60)
    await shop.settle()
    expect(await subscriptionOf(userId)).toMatchObject({ disputed: { amount: 200_000, isLost: true } })
    expect(await told(userId)).toEqual([
      'The payment for FinList HK is disputed',
      'The disputed payment for FinList HK was returned to you',
    ])
    const anew = await shop.buy(userId, 'monthly')
    expect((await shop.payments.subscriptionsOf(userId)).subscriptions.map(held => held.subscriptionId)).toEqual([anew])
    expect(await shop.rights(userId)).toHaveLength(1)
    await shop.leaves(userId)
    const other = await disputed()
    await shop.sandbox.advance(40 * daySeconds)
    await shop.settle()
    expect((await shop.payments.subscriptionsOf(other.userId)).subscriptions).toEqual([])
    expect((await shop.books(other.userId)).charges).toBe(200_000)
    await shop.leaves(other.userId)
  })

  it('gives access again after a won dispute, and renewal can be turned on', async () => {
    const { userId, id } = await disputed()
    const { customerId } = await shop.books(userId)
    await shop.sandbox.change(books => {
      const own = books.all<Stripe.Charge>('charge').find(({ customer }) => customer === customerId)
      winDispute(books, books.all<Stripe.Dispute>('dispute').find(({ charge }) => charge === own?.id)!)
    })
    await shop.settle()
    expect(await subscriptionOf(userId)).not.toHaveProperty('disputed')
    expect(await shop.rights(userId)).toHaveLength(1)
    expect((await told(userId)).at(-1)).toBe('The dispute about FinList HK is over, and your access is back')
    await shop.payments.setAutoRenew(userId, id, true)
    await shop.payments.reconcile()
    expect(await subscriptionOf(userId)).toMatchObject({ hasAutoRenew: true })
    await shop.leaves(userId)
  })
})

describe('a failed renewal', () => {
  it('is reported once with a link for paying, and again when access has ended', {
    tags: ['slow'],
  }, async () => {
    const userId = await shop.person()
    const id = await shop.buy(userId, 'monthly')
    await shop.payments.updateCard(userId, await shop.card('failsLater'))
    await written(userId)
    await shop.sandbox.advance(msTo((await subscriptionOf(userId)).nextBillingDate!) / 1_000 + 7_200)
    const told = (await written(userId)).at(-1)!
    expect(told.subject).toBe('Your FinList renewal could not be paid')
    expect(told.body).toContain(`/dashboard?subscriptionId=${id}`)
    expect(told.body).toContain('HK$2,000')
    const held = await subscriptionOf(userId)
    expect(held.pastDue).toMatchObject({ amountDue: 200_000, needsBank: false })
    await shop.sandbox.advance(4 * daySeconds)
    expect(await subjects(userId)).toHaveLength(3)
    await shop.sandbox.advance(4 * daySeconds)
    expect((await subjects(userId)).slice(3)).toEqual(['Your access to FinList HK has ended'])
    await shop.sandbox.advance(20 * daySeconds)
    expect(await subjects(userId)).toHaveLength(4)
    await shop.leaves(userId)
  })

  it('a failed renewal that needs the bank’s confirmation is reported as such', { tags: ['slow'] }, async () => {
    const userId = await shop.person()
    await shop.buy(userId, 'monthly', 'bankAlways')
    await shop.settle()
    await shop.sandbox.advance(msTo((await subscriptionOf(userId)).nextBillingDate!) / 1_000 + 7_200)
    expect((await subjects(userId)).at(-1)).toBe('Your bank wants you to confirm your FinList renewal')
    const { pastDue, subscriptionId } = await subscriptionOf(userId)
    expect(pastDue).toMatchObject({ needsBank: true, amountDue: 200_000 })
    const first = await shop.payments.confirmOutstanding(userId, subscriptionId)
    await shop.bank(first.paymentIntentSecret, false)
    expect((await subscriptionOf(userId)).pastDue).toMatchObject({ needsBank: true })
    const { paymentIntentSecret } = await shop.payments.confirmOutstanding(userId, subscriptionId)
    await shop.bank(paymentIntentSecret)
    const after = await shop.payments.confirmOutstanding(userId, subscriptionId)
    expect(after).toMatchObject({ paymentIntentSecret: null, subscription: { status: 'active' } })
    expect(await subjects(userId)).toHaveLength(3)
    await shop.leaves(userId)
  })
})
