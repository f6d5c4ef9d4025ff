import { changeCredit, grantTrial, refundInvoice, setFriend, signOutCustomer } from '@finlist/contract/customer-actions'
import { auditLog, findCustomers, readCustomer } from '@finlist/contract/customers'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { SignInAccount } from '../../access/sign-in-account.ts'
import type { Database } from '../../db/database.ts'
import { BadRequest, Forbidden, NotFound } from '../../http/client-errors.ts'
import { idempotencyKeyOf } from '../../http/idempotency-key.ts'
import { type Caller, serve } from '../../http/serve.ts'
import { givenByStaff } from '../../payments/operations/credit.ts'
import type { Payments } from '../../payments/payments.ts'
import type { Provider } from '../../payments/provider/provider.ts'
import { auditEntries } from './audit-entries.ts'
import { customerDto } from './customer-dto.ts'
import { grantTrial as giveTrial, setFriend as makeFriend, type StaffAction, signOut } from './grants.ts'
import { readCustomerRows, searchCustomers } from './store.ts'

type Parts = {
  database: Database
  account: SignInAccount
  paymentProvider: { provider: Provider; payments: Payments } | undefined
  now: () => number
}

const entriesShown = 100

/** Customers as staff see them, and what admins may do for them; never for themselves. */
export function customerRoutes(app: FastifyInstance, { database, account, paymentProvider, now }: Parts) {
  const { db } = database
  const payments = () => {
    if (!paymentProvider) throw new BadRequest('payments-none', { httpStatus: 503, code: 'payments_none' })
    return paymentProvider.payments
  }
  const action = (caller: Caller, userId: number, reason: string, request: FastifyRequest): StaffAction => ({
    byUserId: caller.userId,
    aboutUserId: another(caller, userId),
    reason,
    askedKey: idempotencyKeyOf(request),
    now: now(),
  })

  serve(app, findCustomers, ({ query }) => searchCustomers(db, query.search, new Date(now())))

  serve(app, readCustomer, async ({ params: { userId }, caller, language }) => {
    const rows = await readCustomerRows(db, userId)
    if (!rows) throw new NotFound()
    const { entries } = await auditEntries(db, { aboutUserId: userId }, { most: entriesShown })
    return customerDto(rows, {
      isCaller: caller.userId === userId,
      givenCents: await givenByStaff(db, userId),
      audit: entries,
      language,
      now: now(),
      link: pageOf(paymentProvider?.provider, rows.account?.customer_id),
    })
  })

  serve(app, changeCredit, async ({ params: { userId }, body, caller, request }) => {
    await assertPerson(another(caller, userId))
    const change = { byUserId: caller.userId, ...body }
    return { credit: await payments().staff.changeCredit(userId, change, idempotencyKeyOf(request)) }
  })

  serve(app, refundInvoice, async ({ params: { userId }, body, caller, request }) => {
    await assertPerson(another(caller, userId))
    const wanted = { byUserId: caller.userId, ...body }
    return { refundable: await payments().staff.refund(userId, wanted, idempotencyKeyOf(request)) }
  })

  serve(app, grantTrial, async ({ params: { userId }, body: { reason, ...trial }, caller, request }) => {
    const endsAt = await giveTrial(database, action(caller, userId, reason, request), trial)
    return { endsAt: endsAt.toISOString() }
  })

  serve(app, setFriend, async ({ params: { userId }, body: { reason, friend }, caller, request }) => {
    await makeFriend(database, action(caller, userId, reason, request), friend)
    return { friend }
  })

  serve(app, signOutCustomer, async ({ params: { userId }, body: { reason }, caller, request }) => ({
    ended: await signOut(database, account, action(caller, userId, reason, request)),
  }))

  serve(app, auditLog, ({ query: { page, ...filter } }) => auditEntries(db, filter, page === undefined ? {} : { page }))

  async function assertPerson(userId: number) {
    const person = db.selectFrom('users').select('user_id').where('user_id', '=', userId)
    if (!(await person.executeTakeFirst())) throw new NotFound()
  }
}

function another(caller: Caller, userId: number): number {
  if (caller.userId === userId) throw new Forbidden('forbidden-oneself', 'oneself')
  return userId
}

/** The address of a page at the payment provider; the sandbox shows everything of a customer on one page. */
function pageOf(provider: Provider | undefined, customerId: string | undefined) {
  return (path: string | null): string | null => {
    if (!provider || path === null) return null
    const isKnown = provider.kind === 'stripe' || /^(customers|coupons)\//.test(path)
    return new URL(isKnown ? path : `customers/${customerId ?? ''}`, provider.dashboardUrl).href
  }
}
