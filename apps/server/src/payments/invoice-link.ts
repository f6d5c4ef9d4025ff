import { createHash, randomBytes } from 'node:crypto'
import { NotFound } from '../http/client-errors.ts'
import type { BillingContext } from './billing-context.ts'
import { reading } from './provider/errors.ts'
import { invoicePdf } from './provider/invoice-payment.ts'
import { isCompanys } from './provider/provider.ts'

const validMs = 60_000

/**
 * Creates a one-time URL on our host that redirects to the PDF. It works for anyone who has it, and expires after a
 * minute. Throws NotFound if the invoice is not the user's.
 */
export async function invoicePdfLink({ database, config, now }: BillingContext, userId: number, invoiceId: string) {
  const { db } = database
  const invoice = await db
    .selectFrom('invoice')
    .select('invoice_id')
    .where('user_id', '=', userId)
    .where('invoice_id', '=', invoiceId)
    .where('status', '=', 'paid')
    .executeTakeFirst()
  if (!invoice) throw new NotFound()
  const token = randomBytes(32).toString('base64url')
  await db.deleteFrom('invoice_link').where('user_id', '=', userId).where('expires_at', '<', new Date(now())).execute()
  await db
    .insertInto('invoice_link')
    .values({
      token_hash: hashOf(token),
      user_id: userId,
      invoice_id: invoiceId,
      expires_at: new Date(now() + validMs),
    })
    .execute()
  return new URL(`/api/invoice-links/${token}`, config.publicUrl).href
}

/** The payment provider's own URL of the PDF, newly generated each time. */
export async function openInvoiceLink(
  { database, stripe, provider, now }: BillingContext,
  token: string,
): Promise<string> {
  const link = await database.db
    .deleteFrom('invoice_link')
    .where('token_hash', '=', hashOf(token))
    .returning(['invoice_id', 'expires_at'])
    .executeTakeFirst()
  if (!link || link.expires_at.getTime() <= now()) throw new NotFound()
  const address = await reading(invoicePdf(stripe, link.invoice_id))
  if (!address) throw new NotFound()
  const { origin } = new URL(address)
  if (!isCompanys(stripe, new URL(address)) && origin !== provider.sandboxUrl)
    throw new Error(`a receipt at ${origin}, which is not the payment provider's`)
  return address
}

const hashOf = (token: string) => createHash('sha256').update(token).digest()
