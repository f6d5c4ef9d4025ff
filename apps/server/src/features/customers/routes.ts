import { customerActivity } from '@finlist/contract/account/account-activity'
import {
  blockCustomer,
  changeCredit,
  eraseCustomer,
  exportCustomer,
  grantTrial,
  joinCustomer,
  type RequestProof,
  refundInvoice,
  setFriend,
  setOnBoards,
  signOutCustomer,
  takeRole,
} from '@finlist/contract/staff/customer-actions'
import { auditLog, findCustomers, readCustomer } from '@finlist/contract/staff/customers'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { readAccountEvents } from '../../auth/account-events.ts'
import { issuerKey } from '../../auth/find-or-create-user.ts'
import { CannotJoin, joinAccounts } from '../../auth/join-accounts.ts'
import { eraseOnRequest, noteExport } from '../../auth/person-requests.ts'
import { personalData } from '../../auth/personal-data.ts'
import type { SignInAccount } from '../../auth/sign-in-account.ts'
import type { Config } from '../../config.ts'
import type { Database } from '../../db/database.ts'
import { BadRequest, Forbidden, NotFound } from '../../http/client-errors.ts'
import { Download } from '../../http/download.ts'
import { idempotencyKeyOf } from '../../http/idempotency-key.ts'
import { type Caller, serve } from '../../http/serve.ts'
import type { SendNotice } from '../../notifications/messenger.ts'
import { givenByStaff } from '../../payments/operations/credit.ts'
import type { Payments } from '../../payments/payments.ts'
import type { Provider } from '../../payments/provider/provider.ts'
import { auditEntries } from './audit-entries.ts'
import { customerDto } from './customer-dto.ts'
import {
  alone,
  grantTrial as giveTrial,
  setFriend as makeFriend,
  setOnBoards as putOnBoards,
  type StaffAction,
  sameAction,
  signOut,
} from './grants.ts'
import { setBlocked, takeRoleAway } from './standing.ts'
import { readCustomerRows, searchCustomers } from './store.ts'

type Parts = {
  database: Database
  account: SignInAccount
  send: SendNotice
  paymentProvider: { provider: Provider; payments: Payments } | undefined
  config: Pick<Config, 'ADMIN_EMAILS' | 'embeddedIdentity' | 'issuer'>
  now: () => number
}
type Asked = { reason: string; proof: RequestProof; askedOn: string }

const entriesShown = 100

/** Routes with which staff view customers and admins act for them. Admins cannot act for themselves. */
export function customerRoutes(app: FastifyInstance, { database, account, send, paymentProvider, config, now }: Parts) {
  const { db } = database
  const adminEmails = config.ADMIN_EMAILS
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

  serve(app, customerActivity, async ({ params: { userId } }) => {
    await assertPerson(userId)
    return await readAccountEvents(db, userId, new Date(now()))
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

  serve(app, setOnBoards, async ({ params: { userId }, body: { reason, onBoards }, caller, request }) => {
    await putOnBoards(database, action(caller, userId, reason, request), onBoards)
    return { onBoards }
  })

  serve(app, blockCustomer, async ({ params: { userId }, body: { reason, ...asked }, caller, request }) =>
    setBlocked({ database, account, adminEmails, payments }, action(caller, userId, reason, request), asked),
  )

  serve(app, takeRole, async ({ params: { userId }, body: { reason, role }, caller, request }) => ({
    roles: await takeRoleAway({ database, adminEmails }, action(caller, userId, reason, request), role),
  }))

  serve(app, signOutCustomer, async ({ params: { userId }, body: { reason }, caller, request }) => ({
    ended: await signOut(database, account, action(caller, userId, reason, request)),
  }))

  const personRequest = (caller: Caller, userId: number, body: Asked, request: FastifyRequest) => {
    const { reason, proof, askedOn } = body
    return { ...action(caller, userId, reason, request), at: new Date(now()), proof, askedOn }
  }

  serve(app, exportCustomer, async ({ params: { userId }, body, caller, request }) => {
    await assertPerson(userId)
    const asked = personRequest(caller, userId, body, request)
    const content = await personalData(database, account, userId)
    await alone(database, userId, async tx => {
      const facts = { proof: asked.proof, askedOn: asked.askedOn }
      if (!(await sameAction(tx, { ...asked, now: now() }, ['data-exported'], facts))) await noteExport(tx, asked)
    })
    return new Download(`finlist-data-${userId}.json`, 'application/json; charset=utf-8', content)
  })

  serve(app, eraseCustomer, async ({ params: { userId }, body, caller, request, language }) => {
    const asked = personRequest(caller, userId, body, request)
    return await alone(database, userId, async tx => {
      const facts = { proof: asked.proof, askedOn: asked.askedOn }
      const before = await sameAction(tx, { ...asked, now: now() }, ['erasure-asked'], facts)
      if (before) return { erasesAt: String(before['erasesAt']) }
      return { erasesAt: (await eraseOnRequest(tx, send, asked, language)).toISOString() }
    })
  })

  serve(app, joinCustomer, async ({ params: { userId }, body: { otherUserId, reason }, caller, request }) => {
    const { now: at, ...word } = action(caller, userId, reason, request)
    another(caller, otherUserId)
    return await alone(database, userId, async tx => {
      const before = await tx
        .selectFrom('audit_log')
        .select('about_user_id')
        .where('by_user_id', '=', caller.userId)
        .where('asked_key', '=', word.askedKey ?? '')
        .executeTakeFirst()
      if (before) return { stays: before.about_user_id ?? userId }
      const { stays } = await joinAccounts(tx, [userId, otherUserId], {
        issuer: issuerKey(config),
        word: { ...word, at: new Date(at) },
      })
      return { stays }
    }).catch(error => {
      if (error instanceof CannotJoin)
        throw new BadRequest(`customers.join.${error.why}`, {
          httpStatus: 409,
          code: 'cannot_join',
          field: 'otherUserId',
        })
      throw error
    })
  })

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

/** The URL of a page at the payment provider; the sandbox shows everything about a customer on one page. */
function pageOf(provider: Provider | undefined, customerId: string | undefined) {
  return (path: string | null): string | null => {
    if (!provider || path === null) return null
    const isKnown = provider.kind === 'stripe' || /^(customers|coupons)\//.test(path)
    return new URL(isKnown ? path : `customers/${customerId ?? ''}`, provider.dashboardUrl).href
  }
}
