import type Stripe from 'stripe'
import { answered } from '../provider.ts'

const patienceMs = 20_000
const mostBytes = 5_000_000

/** The card company's own PDF of an invoice, made anew with each asking. Throws when it cannot be had. */
export async function receiptPdf(stripe: Stripe, invoiceId: string): Promise<{ name: string; content: Buffer }> {
  const { invoice_pdf: address, number } = await answered('invoice', stripe.invoices.retrieve(invoiceId))
  if (!address) throw new Error(`invoice ${invoiceId} has no PDF`)
  const answer = await fetch(address, { signal: AbortSignal.timeout(patienceMs) })
  if (!answer.ok || !answer.body) throw new Error(`the PDF of invoice ${invoiceId} was answered ${answer.status}`)
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of answer.body) {
    bytes += part.byteLength
    if (bytes > mostBytes) throw new Error(`the PDF of invoice ${invoiceId} is too large`)
    parts.push(part)
  }
  const content = Buffer.concat(parts)
  if (!content.subarray(0, 5).equals(Buffer.from('%PDF-'))) throw new Error(`no PDF came for invoice ${invoiceId}`)
  return { name: `${(number ?? invoiceId).replace(/[^\w-]/g, '')}.pdf`, content }
}
