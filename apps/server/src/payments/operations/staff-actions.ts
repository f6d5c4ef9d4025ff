import { Busy } from '../../db/locks.ts'
import { NotFound } from '../../http/client-errors.ts'
import type { BillingContext } from '../billing-context.ts'
import { inProgress } from '../billing-errors.ts'
import { customerOf, knownCustomer } from '../customer.ts'
import { reading, toldOf } from '../provider/errors.ts'
import { finishAffiliateCodes, makeAffiliateCode, type WantedCode } from './affiliate-code.ts'
import { type CreditChange, changeCredit, creditOf } from './credit.ts'
import { once } from './recover.ts'
import { refund, refundable, type WantedRefund } from './refund.ts'

/** Staff's actions for a user at the payment provider. The caller checks the right to perform them. */
export class StaffActions {
  readonly #billing: BillingContext

  constructor(billing: BillingContext) {
    this.#billing = billing
  }

  /** Gives credit or takes it back; returns the resulting credit. */
  async changeCredit(userId: number, change: CreditChange, idempotencyKey?: string): Promise<number> {
    const billing = this.#billing
    const customerId = await reading(customerOf(billing, userId))
    const request = { kinds: ['credit' as const], request: change, askedKey: idempotencyKey }
    await once(billing, userId, request, () => changeCredit(billing, userId, customerId, change, idempotencyKey))
    return await creditOf(billing.database.db, userId)
  }

  /** Refunds a paid invoice. Returns the amount still refundable. Throws NotFound if the invoice is not the user's. */
  async refund(userId: number, wanted: WantedRefund, idempotencyKey?: string): Promise<number> {
    const billing = this.#billing
    const customerId = await knownCustomer(billing, userId)
    if (!customerId) throw new NotFound()
    const request = { kinds: ['refund' as const], request: wanted, askedKey: idempotencyKey }
    await once(billing, userId, request, () => refund(billing, userId, customerId, wanted, idempotencyKey))
    return await refundable(billing.database.db, userId, wanted.invoiceId)
  }

  /** Makes an affiliate's code; returns its coupon's id. */
  async makeAffiliateCode(wanted: WantedCode): Promise<string> {
    try {
      return await makeAffiliateCode(this.#billing, wanted)
    } catch (error) {
      throw error instanceof Busy ? inProgress() : toldOf(error)
    }
  }

  /** Completes codes whose creation was interrupted. Returns the number completed. */
  async finishAffiliateCodes(): Promise<number> {
    return await finishAffiliateCodes(this.#billing)
  }
}
