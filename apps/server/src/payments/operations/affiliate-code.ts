import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import { audit } from '../../db/audit.ts'
import type { Tables } from '../../db/tables.ts'
import { BadRequest } from '../../http/client-errors.ts'
import type { BillingContext } from '../billing-context.ts'
import { isDefinite } from '../provider/errors.ts'
import {
  createCoupon,
  deleteCoupon,
  isCodeActive,
  isCodeTaken,
  promotionCodeFor,
  retirePromotionCode,
} from '../provider/promotion-codes.ts'

/** The code to create. `code` is in capital letters. */
export type WantedCode = {
  byUserId: number
  userId: number
  code: string
  percentOff: number
  duration: 'once' | 'forever'
  reason: string
}
type Row = Selectable<Tables['affiliate_code']>

const codeTaken = () => new BadRequest('affiliate.code-taken', { httpStatus: 409, code: 'code_taken', field: 'code' })

/**
 * Creates an affiliate's coupon and promotion code at the payment provider, and grants the role. A repeated call
 * resumes an interrupted one. Returns the coupon's id.
 */
export async function makeAffiliateCode(billing: BillingContext, wanted: WantedCode): Promise<string> {
  return await billing.locks.hold(lock, async () => {
    const known = await same(billing, wanted)
    if (known?.promotion_code_id) return known.coupon_id
    const row = known ?? (await begin(billing, wanted))
    await finish(billing, row)
    return row.coupon_id
  })
}

/** Completes codes whose creation was interrupted a while ago. Returns the number completed. */
export async function finishAffiliateCodes(billing: BillingContext): Promise<number> {
  const halfMade = await billing.database.db
    .selectFrom('affiliate_code')
    .selectAll()
    .where('promotion_code_id', 'is', null)
    .where('created_at', '<', new Date(billing.now() - 60_000))
    .orderBy('created_at')
    .limit(100)
    .execute()
  for (const row of halfMade) await billing.locks.hold(lock, () => finish(billing, row))
  return halfMade.length
}

/** For an affiliate being erased: disables the code for new customers; past purchases with it are unaffected. */
export async function retireAffiliateCode(billing: BillingContext, userId: number): Promise<void> {
  await billing.locks.hold(lock, async () => {
    const row = await billing.database.db
      .selectFrom('affiliate_code')
      .selectAll()
      .where('user_id', '=', userId)
      .executeTakeFirst()
    if (row?.promotion_code_id) await retirePromotionCode(billing.stripe, row.promotion_code_id)
    else if (row) await unmake(billing, row)
  })
}

const lock = 'affiliate codes'

async function same(
  { database }: BillingContext,
  { userId, code, percentOff, duration }: WantedCode,
): Promise<Row | undefined> {
  const rows = await database.db
    .selectFrom('affiliate_code')
    .selectAll()
    .where(({ eb, or }) => or([eb('code', '=', code), eb('user_id', '=', userId)]))
    .execute()
  const row = rows.find(one => one.code === code)
  if (row && row.user_id === userId && row.percent_off === percentOff && row.duration === duration) return row
  const theirs = rows.find(one => one.user_id === userId)
  if (theirs)
    throw new BadRequest('affiliate.has-code', {
      httpStatus: 409,
      code: 'has_code',
      field: 'email',
      values: { code: theirs.code },
    })
  if (row) throw codeTaken()
  return undefined
}

async function begin(billing: BillingContext, wanted: WantedCode): Promise<Row> {
  const { code, userId, percentOff, duration, byUserId, reason } = wanted
  if (await isCodeActive(billing.stripe, code)) throw codeTaken()
  const operationId = randomUUID()
  const row = await billing.database.db
    .insertInto('affiliate_code')
    .values({
      code,
      user_id: userId,
      coupon_id: `${code}-${operationId.slice(0, 8)}`,
      promotion_code_id: null,
      percent_off: percentOff,
      duration,
      by_user_id: byUserId,
      reason,
      operation_id: operationId,
      created_at: new Date(billing.now()),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await billing.crashAt('affiliate code: begun')
  return row
}

async function finish(billing: BillingContext, row: Row): Promise<void> {
  try {
    const { code, coupon_id: id, percent_off: percentOff, duration, operation_id } = row
    const metadata = wordsOf(row)
    await createCoupon(billing.stripe, { id, name: code, percentOff, duration, metadata }, `${operation_id}:coupon`)
    await billing.crashAt('affiliate code: coupon made')
    const request = { coupon: id, code, metadata }
    const promotionCodeId = await promotionCodeFor(billing.stripe, request, `${operation_id}:code`)
    await billing.crashAt('affiliate code: promotion code made')
    await give(billing, row, promotionCodeId)
  } catch (error) {
    if (!isDefinite(error)) throw error
    await unmake(billing, row)
    throw isCodeTaken(error) ? codeTaken() : error
  }
}

/** Deletes an incomplete code. */
async function unmake({ stripe, database }: BillingContext, { code, coupon_id }: Row): Promise<void> {
  await deleteCoupon(stripe, coupon_id)
  await database.db
    .deleteFrom('affiliate_code')
    .where('code', '=', code)
    .where('promotion_code_id', 'is', null)
    .execute()
}

const wordsOf = ({ user_id, operation_id }: Row) => ({
  operation_id,
  ...(user_id !== null && { affiliate_user_id: String(user_id) }),
})

async function give({ database, now }: BillingContext, row: Row, promotionCodeId: string): Promise<void> {
  const { code, user_id, by_user_id, reason, percent_off, duration, operation_id } = row
  await database.write(async tx => {
    await tx
      .updateTable('affiliate_code')
      .set({ promotion_code_id: promotionCodeId })
      .where('code', '=', code)
      .execute()
    if (user_id === null) return
    await tx
      .insertInto('user_role')
      .values({ user_id, role: 'affiliate' })
      .onConflict(conflict => conflict.columns(['user_id', 'role']).doUpdateSet({ from_claim: false }))
      .execute()
    await audit(tx, {
      byUserId: by_user_id,
      aboutUserId: user_id,
      action: 'affiliate-code-made',
      facts: { code, percentOff: percent_off, duration },
      reason,
      at: new Date(now()),
      operationId: operation_id,
    })
  })
}
