import { customersFound, type FoundCustomer } from '@finlist/contract/staff/customers'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { isDisputed, payingInvoice } from '../../payments/disputed.ts'

/** Finds users by part of their name or address, or by a complete id or phone number. Newest first. */
export async function searchCustomers(db: Db, search: string, now: Date): Promise<FoundCustomer[]> {
  const part = `%${search.replace(/[\\%_]/g, sign => `\\${sign}`)}%`
  const userId = /^\d{1,15}$/.test(search) ? Number(search) : 0
  const { rows } = await sql<FoundCustomer>`
    select u.user_id as "userId", u.name, u.email, c.customer_id as "customerId",
      array(select role from user_role r where r.user_id = u.user_id order by role) as roles,
      array(select distinct product_id from plan_grant h
        where h.user_id = u.user_id and h.starts_at <= ${now} and h.ends_at > ${now} order by 1) as "productIds",
      exists (select from subscription s
        where s.user_id = u.user_id and s.status in ('past_due', 'unpaid')) as "pastDue",
      exists (select from subscription s where s.user_id = u.user_id and s.status in ('trialing', 'active', 'past_due', 'unpaid')
        and ${isDisputed(sql`s`)}) as "disputed"
    from users u left join billing_customer c on c.user_id = u.user_id
    where u.user_id = ${userId} or u.name ilike ${part} or u.email ilike ${part} or c.customer_id = ${search}
      or u.user_id in (select user_id from subscription where subscription_id = ${search}
        union all select user_id from invoice where invoice_id = ${search} or upper(number) = upper(${search}))
    order by u.user_id desc limit ${customersFound}`.execute(db)
  return rows
}

const most = { grants: 100, subscriptions: 100, invoices: 200, emails: 100, operations: 100 }

/** All rows about a user's billing; undefined if there is no such user. */
export async function readCustomerRows(db: Db, userId: number) {
  const person = await db.selectFrom('users').selectAll().where('user_id', '=', userId).executeTakeFirst()
  if (!person) return undefined
  const [roles, offBoards, grants, account, subscriptions, invoices, trials, emails, operations] = await Promise.all([
    db.selectFrom('user_role').select('role').where('user_id', '=', userId).orderBy('role').execute(),
    db.selectFrom('game_off_boards').select('since').where('user_id', '=', userId).executeTakeFirst(),
    db
      .selectFrom('plan_grant')
      .selectAll()
      .where('user_id', '=', userId)
      .orderBy('grant_id', 'desc')
      .limit(most.grants)
      .execute(),
    db.selectFrom('billing_customer').selectAll().where('user_id', '=', userId).executeTakeFirst(),
    db
      .selectFrom('subscription as s')
      .leftJoin('billing_coupon as c', 'c.coupon_id', 's.coupon_id')
      .leftJoin('invoice as d', join =>
        join
          .onRef('d.user_id', '=', 's.user_id')
          .on('d.disputed', '=', true)
          .on('d.invoice_id', '=', payingInvoice(sql`s`)),
      )
      .selectAll('s')
      .select(['c.name as coupon_name', 'd.dispute_lost as dispute_lost'])
      .where('s.user_id', '=', userId)
      .orderBy('s.started_at', 'desc')
      .orderBy('s.subscription_id')
      .limit(most.subscriptions)
      .execute(),
    readInvoices(db, userId),
    db
      .selectFrom('trial_taken')
      .select(['product_id', ({ fn }) => fn.min<Date>('taken_at').as('taken_at')])
      .where('user_id', '=', userId)
      .groupBy('product_id')
      .orderBy('product_id')
      .execute(),
    db
      .selectFrom('billing_email')
      .selectAll()
      .where('user_id', '=', userId)
      .orderBy('email_id', 'desc')
      .limit(most.emails)
      .execute(),
    db
      .selectFrom('billing_operation')
      .selectAll()
      .where('user_id', '=', userId)
      .orderBy('created_at', 'desc')
      .orderBy('operation_id')
      .limit(most.operations)
      .execute(),
  ])
  return { person, roles, offBoards, grants, account, subscriptions, invoices, trials, emails, operations }
}

export type CustomerRows = NonNullable<Awaited<ReturnType<typeof readCustomerRows>>>

async function readInvoices(db: Db, userId: number) {
  return await db
    .selectFrom('invoice as i')
    .leftJoin('billing_coupon as c', 'c.coupon_id', 'i.coupon_id')
    .selectAll('i')
    .select('c.name as coupon_name')
    .select(({ selectFrom, fn }) =>
      fn
        .coalesce(
          selectFrom('refund as r')
            .select(({ fn: sums }) => sums.sum<number>('r.cents').as('cents'))
            .whereRef('r.user_id', '=', 'i.user_id')
            .whereRef('r.invoice_id', '=', 'i.invoice_id')
            .where('r.to_credit', '=', true),
          sql<number>`0`,
        )
        .as('to_credit_cents'),
    )
    .where('i.user_id', '=', userId)
    .orderBy('i.created_at', 'desc')
    .orderBy('i.invoice_id')
    .limit(most.invoices)
    .execute()
}
