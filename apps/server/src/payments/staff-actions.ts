import { NotFound } from '../http/client-errors.ts'
import { finishAffiliateCodes, makeAffiliateCode, type WantedCode } from './affiliate-code.ts'
import type { BillingContext } from './billing-context.ts'
import { inProgress, reading, toldOf } from './billing-errors.ts'
import { type CreditChange, changeCredit, creditOf } from './credit.ts'
import { customerOf, knownCustomer } from './customer.ts'
import { Busy } from './locks.ts'
import { once } from './recover.ts'
import { refund, refundable, type WantedRefund } from './refund.ts'

/** What staff do at the card company for a person; who may is decided by the caller. */
export class StaffActions {
  readonly #till: BillingContext

  constructor(till: BillingContext) {
    this.#till = till
  }

  /** Gives credit or takes it back; answers the credit there is. */
  async changeCredit(userId: number, change: CreditChange, idempotencyKey?: string): Promise<number> {
    const till = this.#till
    const customerId = await reading(customerOf(till, userId))
    const asked = { kinds: ['credit' as const], request: change, askedKey: idempotencyKey }
    await once(till, userId, asked, () => changeCredit(till, userId, customerId, change, idempotencyKey))
    return await creditOf(till.database.db, userId)
  }

  /** Gives money of a paid invoice back; answers what of it is left. NotFound when it is not the person's. */
  async refund(userId: number, wanted: WantedRefund, idempotencyKey?: string): Promise<number> {
    const till = this.#till
    const customerId = await knownCustomer(till, userId)
    if (!customerId) throw new NotFound()
    const asked = { kinds: ['refund' as const], request: wanted, askedKey: idempotencyKey }
    await once(till, userId, asked, () => refund(till, userId, customerId, wanted, idempotencyKey))
    return await refundable(till.database.db, userId, wanted.invoiceId)
  }

  /** Makes an affiliate's code; answers its coupon's id. */
  async makeAffiliateCode(wanted: WantedCode): Promise<string> {
    try {
      return await makeAffiliateCode(this.#till, wanted)
    } catch (error) {
      throw error instanceof Busy ? inProgress() : toldOf(error)
    }
  }

  /** Makes the codes whose making was cut off; answers how many. */
  async finishAffiliateCodes(): Promise<number> {
    return await finishAffiliateCodes(this.#till)
  }
}
